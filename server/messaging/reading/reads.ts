import { requireMember } from '../../access/members'
import { mayWrite } from '../../access/writing'
import type { markRead as markReadRoute } from '#contract/messaging/messages'
import type { ParsedInput } from '#contract/route'
import type { Ctx, Viewer } from '../../context'
import { takeNextClock, type Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { iso } from '../../iso'
import { hasReceipts } from '../messages/present'
import { countUnread } from '../conversations/present'
import { memberIdsOf } from '../queries'

/** Moves read positions forward, never back. Returns the identities whose position changed. */
export const moveReads = async (
  db: Conn,
  conversationId: string,
  accountId: string,
  identityIds: readonly string[],
  upTo: { id: string; seq: number },
  nowMs: number,
): Promise<string[]> => {
  if (identityIds.length === 0) return []
  const rows = await db
    .insertInto('conversation_reads')
    .values(
      identityIds.map((identity_id) => ({
        conversation_id: conversationId,
        identity_id,
        account_id: accountId,
        last_read_seq: upTo.seq,
        last_read_message_id: upTo.id,
        read_at: nowMs,
      })),
    )
    .onConflict((oc) =>
      oc
        .columns(['conversation_id', 'identity_id'])
        .doUpdateSet((eb) => ({
          last_read_seq: eb.ref('excluded.last_read_seq'),
          last_read_message_id: eb.ref('excluded.last_read_message_id'),
          read_at: eb.ref('excluded.read_at'),
        }))
        .whereRef('conversation_reads.last_read_seq', '<', 'excluded.last_read_seq'),
    )
    .returning('identity_id')
    .execute()
  return rows.map((r) => r.identity_id)
}

/** Whether the others may see receipts: the conversation has them and no block applies. */
const publishesReads = async (
  ctx: Ctx,
  viewer: Viewer,
  conversation: Pick<Row<'conversations'>, 'id' | 'type'>,
): Promise<boolean> =>
  hasReceipts(conversation.type) && (await mayWrite(ctx.db, viewer, conversation))

/**
 * Publishes how far identities have read: to all members where receipts exist, else to the reader's
 * own devices. Returns the remaining unread count for the acting identity.
 */
export const announceReads = async (
  ctx: Ctx,
  viewer: Viewer,
  conversation: Pick<Row<'conversations'>, 'id' | 'type'>,
  identityIds: readonly string[],
  upTo: { id: string; seq: number },
  nowMs: number,
): Promise<number> => {
  const unread = (await countUnread(ctx, viewer, [conversation.id])).get(conversation.id) ?? 0
  if (identityIds.length === 0) return unread
  ctx.realtime.publish(
    'message.read',
    {
      conversationId: conversation.id,
      accountId: viewer.accountId,
      identityIds: [...identityIds],
      readAt: iso(nowMs),
      lastReadMessageId: upTo.id,
      lastReadSeq: upTo.seq,
      unreadCount: unread,
    },
    (await publishesReads(ctx, viewer, conversation))
      ? { conversation: conversation.id, accounts: await memberIdsOf(ctx.db, conversation.id) }
      : { accounts: [viewer.accountId] },
  )
  return unread
}

/**
 * Marks the conversation as read to `up_to` or to its end, for one identity or both. Publishes
 * nothing when no position moved. Fails with `not_found` for an `up_to` that the viewer cannot read
 * here.
 */
export const markRead = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
  body: ParsedInput<typeof markReadRoute>['body'],
): Promise<number> => {
  const { conversation, participant } = await requireMember(ctx.db, viewer, conversationId)
  const identityIds =
    'identityId' in body
      ? [viewer.identityIds.find((id) => id === body.identityId) ?? fail('foreign_identity')]
      : viewer.identityIds
  const { up_to: upTo } = body
  const last = await ctx.db
    .selectFrom('messages')
    .where('conversation_id', '=', conversationId)
    .$if(upTo !== undefined, (q) => q.where('id', '=', upTo as string))
    .where('seq', '>', participant.visible_after)
    .select(['id', 'seq'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return upTo === undefined ? 0 : fail('not_found')
  const now = ctx.now()
  const tells = await publishesReads(ctx, viewer, conversation)
  const moved = await ctx.db.transaction().execute(async (trx) => {
    const clock = tells ? await takeNextClock(trx, conversationId, now) : null
    const ids = await moveReads(trx, conversationId, viewer.accountId, identityIds, last, now)
    // sync delivers it to clients that missed the event: the newest message covered counts as
    // changed
    if (clock !== null && ids.length > 0)
      await trx
        .updateTable('messages')
        .set({ changed: clock })
        .where(
          'id',
          'in',
          trx
            .selectFrom('messages')
            .select('id')
            .where('conversation_id', '=', conversationId)
            .where('sender_account_id', '!=', viewer.accountId)
            .where('seq', '<=', last.seq)
            .orderBy('seq', 'desc')
            .limit(1),
        )
        .execute()
    return ids
  })
  return announceReads(ctx, viewer, conversation, moved, last, now)
}
