import { approachEvent, requireOrganizer } from '../access/events'
import type { Ctx, Viewer } from '../context'
import { fail } from '../fail'
import { announceChanges } from './editing/changes'
import { removeEvent } from './editing/edit'
import { inviteByLink } from './participation/invites'
import { hasFreePlace, offerFreePlaces, setStatus } from './participation/participation'
import { lockEvent } from './queries'
import { eventTransaction } from './turns'

/** Functions of this room for earlier rooms; app.ts passes it to them. */
export const eventCallbacks = (ctx: Ctx) => ({
  mayInvite: async (viewer: Viewer, eventId: string): Promise<void> => {
    const { event } = await requireOrganizer(ctx.db, viewer, eventId)
    if (event.id !== eventId.toLowerCase()) fail('not_found')
  },
  invite: (eventId: string, accountId: string, inviterId: string): Promise<void> =>
    inviteByLink(ctx, eventId, accountId, inviterId),
  partWays: (a: string, b: string): Promise<void> => removeFromEachOthersEvents(ctx, a, b),
  /** For a report: the event's creator and its current wording. */
  target: async (viewer: Viewer, eventId: string): Promise<{ accountId: string; copy: string }> => {
    const { event } = await approachEvent(ctx.db, viewer, eventId)
    return {
      accountId: event.creator_account_id,
      copy: JSON.stringify({ title: event.title, description: event.description }),
    }
  },
})

/**
 * After a block between two members: each leaves the events that the other created, where only the
 * conversation would still be readable. The freed place goes to the waiting list. No participant is
 * notified of the reason.
 */
export const removeFromEachOthersEvents = async (ctx: Ctx, a: string, b: string): Promise<void> => {
  const rows = await ctx.db
    .selectFrom('event_participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('e.creator_account_id', '=', a), eb('p.account_id', '=', b)]),
        eb.and([eb('e.creator_account_id', '=', b), eb('p.account_id', '=', a)]),
      ]),
    )
    .where('p.status', 'not in', ['declined', 'cancelled'])
    .select(['p.event_id', 'p.account_id'])
    .execute()
  for (const { event_id, account_id } of rows) {
    const now = ctx.now()
    const done = await eventTransaction(ctx, event_id, async (trx) => {
      const event = await lockEvent(trx, event_id, now)
      if (!event) return { changes: [], news: [] }
      const wasFree = await hasFreePlace(trx, event, now)
      await trx
        .updateTable('event_participants')
        .set({ is_co_organizer: 0 })
        .where('event_id', '=', event_id)
        .where('account_id', '=', account_id)
        .execute()
      const { row, previous } = await setStatus(trx, event, account_id, 'declined', now, {
        saidYes: false,
      })
      return {
        changes: [{ event, row, previous, isRole: true as const }],
        news: await offerFreePlaces(trx, event_id, now, wasFree),
      }
    })
    await announceChanges(ctx, event_id, done)
  }
}

/**
 * For an account that is deleted for good: deletes its events (participants are notified) and frees
 * its places. Returns the ids of the deleted events.
 */
export const leaveEverywhere = async (ctx: Ctx, accountId: string): Promise<string[]> => {
  const viewer: Viewer = { userId: '', sessionId: '', accountId, identityId: null, identityIds: [] }
  const own = (
    await ctx.db
      .selectFrom('events')
      .where('creator_account_id', '=', accountId)
      .select('id')
      .execute()
  ).map((e) => e.id)
  for (const id of own) await removeEvent(ctx, viewer, id)
  const joined = await ctx.db
    .selectFrom('event_participants')
    .where('account_id', '=', accountId)
    .selectAll()
    .execute()
  for (const row of joined) {
    const now = ctx.now()
    const done = await ctx.db.transaction().execute(async (trx) => {
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
            news: await offerFreePlaces(trx, event.id, now, wasFree),
          }
        : { changes: [], news: [] }
    })
    await announceChanges(ctx, row.event_id, done)
  }
  return own
}
