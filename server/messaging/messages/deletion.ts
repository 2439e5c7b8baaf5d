import type { Message } from '#contract/messaging/messages'
import { mayDelete, requireMessage } from '../../access/messages'
import type { Ctx, Viewer } from '../../context'
import { tick } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { dropUnused } from '../../media/service'
import { tell } from '../conversations/mask'
import { presentMessages } from './present'
import { messagesByIds, participantsOf } from '../queries'
import { emptyMessage } from './queries-acts'
import { announceInboxes } from './announce'

/**
 * Empties one's own message for everybody: its text, pictures and reactions are gone, its place stays. Pictures that nothing
 * else shows go with their files. Any number of times with the same answer. Fails with `not_found`, `message_not_yours`.
 */
export const deleteOwnMessage = async (
  ctx: Ctx,
  viewer: Viewer,
  messageId: string,
): Promise<Message> => {
  const { conversation } = await requireMessage(ctx.db, viewer, messageId)
  const { row, photos, fresh } = await ctx.db.transaction().execute(async (trx) => {
    const clock = (await tick(trx, conversation.id, ctx.now())) ?? fail('not_found')
    const { message } = await requireMessage(trx, viewer, messageId)
    if (!mayDelete(viewer, message)) fail('message_not_yours')
    if (message.deleted_at !== null) return { row: message, photos: [], fresh: false }
    return { ...(await emptyMessage(trx, messageId, clock, ctx.now())), fresh: true }
  })
  const answer =
    (await presentMessages(ctx, conversation, [row], viewer.accountId))[0] ?? fail('not_found')
  if (!fresh) return answer
  void announce(ctx, viewer, conversation, row).catch((error: unknown) =>
    ctx.log.error({ err: error }, 'announcing a deletion failed'),
  )
  // the links died with the commit; should this fail, the pictures are left in their owner's drive alone
  await dropUnused(ctx, viewer.accountId, photos).catch((error: unknown) =>
    ctx.log.error({ err: error }, 'dropping the photos of a deleted message failed'),
  )
  return answer
}

/** The documents have no event for it: the message comes again under its id, emptied. It may have been unread. */
const announce = async (
  ctx: Ctx,
  viewer: Pick<Viewer, 'accountId'>,
  conversation: Row<'conversations'>,
  row: Row<'messages'>,
): Promise<void> => {
  await tell(
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
  const others = (await participantsOf(ctx.db, conversation.id)).filter(
    (id) => id !== viewer.accountId,
  )
  await announceInboxes(ctx, others, conversation.last_message_at)
}

/**
 * The same of messages that lost a photo of theirs. One that stands and answers another is left to sync: not everybody who reads
 * it may read what it answers.
 */
export const tellAgain = async (ctx: Ctx, messageIds: readonly string[]): Promise<void> => {
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
