import { proxy } from 'valtio'
import type { Message } from '#contract/messaging/messages'
import { actingIdentity } from '../../../data/session/session'
import { own } from '../state/own-account'
import { waitingIn } from '../state/model'
import { messaging, thread } from '../state/store'
import { mayEdit } from '../thread/message/reactions'

/** Id of the message whose text is being changed, by conversation. */
export const editing = proxy<{ byConversation: Record<string, string> }>({ byConversation: {} })

export const startEdit = (m: Message): void => {
  editing.byConversation[m.conversationId] = m.id
}
/** Starts with the last message that the acting identity may edit; returns whether there is one. */
export const editLast = (id: string): boolean => {
  const { messages, hasNewer } = thread(id)
  const acting = actingIdentity()
  const { isOn } = waitingIn(messaging.conversations[id])
  const last = hasNewer ? undefined : messages.findLast((m) => mayEdit(m, own(), acting, isOn))
  if (last) startEdit(last)
  return last !== undefined
}
export const stopEdit = (id: string): void => void delete editing.byConversation[id]
