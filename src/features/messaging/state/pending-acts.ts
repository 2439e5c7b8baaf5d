import type { Message } from '#contract/messaging/messages'
import type { StoredAct as PendingAct } from '../../../data/device/outbox-store'
import { withReaction } from '../thread/message/reactions'
import { onPendingActs } from './store'

/** Own acts that the server has not confirmed, by key. */
const pending = new Map<string, PendingAct>()

/** In the order in which they were made. */
export const pendingActsOf = (messageId: string): readonly PendingAct[] =>
  [...pending.values()].filter((p) => p.messageId === messageId).sort((a, b) => a.order - b.order)
const isStillPending = (p: PendingAct): boolean => pending.get(p.key)?.order === p.order
/** False when a later act of the same kind is known. */
export const addPending = (p: PendingAct): boolean => {
  if ((pending.get(p.key)?.order ?? 0) > p.order) return false
  pending.set(p.key, p)
  return true
}
export const dropPending = (p: PendingAct): void => {
  if (isStillPending(p)) pending.delete(p.key)
}
export const clearPending = (): void => pending.clear()

const applyAct = (m: Message, { act, accountId }: PendingAct): Message => {
  if (m.deletedAt) return m
  switch (act.kind) {
    case 'delete':
      return { ...m, deletedAt: act.at, content: '', reactions: {}, media: [], quote: null }
    case 'edit':
      return { ...m, content: act.content, edited: true }
    case 'react':
      return {
        ...m,
        reactions: withReaction(m.reactions, accountId, act.identityId, act.emoji, act.at),
      }
  }
}
/** The message as it will be once the server has confirmed the pending acts. */
export const withPendingActs = (m: Message): Message =>
  pending.size === 0 ? m : pendingActsOf(m.id).reduce(applyAct, m)
onPendingActs(withPendingActs)
