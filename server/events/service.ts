import { sql, type ExpressionBuilder } from 'kysely'
import { readEventForEntry, isEnded, requireOrganizer } from '../access/events'
import { NOTHING, type AfterCommit, type Ctx, type Viewer } from '../context'
import { idsOrNone, type Conn } from '../db/dialect'
import type { Tables } from '../db/tables'
import { forEachDueRow } from '../each-due'
import { fail } from '../fail'
import { deleteReunions } from './after/after'
import {
  announceParticipations,
  changeParticipations,
  publishEventChanged,
} from './editing/changes'
import { renewEventCode } from './editing/fields'
import { announceRemoval, deleteEventRows, removeEventOf } from './editing/removal'
import { setPublicationStatus } from './editing/publishing'
import { inviteByLink } from './participation/invites'
import { hasFreePlace, offerFreePlaces } from './participation/participation'
import { setParticipationStatus } from './participation/status'
import { lockEvent, participationOf, type EventRow } from './queries'

type Pair = Tables & { p: Tables['event_participants']; e: Tables['events'] }

/** Functions of this room for earlier rooms; rooms.ts passes them on. */
export const eventCallbacks = (ctx: Ctx) => ({
  mayInvite: async (viewer: Viewer, eventId: string): Promise<void> => {
    const { event } = await requireOrganizer(ctx.db, viewer, eventId)
    if (event.id !== eventId.toLowerCase()) fail('not_found')
  },
  invite: (eventId: string, accountId: string, inviterId: string): Promise<void> =>
    inviteByLink(ctx, eventId, accountId, inviterId),
  /** After a zone separates the two: a member who declined may come back when it ends. */
  partWays: (a: string, b: string): Promise<void> => removeFromEachOthersEvents(ctx, a, b),
  /** After a block. */
  partForGood: async (a: string, b: string): Promise<void> => {
    await removeFromEachOthersEvents(ctx, a, b)
    await forgetInvitations(ctx, a, b)
    await renewCodesKnownTo(ctx, a, b)
  },
  /** For a report. */
  target: async (viewer: Viewer, eventId: string): Promise<EventRow> => {
    const { event, closed } = await readEventForEntry(ctx.db, viewer, eventId)
    return closed === 'event_waits' ? fail('forbidden') : event
  },
})

export { insertDraft } from './editing/edit'

/** The server, acting for an account. */
const serverFor = (accountId: string): Viewer => ({
  userId: '',
  sessionId: '',
  accountId,
  identityId: null,
  identityIds: [],
})

/** Rows of one in the events of the other. */
const betweenTwo = (a: string, b: string) => (eb: ExpressionBuilder<Pair, 'p' | 'e'>) =>
  eb.or([
    eb.and([eb('e.creator_account_id', '=', a), eb('p.account_id', '=', b)]),
    eb.and([eb('e.creator_account_id', '=', b), eb('p.account_id', '=', a)]),
  ])

/**
 * After a block or a zone between two members: each leaves the events that the other created, where only the
 * conversation would still be readable, and what they chose of each other is deleted. The freed place
 * goes to the waiting list. No participant is notified of the reason.
 */
const removeFromEachOthersEvents = async (ctx: Ctx, a: string, b: string): Promise<void> => {
  const rows = await ctx.db
    .selectFrom('event_participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where(betweenTwo(a, b))
    .where('p.status', 'not in', ['declined', 'cancelled'])
    .select(['p.event_id', 'p.account_id'])
    .execute()
  for (const { event_id, account_id } of rows) await giveUpPlace(ctx, event_id, account_id)
  await deleteReunions(ctx.db, a, b)
}

/** Once a day: those whom a zone or a block separated, where a process ended before they left. */
export const leaveEventsAfterSeparation = async (ctx: Ctx): Promise<void> => {
  const { rows } = await sql<{ id: string; guest: string }>`select distinct
      e.creator_account_id as id, p.account_id as guest
    from events as e join event_participants as p on p.event_id = e.id
    where e.status = 'published' and e.start_at > ${ctx.now()}
      and p.status not in ('declined', 'cancelled')
      and (exists (select 1 from apart as a where a.account_id = p.account_id
          and a.blocked_account_id = e.creator_account_id)
        or exists (select 1 from apart as a where a.account_id = e.creator_account_id
          and a.blocked_account_id = p.account_id))`.execute(ctx.db)
  await forEachDueRow(ctx, rows, ({ id, guest }) => removeFromEachOthersEvents(ctx, id, guest))
}

/** A declined invitation can be accepted later, even without a relation; a block ends it. */
const forgetInvitations = async (ctx: Ctx, a: string, b: string): Promise<void> => {
  await ctx.db
    .updateTable('event_participants')
    .set({ invited_by_account_id: null })
    .where('status', '=', 'declined')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('event_participants as p')
        .innerJoin('events as e', 'e.id', 'p.event_id')
        .where(betweenTwo(a, b))
        .select('p.id'),
    )
    .execute()
}

