import type { Message } from '#contract/messaging/messages'
import { mayChangeMessage, requireMessage, isEditable } from '../../access/messages'
import { requireUnrestricted } from '../../access/sanctions'
import { writeRefusal } from '../../access/writing'
import type { Ctx, Viewer } from '../../context'
import { takeNextClock } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { publishMasked } from '../conversations/mask'
import { messagesByIds } from '../queries'
import { textHash } from './hashes'
import { presentMessages } from './present'
import { rewriteMessage } from './queries-acts'
import { normalizeMessageText } from './text'

const OF_BOTH =
  'Ce message est de vous deux\u00a0: il ne se modifie pas «\u00a0à quatre mains\u00a0», mais l’un de vous peut le supprimer.'

/**
 * Replaces the text of one's own message, for 15 minutes and while one may write in the
 * conversation, unless two agreed to it and still write by four hands. Idempotent: the same text
 * changes nothing. No notification is sent. Fails with `not_found`, `message_not_yours`,
 * `edit_refused`, `empty_message`, or as sending does.
 */
export const editOwnMessage = async (
  ctx: Ctx,
  viewer: Viewer,
  messageId: string,
  text: string,
): Promise<Message> => {
  const content = normalizeMessageText(text)
  const { conversation } = await requireMessage(ctx.db, viewer, messageId)
  const { row, fresh } = await ctx.db.transaction().execute(async (trx) => {
    const clock = (await takeNextClock(trx, conversation.id, ctx.now())) ?? fail('not_found')
    const { message, participant } = await requireMessage(trx, viewer, messageId)
    if (!mayChangeMessage(viewer, message)) fail('message_not_yours')
    const refusal = await writeRefusal(trx, viewer, conversation)
    if (refusal) fail(refusal)
    await requireUnrestricted(trx, viewer, 'messages', ctx.now())
    if (!content && message.media_count === 0 && message.deleted_at === null) fail('empty_message')
    // a retry of an edit that was made in time
    if (message.deleted_at === null && message.content === content)
      return { row: message, fresh: false }
    if (!isEditable(message, ctx.now())) fail('edit_refused')
    // it was sent because both had agreed to these words
    if (participant.four_hands === 1 && message.sender_identity_id === null)
      fail('edit_refused', undefined, undefined, OF_BOTH)
    const set = {
      content,
      text_hash: textHash(ctx.secret, viewer.accountId, content),
      edited_at: ctx.now(),
      changed: clock,
    }
    return { row: await rewriteMessage(trx, messageId, set), fresh: true }
  })
  if (fresh) ctx.bus.later('edit', () => announce(ctx, viewer, conversation, row))
  return (await presentMessages(ctx, conversation, [row], viewer.accountId))[0] ?? fail('not_found')
}

/** The message is published again under its id, as after a deletion. */
const announce = async (
  ctx: Ctx,
  viewer: Viewer,
  conversation: Row<'conversations'>,
  row: Row<'messages'>,
): Promise<void> => {
  const [quoted] = row.quote_id ? await messagesByIds(ctx.db, [row.quote_id]) : []
  await publishMasked(
    ctx,
    conversation,
    'conversation.message.created',
    async (to) => {
      const [message] = await presentMessages(ctx, conversation, [row], viewer.accountId, to)
      return message ? { conversationId: conversation.id, message, clientMsgId: null } : null
    },
    quoted?.seq ?? null,
    undefined,
    row.seq,
  )
}
