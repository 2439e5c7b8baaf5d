import type { REACTIONS } from '#contract/limits'
import type { Message } from '#contract/messaging/messages'
import { requireMessage, acceptsReactions } from '../../access/messages'
import { writeRefusal } from '../../access/writing'
import type { Ctx, Viewer } from '../../context'
import { takeNextClock, type Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { maskFor, publishMasked } from '../conversations/mask'
import { presentReactions } from './present'
import { reactionsOf } from '../queries'
import { deleteReactions, insertReaction } from './queries-acts'
import { senderIdentity } from './send'

/** Emoji → its authors. */
type Reactions = Message['reactions']

/** Key of a reaction in both mode. */
const BOTH = ''

/**
 * Changes the reactions of the viewer's account on a message, under the conversation's lock, and
 * publishes the whole map. `work` returns whether anything changed; if not, nothing is published.
 */
const changeReactions = async (
  ctx: Ctx,
  viewer: Viewer,
  messageId: string,
  work: (
    trx: Conn,
    message: Row<'messages'>,
    conversation: Row<'conversations'>,
  ) => Promise<boolean>,
): Promise<Reactions> => {
  const { conversation } = await requireMessage(ctx.db, viewer, messageId)
  const { rows, seq, clock } = await ctx.db.transaction().execute(async (trx) => {
    const now = (await takeNextClock(trx, conversation.id, ctx.now())) ?? fail('not_found')
    // checked again under the lock
    const held = await requireMessage(trx, viewer, messageId)
    const changed = await work(trx, held.message, held.conversation)
    // sync returns it
    if (changed)
      await trx.updateTable('messages').set({ changed: now }).where('id', '=', messageId).execute()
    return {
      rows: await reactionsOf(trx, [messageId]),
      seq: held.message.seq,
      clock: changed ? now : null,
    }
  })
  if (clock !== null)
    ctx.bus.later('reaction', async () => {
      await publishMasked(
        ctx,
        conversation,
        'reaction.updated',
        (to) =>
          to.isLate
            ? null
            : {
                conversationId: conversation.id,
                messageId,
                changed: clock,
                reactions: presentReactions(rows, to.mask),
              },
        seq,
      )
    })
  return presentReactions(rows, await maskFor(ctx, conversation, viewer.accountId))
}

/**
 * Sets one emoji of one identity, replacing its own and the one of both mode; in both mode (null),
 * replacing all of the account. Fails with `not_found`, `foreign_identity`, `reaction_refused`, or
 * as sending does.
 */
export const addReaction = (
  ctx: Ctx,
  viewer: Viewer,
  messageId: string,
  emoji: (typeof REACTIONS)[number],
  asked: string | null,
): Promise<Reactions> => {
  const key = senderIdentity(viewer, asked) ?? BOTH
  return changeReactions(ctx, viewer, messageId, async (trx, message, conversation) => {
    const refusal = await writeRefusal(trx, viewer, conversation)
    if (refusal) fail(refusal)
    if (!acceptsReactions(message)) fail('reaction_refused')
    const before = (await reactionsOf(trx, [messageId])).filter(
      (r) =>
        r.account_id === viewer.accountId &&
        (key === BOTH || r.identity_key === BOTH || r.identity_key === key),
    )
    if (before.length === 1 && before[0]?.identity_key === key && before[0].emoji === emoji)
      return false
    await deleteReactions(
      trx,
      messageId,
      viewer.accountId,
      before.map((r) => r.identity_key),
    )
    await insertReaction(trx, {
      message_id: messageId,
      account_id: viewer.accountId,
      identity_key: key,
      emoji,
      created_at: ctx.now(),
    })
    return true
  })
}

/**
 * Removes the acting identity's reaction, or the one of both mode; acting as both, all of the
 * account. Always allowed.
 */
export const withdrawReaction = (ctx: Ctx, viewer: Viewer, messageId: string): Promise<Reactions> =>
  changeReactions(ctx, viewer, messageId, async (trx) => {
    const own = (await reactionsOf(trx, [messageId]))
      .filter((r) => r.account_id === viewer.accountId)
      .map((r) => r.identity_key)
    const keys =
      viewer.identityId === null
        ? own
        : own.includes(viewer.identityId)
          ? [viewer.identityId]
          : own.filter((k) => k === BOTH)
    await deleteReactions(trx, messageId, viewer.accountId, keys)
    return keys.length > 0
  })