/** The blocked member knows the codes of the events of the other one that it had to do with. */
const renewCodesKnownTo = async (ctx: Ctx, creatorId: string, guestId: string): Promise<void> => {
  const known = await ctx.db
    .selectFrom('event_participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('e.creator_account_id', '=', creatorId)
    .where('p.account_id', '=', guestId)
    .where('e.slug', 'is not', null)
    .select('e.id')
    .execute()
  for (const { id } of known) {
    await ctx.db.transaction().execute(async (trx) => {
      const event = await lockEvent(trx, id, ctx.now())
      if (event && !isEnded(event, ctx.now())) await renewEventCode(trx, event)
    })
    publishEventChanged(ctx, id, [creatorId])
  }
}

/**
 * For an account that is deleted for good: deletes its events (participants are notified) and frees
 * its places.
 */
export const leaveAllEvents = async (ctx: Ctx, accountId: string): Promise<void> => {
  const own = (
    await ctx.db
      .selectFrom('events')
      .where('creator_account_id', '=', accountId)
      .select('id')
      .execute()
  ).map((e) => e.id)
  for (const id of own) await removeEventOf(ctx, accountId, id)
  const joined = await ctx.db
    .selectFrom('event_participants')
    .where('account_id', '=', accountId)
    .selectAll()
    .execute()
  for (const row of joined) {
    const now = ctx.now()
    const done = await changeParticipations(ctx, row.event_id, async (trx) => {
      const event = await lockEvent(trx, row.event_id, now)
      const wasFree = event !== null && (await hasFreePlace(trx, event, now))
      await trx.deleteFrom('event_participants').where('id', '=', row.id).execute()
      return event
        ? {
            changes: [
              {
                event,
                row: { ...row, status: 'declined' as const, is_co_organizer: 0 as const },
                previous: row.status,
                ...(row.is_co_organizer === 1 ? { isRole: true as const } : {}),
              },
            ],
            news: await offerFreePlaces(trx, event.id, now, { wasFree, freed: row.kind }),
          }
        : { changes: [], news: [] }
    })
    await announceParticipations(ctx, row.event_id, done)
  }
}

/** Removes an event by a decision of the staff, in its transaction; call the result after the commit. */
export const removeEventByStaff = async (
  ctx: Ctx,
  trx: Conn,
  eventId: string,
): Promise<AfterCommit> => {
  const event = await lockEvent(trx, eventId, ctx.now())
  if (!event) return NOTHING
  const removal = await deleteEventRows(ctx, trx, event, null)
  return () => announceRemoval(ctx, removal)
}

/**
 * For a suspended account: pauses its events that begin before the end of the suspension, and frees
 * its places in those of others.
 */
export const pauseForSuspension = async (
  ctx: Ctx,
  accountId: string,
  until: number,
): Promise<void> => {
  const viewer = serverFor(accountId)
  const now = ctx.now()
  const hosted = await ctx.db
    .selectFrom('events')
    .where('creator_account_id', '=', accountId)
    .where('status', '=', 'published')
    .where('start_at', '>', now)
    .where('start_at', '<', until)
    .select('id')
    .execute()
  for (const { id } of hosted) await setPublicationStatus(ctx, viewer, id, 'draft')
  const joined = await ctx.db
    .selectFrom('event_participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('p.account_id', '=', accountId)
    .where('e.creator_account_id', '!=', accountId)
    .where('p.status', 'in', ['accepted', 'pending_approval', 'waitlist'])
    .where('e.start_at', '>', now)
    .where('e.start_at', '<', until)
    .select('p.event_id')
    .execute()
  for (const { event_id } of joined) await giveUpPlace(ctx, event_id, accountId)
}

/**
 * For an account that was divided: cancels these events of its own, and frees the places in those to
 * come that both had; what one of the two has alone stays.
 */
export const settleDividedEvents = async (
  ctx: Ctx,
  accountId: string,
  cancelled: readonly string[],
): Promise<void> => {
  const own = await ctx.db
    .selectFrom('events')
    .where('creator_account_id', '=', accountId)
    .where('id', 'in', idsOrNone(cancelled))
    .select('id')
    .execute()
  for (const { id } of own) await removeEventOf(ctx, accountId, id)
  const joined = await ctx.db
    .selectFrom('event_participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('p.account_id', '=', accountId)
    .where('p.identity_id', 'is', null)
    .where('e.creator_account_id', '!=', accountId)
    .where('p.status', 'in', ['accepted', 'pending_approval', 'waitlist'])
    .where('e.start_at', '>', ctx.now())
    .select('p.event_id')
    .execute()
  for (const { event_id } of joined) await giveUpPlace(ctx, event_id, accountId)
}

/** Declines for an account; the freed place goes to the waiting list. Past events keep no row. */
const giveUpPlace = async (ctx: Ctx, eventId: string, accountId: string): Promise<void> => {
  const now = ctx.now()
  const done = await changeParticipations(ctx, eventId, async (trx) => {
    const event = await lockEvent(trx, eventId, now)
    if (!event) return { changes: [], news: [] }
    const row = await participationOf(trx, eventId, accountId)
    // taken off, gone or erased since the caller read it
    if (!row || row.status === 'declined' || row.status === 'cancelled')
      return { changes: [], news: [] }
    const wasFree = await hasFreePlace(trx, event, now)
    await trx
      .updateTable('event_participants')
      .set({ is_co_organizer: 0 })
      .where('event_id', '=', eventId)
      .where('account_id', '=', accountId)
      .execute()
    const change = await setParticipationStatus(trx, event, accountId, 'declined', now, {
      saidYes: false,
    })
    // a status after the evening reveals the block to the other organizers
    if (isEnded(event, now))
      await trx.deleteFrom('event_participants').where('id', '=', change.row.id).execute()
    return {
      changes: [{ ...change, isRole: true as const }],
      news: await offerFreePlaces(trx, eventId, now, { wasFree, freed: change.row.kind }),
    }
  })
  await announceParticipations(ctx, eventId, done)
}
