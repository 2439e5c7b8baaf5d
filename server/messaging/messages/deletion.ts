import type { Message } from '#contract/messaging/messages'
import { mayChangeMessage, requireOwnOrReadable } from '../../access/messages'
import { NOTHING, type AfterCommit, type Ctx, type Viewer } from '../../context'
import { retryOnDeadlock, takeNextClock, type Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { deleteUnusedMedia } from '../../media/service'
import { publishMasked } from '../conversations/mask'
import { presentMessages } from './present'
import { messagesByIds, memberIdsOf } from '../queries'
import { emptyMessage } from './queries-acts'
import { announceInboxes } from './announce'

/**
 * Deletes one's own message for all members, also after leaving: removes text, pictures and
 * reactions, keeps its place. Pictures used nowhere else are deleted with their files. Idempotent.
 * Fails with `not_found`, `message_not_yours`.
 */
export const deleteOwnMessage = async (
  ctx: Ctx,
  viewer: Viewer,
  messageId: string,
): Promise<Message> => {
  const { conversation } = await requireOwnOrReadable(ctx.db, viewer, messageId)
  const empty = async (trx: Conn) => {
    const clock = (await takeNextClock(trx, conversation.id, ctx.now())) ?? fail('not_found')
    const { message } = await requireOwnOrReadable(trx, viewer, messageId)
    if (!mayChangeMessage(viewer, message)) fail('message_not_yours')
    if (message.deleted_at !== null) {
      await keepRemoved(trx, messageId)
      return { row: message, photos: [], fresh: false }
    }
    return { ...(await emptyMessage(trx, messageId, clock, ctx.now())), fresh: true }
  }
  // a deletion of one of its photos takes these locks in the other order
  const { row, photos, fresh } = await retryOnDeadlock(() => ctx.db.transaction().execute(empty))
  if (fresh) {
    ctx.bus.later('deletion', () => announce(ctx, viewer, conversation, row))
    // the links died with the commit; when this fails, the pictures remain in their owner's drive
    // only
    await deleteUnusedMedia(ctx, viewer.accountId, photos).catch((error: unknown) =>
      ctx.log.error({ err: error }, 'dropping the photos of a deleted message failed'),
    )
  }
  return (await presentMessages(ctx, conversation, [row], viewer.accountId))[0] ?? fail('not_found')
}

/**
 * Marks a message that both its author and a decision of the staff have deleted, in either order:
 * undoing the decision does not bring it back (`restoreMessage`).
 */
const keepRemoved = async (trx: Conn, messageId: string): Promise<void> => {
  await trx
    .updateTable('messages')
    .set({ client_hash: null })
    .where('id', '=', messageId)
    .where('deleted_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('decisions as d')
          .whereRef('d.subject_id', '=', 'messages.id')
          .where('d.subject_kind', '=', 'message')
          .where('d.measure', '=', 'remove')
          .where('d.undone_at', 'is', null)
          .whereRef('d.made_at', '<=', 'messages.deleted_at')
          .select('d.id'),
      ),
    )
    .execute()
}

/**
 * Takes the next clock of a message's conversation, which locks the conversation. Read the message
 * afterwards: its author may be deleting it. Null when it no longer exists.
 */
const takeClockOf = async (ctx: Ctx, trx: Conn, messageId: string): Promise<number | null> => {
  const row = await trx
    .selectFrom('messages')
    .where('id', '=', messageId)
    .select('conversation_id')
    .executeTakeFirst()
  return row ? takeNextClock(trx, row.conversation_id, ctx.now()) : null
}

/**
 * Empties any member's message in the caller's transaction, for a decision of the staff, or for its
 * author who is no longer in the account. Call the result after the commit. A deleted message is
 * left unchanged.
 */
export const removeMessage = async (
  ctx: Ctx,
  trx: Conn,
  messageId: string,
): Promise<AfterCommit> => {
  const clock = await takeClockOf(ctx, trx, messageId)
  const found = await trx
    .selectFrom('messages')
    .where('id', '=', messageId)
    .where('deleted_at', 'is', null)
    .select(['conversation_id', 'sender_account_id'])
    .executeTakeFirst()
  const accountId = found?.sender_account_id
  if (clock === null || !found || !accountId) {
    await keepRemoved(trx, messageId)
    return NOTHING
  }
  const { row, photos } = await emptyMessage(trx, messageId, clock, ctx.now())
  return async () => {
    const conversation = await ctx.db
      .selectFrom('conversations')
      .where('id', '=', found.conversation_id)
      .selectAll()
      .executeTakeFirst()
    if (conversation) await announce(ctx, { accountId }, conversation, row)
    await deleteUnusedMedia(ctx, accountId, photos)
  }
}

/**
 * Gives a message its text back that a decision made at `removedAt` (ms) has emptied; false when its
 * row was deleted, or its author had deleted it before or since. The photos are not kept.
 */
export const restoreMessage = async (
  ctx: Ctx,
  trx: Conn,
  messageId: string,
  text: string,
  removedAt: number,
): Promise<boolean> => {
  const clock = text === '' ? null : await takeClockOf(ctx, trx, messageId)
  if (clock === null) return false
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({ content: text, deleted_at: null, changed: clock })
    .where('id', '=', messageId)
    .where('deleted_at', '>=', removedAt)
    .where('client_hash', 'is not', null)
    .where('sender_account_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * The specification has no event for deletions: the emptied message is published again under its
 * id. It may have been unread.
 */
const announce = async (
  ctx: Ctx,
  viewer: Pick<Viewer, 'accountId'>,
  conversation: Row<'conversations'>,
  row: Row<'messages'>,
): Promise<void> => {
  await publishMasked(
    ctx,
    conversation,
    'conversation.message.created',
    async (to) => {
      const message = to.isLate
        ? undefined
        : (await presentMessages(ctx, conversation, [row], viewer.accountId, to))[0]
      return message ? { conversationId: conversation.id, message, clientMsgId: null } : null
    },
    row.seq,
  )
  const others = (await memberIdsOf(ctx.db, conversation.id)).filter(
    (id) => id !== viewer.accountId,
  )
  await announceInboxes(ctx, others, conversation.last_message_at)
}

/**
 * Publishes messages again that lost a photo. Quoting messages are left to sync: not every reader
 * may read the quoted message.
 */
export const republishMessages = async (ctx: Ctx, messageIds: readonly string[]): Promise<void> => {
  for (const row of await messagesByIds(ctx.db, messageIds)) {
    const conversation = await ctx.db
      .selectFrom('conversations')
      .where('id', '=', row.conversation_id)
      .selectAll()
      .executeTakeFirst()
    if (conversation && row.sender_account_id && (row.deleted_at !== null || row.quote_id === null))
      await announce(ctx, { accountId: row.sender_account_id }, conversation, row)
  }
}
