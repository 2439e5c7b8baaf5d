import { beforeEach } from 'vitest'
import { session } from '../../../../../src/data/session/session'
import { toLastMessage } from '../../../../../src/features/messaging/state/model'
import {
  messaging,
  resetMessaging,
  setList,
  setThread,
} from '../../../../../src/features/messaging/state/store'
import {
  at,
  conversation,
  CONVERSATION,
  message,
  OWN,
  uid,
} from '../../../../support/world/messages'

export const second = uid('conversation', 4)

export const list = [
  conversation({ lastMessageAt: at(10), last_message: toLastMessage(message(10)) }),
  conversation({
    id: second,
    lastMessageAt: at(20),
    last_message: toLastMessage(message(20, { conversationId: second })),
  }),
]

export const unread = (id = CONVERSATION): number | undefined =>
  messaging.conversations[id]?.unread_count

export const open = (): void => {
  messaging.openId = CONVERSATION
  setThread(CONVERSATION, { phase: 'ready', messages: [message(10)] })
}

export const setUp = (): void => {
  beforeEach(() => {
    messaging.openId = null
    messaging.watching = true
    resetMessaging()
    Object.assign(session, {
      accountId: OWN,
      activeIdentityId: uid('identity', 1),
      mode: 'single',
      identityIds: [],
    })
    setList(list, OWN)
  })
}
