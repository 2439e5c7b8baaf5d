import { requireMember } from '../../access/members'
import { separatedAccounts } from '../../access/blocks'
import { typingListeners } from '../../access/messages'
import { writeRefusal } from '../../access/writing'
import type { Ctx, Viewer } from '../../context'
import { fail } from '../../fail'
import { senderIdentity } from '../messages/send'

/**
 * A hint on the listeners' own channels; nothing is stored. Fails as sending does, or with
 * `typing_off`.
 */
export const publishTyping = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
  asked: string | null,
  isTyping: boolean,
): Promise<void> => {
  const identityId = senderIdentity(viewer, asked)
  const membership = await requireMember(ctx.db, viewer, conversationId)
  const refusal = await writeRefusal(ctx.db, viewer, membership.conversation)
  if (refusal) fail(refusal)
  // the message will be held: other members must not notice
  if (identityId === null && membership.participant.four_hands === 1) return
  const accounts = await typingListeners(
    ctx.db,
    viewer,
    membership,
    await separatedAccounts(ctx.db, viewer.accountId),
  )
  ctx.realtime.publish(
    'typing.updated',
    { conversationId, accountId: viewer.accountId, identityId, isTyping },
    { accounts },
  )
}
