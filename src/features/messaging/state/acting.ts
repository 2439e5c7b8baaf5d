import type { Message } from '#contract/messaging/messages'
import type { Emoji, MessageAct, StoredAct } from '../../../data/device/outbox-store'
import { openIdentityDialog } from '../../../data/session/identity-prompt'
import { actingIdentity } from '../../../data/session/session'
import { confirm } from '../../../ui/overlay/confirm'
import { startOutbox } from '../outbox/start'
import { ownAccountId } from './own-account'
import { addPending, withPendingActs } from './pending-acts'
import { updateListForMessage, patchMessage } from './store'
import { mayDelete, myReaction } from '../thread/message/reactions'
import { createIncreasingTime } from '../../../lib/increasing-time'

const nextOrder = createIncreasingTime()

/** Shows an act at once and hands it to the outbox, which retries it until the server replies. */
const perform = (m: Message, act: MessageAct): void => {
  const pending: StoredAct = {
    key: `${m.id}:${act.kind}`,
    messageId: m.id,
    conversationId: m.conversationId,
    accountId: ownAccountId(),
    order: nextOrder(),
    act,
  }
  addPending(pending)
  patchMessage(m.conversationId, m.id, withPendingActs)
  void startOutbox()?.then((engine) => engine.perform(pending))
}

/**
 * Sets, changes or removes one's own reaction, optimistically. Without an acting identity, asks for
 * one first (MSG-144).
 */
export const changeReaction = (m: Message, emoji: Emoji | null): void => {
  const acting = actingIdentity()
  if (acting.kind === 'none') return openIdentityDialog()
  const identityId = acting.kind === 'both' ? null : acting.id
  perform(m, { kind: 'react', emoji, identityId, at: new Date().toISOString() })
}
/** Choosing the current emoji again removes it. */
export const toggleReaction = (m: Message, emoji: Emoji): void => {
  const acting = actingIdentity()
  changeReaction(
    m,
    acting.kind !== 'none' && myReaction(m.reactions, ownAccountId(), acting) === emoji
      ? null
      : emoji,
  )
}

/** Replaces the text of one's own message, optimistically; the same text changes nothing. */
export const editMessageText = (m: Message, content: string): void => {
  if (content === m.content) return
  perform(m, { kind: 'edit', content })
  updateListForMessage(withPendingActs(m), ownAccountId())
}

/** Deletes a message for all members after a confirmation, optimistically (MSG-117). */
export const confirmDeleteMessage = async (m: Message): Promise<void> => {
  if (!mayDelete(m, ownAccountId(), actingIdentity())) return openIdentityDialog()
  if (
    !(await confirm({
      title: 'Supprimer ce message\u00a0?',
      message: 'Il disparaîtra pour tout le monde, avec ses photos et ses réactions.',
      confirmLabel: 'Supprimer',
      danger: true,
    }))
  )
    return
  deleteMessageNow(m)
}
/** The same without asking. */
export const deleteMessageNow = (m: Message): void => {
  perform(m, { kind: 'delete', at: new Date().toISOString() })
  updateListForMessage(withPendingActs(m), ownAccountId())
}
