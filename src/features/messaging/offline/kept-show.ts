import type { Conversation, Message } from '#contract/messaging/messages'
import type { Account } from '#contract/profile/profile'
import { fromDevice } from '../../../data/hub/from-device'
import { session } from '../../../data/session/session'
import { messaging, setList, setThread, thread } from '../state/store'

/** No picture, no first name, no address: words, and what is needed to draw them. */
export interface KeptThread {
  readonly messages: readonly Message[]
  readonly since: string | null
  readonly hasMore: boolean
  readonly readSeq: number
}
export interface KeptList {
  readonly conversations: readonly Conversation[]
  readonly account: Account | null
  readonly caughtUpAt: number
}

/** Shows what this device has kept of the list (no id) or of a conversation. False: something newer stands there. */
export const putKept = (found: unknown, id?: string): boolean => {
  if (!id) {
    const { conversations, account } = found as KeptList
    if (messaging.list === 'ready') return false
    session.account ??= account
    fromDevice.shown = true
    setList(conversations, session.accountId ?? '')
    return true
  }
  if (thread(id).phase === 'ready') return false
  const { messages, since, hasMore, readSeq } = found as KeptThread
  fromDevice.shown = true
  // as if read just now: what changed since comes by sync, from the very place where this ends
  setThread(id, {
    phase: 'ready',
    messages,
    since,
    hasMore,
    readSeq,
    loadedAt: Date.now(),
    breaks: new Set(messages.slice(0, 1).map((m) => m.id)),
  })
  return true
}
