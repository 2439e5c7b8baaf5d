import { isEnded, readEvent, requireOrganizer } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { chunksOf, type Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { addNews, announceNews, withdrawNewsOf } from '../../news/service'
import { announceStored } from '../../announce-stored'
import { publishEventChanged } from '../editing/changes'
import { lockEvent, organizerIds } from '../queries'
import { eventTransaction } from '../turns'
import { newsFor } from './organizer-news'
import { unansweredInvitees } from './unanswered'

/** Accounts of these that mute their direct conversation with the organizer. */
const muting = async (
  trx: Conn,
  organizerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const muted = new Set<string>()
  for (const some of chunksOf(ids))
    for (const row of await trx
      .selectFrom('conversation_participants as m')
      .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
      .innerJoin('conversation_participants as o', 'o.conversation_id', 'c.id')
      .where('c.type', '=', 'direct')
      .where('m.muted', '=', 1)
      .where('o.account_id', '=', organizerId)
      .where('m.account_id', 'in', some)
      .select('m.account_id')
      .execute())
      muted.add(row.account_id)
  return muted
}

/**
 * Reminds each invited member once. Members who want no reminder, or mute the organizer, are counted
 * and not reminded: the number would reveal them.
 */
export const remindInvitedMembers = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<number> => {
  const { event: known } = await requireOrganizer(ctx.db, viewer, id)
  const now = ctx.now()
  const { reminded, news } = await eventTransaction(ctx, known.id, async (trx) => {
    const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
    if (event.status !== 'published') fail('event_not_open')
    if (isEnded(event, now)) fail('event_ended')
    const rows = await unansweredInvitees(trx, event.id, viewer.accountId, now)
      .select(['p.id', 'p.account_id', 'p.no_reminder'])
      .execute()
    for (const some of chunksOf(rows))
      await trx
        .updateTable('event_participants')
        .set({ reminded_at: now })
        .where(
          'id',
          'in',
          some.map((r) => r.id),
        )
        .execute()
    const willing = rows.filter((r) => r.no_reminder === 0).map((r) => r.account_id)
    const muted = await muting(trx, viewer.accountId, willing)
    return {
      reminded: rows.length,
      news: await addNews(
        trx,
        willing
          .filter((accountId) => !muted.has(accountId))
          .map((accountId) => newsFor(event, 'invitation_reminder', accountId, viewer.accountId)),
        now,
      ),
    }
  })
  await announceStored(ctx, 'reminders', async () => {
    publishEventChanged(ctx, known.id, await organizerIds(ctx.db, known))
    await announceNews(ctx, news)
  })
  return reminded
}

/** The invited member's own choice; a reminder that was sent is withdrawn. */
export const refuseReminder = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  const { event, participant } = await readEvent(ctx.db, viewer, id)
  if (participant?.status !== 'invited') return fail('conflict')
  await ctx.db
    .updateTable('event_participants')
    .set({ no_reminder: 1 })
    .where('id', '=', participant.id)
    .execute()
  await announceNews(
    ctx,
    await ctx.db
      .transaction()
      .execute((trx) =>
        withdrawNewsOf(trx, event.id, 'invitation_reminder', viewer.accountId, ctx.now()),
      ),
  )
}
