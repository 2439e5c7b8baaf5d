import { sql, type SqlBool } from 'kysely'
import { notSeparated } from '../../access/blocks'
import { readEvent, type EventRole } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { isOpenAfter } from './window'

const organizes = sql<SqlBool>`(p.is_co_organizer = 1 or p.account_id = e.creator_account_id)`

/** Confirmed guests and organizers whose account is not deleted; `p`, `a`, `e`. */
const guestsOf = (db: Conn, eventId: string) =>
  db
    .selectFrom('event_participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.event_id', '=', eventId)
    .where((eb) => eb.or([eb('p.status', '=', 'accepted'), organizes]))
    .where('a.deleted_at', 'is', null)

/** Whether guests were checked in. Without it no guest counts as absent. */
const wasPresenceKept = async (db: Conn, eventId: string): Promise<boolean> =>
  (await guestsOf(db, eventId)
    .where('p.is_present', '=', 1)
    .where(sql<SqlBool>`not ${organizes}`)
    .select('p.id')
    .executeTakeFirst()) !== undefined

/** Accounts that were at the event: organizers, and confirmed guests, checked in where presence was kept. */
export const attendedAccountIds = async (db: Conn, eventId: string): Promise<string[]> => {
  const kept = await wasPresenceKept(db, eventId)
  const rows = await guestsOf(db, eventId)
    .$if(kept, (q) => q.where((eb) => eb.or([eb('p.is_present', '=', 1), organizes])))
    .select('p.account_id')
    .execute()
  return rows.map((r) => r.account_id)
}

/** The same for one account. */
const wasThere = async (
  db: Conn,
  { event, participant, isOrganizer }: EventRole,
): Promise<boolean> =>
  isOrganizer ||
  (participant?.status === 'accepted' &&
    (participant.is_present === 1 || !(await wasPresenceKept(db, event.id))))

export const mayOpenAfter = async (db: Conn, role: EventRole, now: number): Promise<boolean> =>
  isOpenAfter(role.event, now) && (await wasThere(db, role))

/** Fails with `after_closed` outside of the days, and `forbidden` for those who were not there. */
export const requireAfter = async (ctx: Ctx, viewer: Viewer, id: string): Promise<EventRole> => {
  const role = await readEvent(ctx.db, viewer, id)
  if (!role.isOrganizer && role.participant?.status !== 'accepted') fail('forbidden')
  if (!isOpenAfter(role.event, ctx.now())) fail('after_closed')
  return (await wasThere(ctx.db, role)) ? role : fail('forbidden')
}

/**
 * Guests whom the viewer may choose to meet again. The rule is the same both ways: each sees the
 * other in this event, no block and no zone separates them, and they are no relations. Whether a
 * guest came is not told here: who was absent cannot choose, which looks like not choosing.
 */
export const reunionCandidates = (
  db: Conn,
  { event, participant, isOrganizer }: EventRole,
  me: string,
) =>
  guestsOf(db, event.id)
    .where('p.account_id', '!=', me)
    .where(notSeparated('p.account_id', me))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('relations as r')
            .where('r.account_id', '=', me)
            .whereRef('r.with_account_id', '=', 'p.account_id')
            .select('r.account_id'),
        ),
      ),
    )
    .$if(!isOrganizer, (q) => q.where((eb) => eb.or([eb('p.is_hidden', '=', 0), organizes])))
    .$if(!isOrganizer && participant?.is_hidden === 1, (q) => q.where(organizes))

/** Confirmed guests who were not checked in, for an organizer; null: presence was not kept. */
export const absentGuests = async (db: Conn, eventId: string, me: string) =>
  (await wasPresenceKept(db, eventId))
    ? guestsOf(db, eventId)
        .where('p.is_present', '=', 0)
        .where(sql<SqlBool>`not ${organizes}`)
        .where(notSeparated('p.account_id', me))
        .select(['p.id', 'p.account_id', 'p.identity_id'])
        .orderBy('a.handle_key')
        .execute()
    : null
