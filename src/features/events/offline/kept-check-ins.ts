import type { Event } from '#contract/events/events'
import { storedKeysWith, storage } from '../../../data/device/storage'
import { session } from '../../../data/session/state'
import { checkInEndsAt } from '../../../lib/event-dates'

/** What the device keeps of a list; `until`: when it goes, ms. */
interface KeptCheckIn {
  readonly until: number
  readonly entries: unknown
}
const isKept = (value: unknown): value is KeptCheckIn =>
  typeof value === 'object' &&
  value !== null &&
  'entries' in value &&
  'until' in value &&
  typeof value.until === 'number' &&
  value.until > Date.now()

// the names of the keys are older than the word check-in, and are on devices
const keyOf = (account: string, event: string) => `door:${account}:${event}` as const

/** The entries that this device keeps, until their end. */
export const readKeptCheckIn = (account: string, event: string): unknown => {
  const kept = storage.get(keyOf(account, event))
  return isKept(kept) ? kept.entries : undefined
}
export const keepCheckIn = (account: string, event: string, kept: KeptCheckIn): void =>
  storage.set(keyOf(account, event), kept)
export const removeKeptCheckIn = (account: string, event: string): void =>
  storage.remove(keyOf(account, event))

/** The events whose list is on this device; those past their end are removed. */
export const eventsWithKeptCheckIn = (): readonly string[] => {
  const prefix = `door:${session.accountId ?? ''}:` as const
  return storedKeysWith(prefix).flatMap((key) => {
    if (isKept(storage.get(key))) return [key.slice(prefix.length)]
    storage.remove(key)
    return []
  })
}

/** Key of the records that are not sent yet. */
export const checkInQueueKey = (account: string, event: string) =>
  `door_queue:${account}:${event}` as const
/** The events with arrivals that this device has not sent. */
export const eventsWithUnsentArrivals = (): readonly string[] => {
  const prefix = checkInQueueKey(session.accountId ?? '', '')
  return storedKeysWith(prefix).map((key) => key.slice(prefix.length))
}

/**
 * The list goes with the event, and with the right to it; null: the server does not show it. Arrivals
 * go only when it is clear that the member no longer organizes: their proof of age may have run out.
 */
export const updateKeptCheckIn = (ref: string, event: Event | null): void => {
  const account = session.accountId ?? ''
  const id = event?.id ?? ref
  // the server takes arrivals from organizers only
  if (event?.is_organizer === false) storage.remove(checkInQueueKey(account, id))
  const isOpen =
    event?.is_organizer && event.status === 'published' && checkInEndsAt(event) > Date.now()
  if (!isOpen) removeKeptCheckIn(account, id)
}
