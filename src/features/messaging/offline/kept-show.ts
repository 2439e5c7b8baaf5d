import type { Conversation, Message } from '#contract/messaging/messages'
import type { Account } from '#contract/profile/profile'
import { offlineContent } from '../../../data/hub/from-device'
import { session } from '../../../data/session/session'
import { messaging, setList, setThread, threadOf } from '../state/store'

/** Text only: no photos, first names or addresses. */
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

/**
 * Shows the device's copy of the list (no id) or of a conversation. False: something newer is
 * already shown.
 */
export const applyDeviceCopy = (found: unknown, id?: string): boolean => {
  if (!id) {
    const { conversations, account } = found as KeptList
    if (messaging.list === 'ready') return false
    session.account ??= account
    offlineContent.shown = true
    setList(conversations, session.accountId ?? '')
    return true
  }
  if (threadOf(id).phase === 'ready') return false
  const { messages, since, hasMore, readSeq } = found as KeptThread
  offlineContent.shown = true
  // as if just loaded: sync then continues from the end of the copy
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
