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
  if (!run) runs.set(id, (run = calm(() => refreshEvent(id))))
  run()
  lists()
  void recheck((e) => e.id === id).catch(() => undefined)
}
/**
 * Asks again about events that this device keeps: a right that ended must not be kept, also where
 * the event is not shown.
 */
const recheck = async (which: (event: { readonly id: string }) => boolean): Promise<void> => {
  const { keptEvents } = await import('./offline/kept-events')
  for (const event of await keptEvents()) if (which(event)) await fetchEvent(event.id)
}
const recheckAll = (): void => void recheck(() => true).catch(() => undefined)

let started = false
/** Applies changes made by organizers and participants elsewhere. */
export const startEvents = (): void => {
  if (started) return
  started = true
  onEvent((event) => {
    if (event.name === 'account.held.updated') void refreshEvent(event.payload.id)
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
