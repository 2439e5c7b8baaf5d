import type { Event } from '#contract/events/events'
import { DAY_MS } from '#contract/limits'
import { keysOf, storage } from '../../../data/device/storage'
import { session } from '../../../data/session/state'

type Dates = Pick<Event, 'start_date' | 'end_date'>
/** What the device keeps of a list; `until`: when it goes, ms. */
interface KeptDoor {
  readonly until: number
  readonly entries: unknown
}
const isKept = (value: unknown): value is KeptDoor =>
  typeof value === 'object' &&
  value !== null &&
  'entries' in value &&
  'until' in value &&
  typeof value.until === 'number' &&
  value.until > Date.now()

const keyOf = (account: string, event: string) => `door:${account}:${event}` as const

/** The list of guests stays a day after the event: departures are noted late, and some have no end. */
export const doorEnds = ({ start_date, end_date }: Dates): number =>
  Date.parse(end_date ?? start_date) + DAY_MS

/** The entries that this device keeps, until their end. */
export const keptDoor = (account: string, event: string): unknown => {
  const kept = storage.get(keyOf(account, event))
  return isKept(kept) ? kept.entries : undefined
}
export const keepDoor = (account: string, event: string, door: KeptDoor): void =>
  storage.set(keyOf(account, event), door)
export const dropDoor = (account: string, event: string): void =>
  storage.remove(keyOf(account, event))

/** The events whose list is on this device; those past their end are removed. */
export const keptDoors = (): readonly string[] => {
  const prefix = `door:${session.accountId ?? ''}:` as const
  return keysOf(prefix).flatMap((key) => {
    if (isKept(storage.get(key))) return [key.slice(prefix.length)]
    storage.remove(key)
    return []
  })
}

/** The list goes with the event, and with the right to it; null: the server no longer shows it. */
export const followDoor = (ref: string, event: Event | null): void => {
  const isOpen = event?.is_organizer && event.status === 'published' && doorEnds(event) > Date.now()
  if (!isOpen) dropDoor(session.accountId ?? '', event?.id ?? ref)
}
