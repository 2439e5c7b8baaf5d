import { HOUR_MS } from '#contract/limits'
import type { Event } from '#contract/events/events'
import { mayKnowAddress, type EventRole } from '../../access/events'
import { countRows } from '../../db/count'
import type { Conn } from '../../db/dialect'
import { iso } from '../../iso'
import type { EventRow } from '../queries'
import { addressViewsFor } from './address-views'

/** When the address is erased; null: it is kept. */
export const addressErasedAt = (event: EventRow): number | null =>
  event.address_hours === null
    ? null
    : (event.end_at ?? event.start_at) + event.address_hours * HOUR_MS

type Fields = Pick<Event, 'reveal_at' | 'address_hours' | 'address_until' | 'address_views'>
export const presentAddressEnd = async (
  db: Conn,
  accountId: string,
  role: EventRole,
): Promise<Fields> => {
  const { event, participant, isOrganizer } = role
  const until = event.address !== null && mayKnowAddress(role) ? addressErasedAt(event) : null
  const isTold = isOrganizer || participant?.status === 'accepted'
  return {
    reveal_at: isTold && event.reveal_at !== null ? iso(event.reveal_at) : null,
    address_hours: isOrganizer ? event.address_hours : null,
    address_until: iso(until),
    address_views: isOrganizer ? await countRows(addressViewsFor(db, event.id, accountId)) : null,
  }
}
