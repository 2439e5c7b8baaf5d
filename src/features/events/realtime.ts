import type { RealtimeEvent } from '#contract/realtime'
import { onEvent, onResync } from '../../data/hub/hub'
import { session } from '../../data/session/session'
import { refreshAllEvents, refreshEvent, refreshEventLists } from './state/keys'

const NAMES: readonly RealtimeEvent['name'][] = [
  'account.event.changed',
  'account.event.participation.updated',
  'account.event.status.updated',
]
/** Two hundred members who join at once are a few readings, not two hundred. */
const GAP_MS = 300

/** Runs at once, and once more at the end of a burst. */
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
/** An event changed: it is read again wherever it is shown, and so are the lists. */
export const eventTouched = (id: string): void => {
  let run = runs.get(id)
  if (!run) runs.set(id, (run = calm(() => refreshEvent(id))))
  run()
  lists()
}

let started = false
/** What organizers and participants do elsewhere shows here without a reload. */
export const startEvents = (): void => {
  if (started) return
  started = true
  onEvent((event) => {
    if (!NAMES.includes(event.name)) return
    const p = event.payload as { accountId: string; eventId: string }
    if (p.accountId === session.accountId) eventTouched(p.eventId)
  })
  onResync(() => void refreshAllEvents())
}
