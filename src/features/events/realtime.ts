import type { RealtimeEvent } from '#contract/realtime'
import { onEvent, onResync } from '../../data/hub/hub'
import { session } from '../../data/session/session'
import { whenIdle } from '../../data/start/phases'
import { fetchEvent, refreshAllEvents, refreshEvent, refreshEventLists } from './state/keys'

const NAMES: readonly RealtimeEvent['name'][] = [
  'account.event.changed',
  'account.event.participation.updated',
  'account.event.status.updated',
]
/** Two hundred members joining at once cause a few reloads, not two hundred. */
const GAP_MS = 300

/** Runs at once, and again at the end of a burst. */
const calm = (run: () => Promise<unknown>): (() => void) => {
  let busy = false
  let again = false
  const start = (): void => {
    busy = true
    again = false
    const rest = new Promise((resolve) => setTimeout(resolve, GAP_MS))
    void Promise.all([run().catch(() => undefined), rest]).then(() => {
      busy = false
      if (again) start()
    })
  }
  return () => {
    if (busy) again = true
    else start()
  }
}

const runs = new Map<string, () => void>()
const lists = calm(refreshEventLists)
/** Reloads a changed event wherever it is shown, and the lists. */
const eventTouched = (id: string): void => {
  let run = runs.get(id)
  if (!run)
    runs.set(id, (run = calm(() => Promise.all([refreshEvent(id), recheck((e) => e === id)]))))
  run()
  lists()
}
/**
 * Asks again about events and lists of guests that this device keeps: a right that ended must not be
 * kept, nor a guest who is no longer one, also where the event is not shown. Sends the arrivals that
 * were noted there without network.
 */
const recheck = async (which: (id: string) => boolean): Promise<void> => {
  const { readKeptEvents } = await import('./offline/kept-events')
  const { updateKeptCheckIn, eventsWithKeptCheckIn, eventsWithUnsentArrivals } =
    await import('./offline/kept-check-ins')
  const kept = eventsWithKeptCheckIn()
  const unsent = eventsWithUnsentArrivals()
  const ids = new Set([...(await readKeptEvents()).map((e) => e.id), ...kept, ...unsent])
  for (const id of [...ids].filter(which)) {
    // one that the server fails to show keeps none of the others
    const answer = await fetchEvent(id).catch(() => null)
    if (!answer) continue
    const event = answer.kind === 'open' ? answer.event : null
    updateKeptCheckIn(id, event)
    const isKept = kept.includes(id) && eventsWithKeptCheckIn().includes(id)
    const isUnsent = unsent.includes(id) && eventsWithUnsentArrivals().includes(id)
    if (!isKept && !isUnsent) continue
    const { openCheckInBook, sendArrivals } = await import('./check-in/book')
    if (isUnsent) await sendArrivals(id)
    if (event && isKept) await openCheckInBook(event).load()
  }
}
const recheckAll = calm(() => recheck(() => true))
const reloadAll = calm(refreshAllEvents)

let started = false
/** Applies changes made by organizers and participants elsewhere. */
export const startEvents = (): void => {
  if (started) return
  started = true
  onEvent((event) => {
    if (event.name === 'account.held.updated') void refreshEvent(event.payload.id)
    // a block or a deletion takes the name off the lists of participants and guests
    if (
      event.name === 'account.relation.updated' &&
      event.payload.accountId === session.accountId
    ) {
      reloadAll()
      recheckAll()
    }
    if (!NAMES.includes(event.name)) return
    const p = event.payload as { accountId: string; eventId: string }
    if (p.accountId === session.accountId) eventTouched(p.eventId)
  })
  onResync(() => {
    void refreshAllEvents()
    recheckAll()
  })
  whenIdle(recheckAll)
}
