import type { Message } from '#contract/messaging/messages'
import { deleteMessage, removeReaction, setReaction } from '#contract/messaging/acts'
import type { REACTIONS } from '#contract/limits'
import { call } from '../../../data/http/api'
import { openIdentityDialog } from '../../../data/session/identity-prompt'
import { actingIdentity } from '../../../data/session/session'
import { confirm } from '../../../ui/overlay/confirm'
import { own } from './own-account'
import { noteMessage, patchMessage, pendingReactions, takeMessages } from './store'
import { mayDelete, myReaction, withReaction } from '../thread/message/reactions'

export type Emoji = (typeof REACTIONS)[number]

/** Failures are only logged; the optimistic change stays (MSG-197). */
const log = (error: unknown): void => console.warn('messaging:', error)

/** Requests about one message are sequential, so that the last choice wins. */
const queues = new Map<string, Promise<unknown>>()
const inTurn = (key: string, run: () => Promise<unknown>): void => {
  const mine = (queues.get(key) ?? Promise.resolve())
    .then(run)
    .catch(log)
    .finally(() => {
      if (queues.get(key) === mine) queues.delete(key)
    })
  queues.set(key, mine)
}

/**
 * Sets, changes or removes one's own reaction, optimistically. Without an acting identity, asks for
 * one first (MSG-144).
 */
export const react = (m: Message, emoji: Emoji | null): void => {
  const acting = actingIdentity()
  if (acting.kind === 'none') return openIdentityDialog()
  const identityId = acting.kind === 'both' ? null : acting.id
  const at = new Date().toISOString()
  const show = (reactions: Message['reactions']): Message['reactions'] =>
    withReaction(reactions, own(), identityId, emoji, at)
  pendingReactions.set(m.id, show)
  patchMessage(m.conversationId, m.id, (now) => ({ ...now, reactions: show(now.reactions) }))
  inTurn(m.id, async () => {
    try {
      await (emoji
        ? call(setReaction, { params: { id: m.id }, body: { emoji, identity_id: identityId } })
        : call(removeReaction, { params: { id: m.id } }))
    } finally {
      if (pendingReactions.get(m.id) === show) pendingReactions.delete(m.id)
    }
  })
}
/** Choosing the current emoji again removes it. */
export const toggleReaction = (m: Message, emoji: Emoji): void => {
  const acting = actingIdentity()
  react(
    m,
    acting.kind !== 'none' && myReaction(m.reactions, own(), acting) === emoji ? null : emoji,
  )
}

/** Deletes a message for all members after a confirmation, optimistically (MSG-117). */
export const remove = async (m: Message): Promise<void> => {
  if (!mayDelete(m, own(), actingIdentity())) return openIdentityDialog()
  if (
    !(await confirm({
      title: 'Supprimer ce message ?',
      message: 'Il disparaîtra pour tout le monde, avec ses photos et ses réactions.',
      confirmLabel: 'Supprimer',
      danger: true,
    }))
  )
    return
  const gone: Message = {
    ...m,
    deletedAt: new Date().toISOString(),
    content: '',
    reactions: {},
    media: [],
    quote: null,
  }
  patchMessage(m.conversationId, m.id, (now) => ({
    ...gone,
    changed: now.changed,
    readByOther: now.readByOther,
    readByIdentityIds: now.readByIdentityIds,
  }))
  noteMessage(gone, own())
  inTurn(m.id, async () => {
    const { message } = await call(deleteMessage, { params: { id: m.id } })
    takeMessages(m.conversationId, [message], own())
  })
}
