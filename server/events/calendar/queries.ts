import { sql } from 'kysely'
import { isPublished } from '../../access/predicates'
import { verifiedCreators } from '../../access/verified'
import type { Conn } from '../../db/dialect'
import type { EventRow } from '../queries'

const matching = (text: string) => {
  const pattern = `%${text}%`
  return sql<boolean>`e.title_key like ${pattern} escape '\\'`
}

/** At most this many past and coming events of an account, the latest ones. */
const CALENDAR_MAX = 1000
/** At most this many invitations, the next ones. */
const INVITED_MAX = 500

/**
 * Published events that have not ended and that the account was invited to, waits for, or can join
 * as a relation of the creator.
 */
const invitedTo = (db: Conn, accountId: string, now: number) => {
  const asked = db
    .selectFrom('event_participants as p')
    .where('p.account_id', '=', accountId)
    .where('p.is_co_organizer', '=', 0)
    .where('p.status', 'in', ['invited', 'waitlist'])
    .select('p.event_id as id')
  const open = db
    .selectFrom('relations as r')
    .innerJoin('events as o', 'o.creator_account_id', 'r.with_account_id')
    .where('r.account_id', '=', accountId)
    .where('o.access_type', '=', 'open_to_relations')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('event_participants as p')
            .whereRef('p.event_id', '=', 'o.id')
            .where('p.account_id', '=', accountId)
            .where((on) =>
              on.or([
                on('p.is_co_organizer', '=', 1),
                on('p.status', 'not in', ['declined', 'cancelled']),
              ]),
            )
            .select('p.id'),
        ),
      ),
    )
    .select('o.id')
  return db
    .selectFrom('events as e')
    .where('e.id', 'in', asked.union(open))
    .where(isPublished)
    .where(sql<boolean>`coalesce(e.end_at, e.start_at) >= ${now}`)
    .where('e.creator_account_id', '!=', accountId)
}

/** The next `INVITED_MAX`. `verified`: of those by verified creators. */
export const invitedEventsOf = async (
  db: Conn,
  accountId: string,
  now: number,
  q: string | null,
  verified: boolean,
): Promise<EventRow[]> => {
  let query = invitedTo(db, accountId, now).selectAll('e')
  if (q) query = query.where(matching(q))
  if (verified)
    query = query.where('e.creator_account_id', 'in', [
      accountId,
      ...(await verifiedCreators(db, invitedTo(db, accountId, now), now)),
    ])
  return query.orderBy('e.start_at').orderBy('e.id').limit(INVITED_MAX).execute()
}

/**
 * Events that the account organizes, participates in or waits for, past ones included: the latest
 * `CALENDAR_MAX`, the first of them first.
 */
export const calendarEventsOf = async (
  db: Conn,
  accountId: string,
  q: string | null,
): Promise<EventRow[]> => {
  const joined = db
    .selectFrom('event_participants as p')
    .where('p.account_id', '=', accountId)
    .where((on) =>
      on.or([
        on('p.is_co_organizer', '=', 1),
        on('p.status', 'in', ['accepted', 'pending_approval', 'waitlist']),
      ]),
    )
    .select('p.event_id as id')
  const own = db
    .selectFrom('events as o')
    .where('o.creator_account_id', '=', accountId)
    .select('o.id')
  let query = db.selectFrom('events as e').where('e.id', 'in', joined.union(own)).selectAll('e')
  if (q) query = query.where(matching(q))
  const latest = await query
    .orderBy('e.start_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(CALENDAR_MAX)
    .execute()
  return latest.reverse()
}
