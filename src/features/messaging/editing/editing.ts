import { proxy } from 'valtio'
import type { Message } from '#contract/messaging/messages'
import { actingIdentity } from '../../../data/session/session'
import { onForget } from '../../../data/session/state'
import { ownAccountId } from '../state/own-account'
import { fourHandsOf } from '../state/model'
import { messaging, threadOf } from '../state/store'
import { mayEdit } from '../thread/message/reactions'

interface Edit {
  readonly id: string
  /** As typed so far: the composer is unmounted under the photos, and by another discussion. */
  text: string
}
/** The message whose text is being changed, by conversation. */
export const editingState = proxy<{ byConversation: Record<string, Edit> }>({ byConversation: {} })
onForget(() => void (editingState.byConversation = {}))

export const startEdit = ({ id, conversationId, content }: Message): void => {
  if (editingState.byConversation[conversationId]?.id !== id)
    editingState.byConversation[conversationId] = { id, text: content }
}
/** Starts with the last message that the acting identity may edit; returns whether there is one. */
export const startEditLast = (id: string): boolean => {
  const { messages, hasNewer } = threadOf(id)
  const acting = actingIdentity()
  const { isOn } = fourHandsOf(messaging.conversations[id])
  const last = hasNewer
    ? undefined
    : messages.findLast((m) => mayEdit(m, ownAccountId(), acting, isOn))
  if (last) startEdit(last)
  return last !== undefined
}
export const stopEdit = (id: string): void => void delete editingState.byConversation[id]
