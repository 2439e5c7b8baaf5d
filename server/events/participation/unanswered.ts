import { HOUR_MS } from '#contract/limits'
import { REMIND_AFTER_HOURS } from '#contract/events/reminders'
import { notSeparated } from '../../access/blocks'
import { countRows } from '../../db/count'
import type { Conn } from '../../db/dialect'

/** Invited members, seen by this organizer, who have not answered and were not reminded yet. */
export const unansweredInvitees = (db: Conn, eventId: string, organizerId: string, now: number) =>
  db
    .selectFrom('event_participants as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.event_id', '=', eventId)
    .where('p.status', '=', 'invited')
    .where('p.is_co_organizer', '=', 0)
    .where('p.reminded_at', 'is', null)
    .where('p.status_at', '<=', now - REMIND_AFTER_HOURS * HOUR_MS)
    .where('a.deleted_at', 'is', null)
    .where(notSeparated('p.account_id', organizerId))

/** How many members a reminder would reach, as far as an organizer may know. */
export const countUnanswered = async (
  db: Conn,
  eventId: string,
  organizerId: string,
  now: number,
): Promise<number> => countRows(unansweredInvitees(db, eventId, organizerId, now))
