import type { RealtimeEvent } from '#contract/realtime'
import { actingIdentity } from '../../../data/session/session'
import { renewMessagesOf } from './api'
import { refreshList } from './list-api'
import { reportRead } from './reads'
import { loadHeld } from './held'
import {
  applyReadMarks,
  forgetConversation,
  isBeingRead,
  messaging,
  updateListForMessage,
  putConversation,
  raiseReadMarks,
  setThread,
  setUnread,
  mergeIntoThread,
  threadOf,
} from './store'

/** Request that an event makes necessary: reload the list, or report a read message. */
type FollowUp = 'refresh-list' | 'report-read' | null

/** Whether a read event concerns the acting identity; in both mode, an event of both identities. */
const isActing = (identityIds: readonly string[]): boolean => {
  const acting = actingIdentity()
  return acting.kind === 'single' ? identityIds.includes(acting.id) : identityIds.length > 1
}
const onRead = (
  p: Extract<RealtimeEvent, { name: 'message.read' }>['payload'],
  own: string,
): FollowUp => {
  const id = p.conversationId
  if (p.accountId === own) {
    if (messaging.threads[id] && isActing(p.identityIds))
      setThread(id, { readSeq: Math.max(threadOf(id).readSeq, p.lastReadSeq) })
    const c = messaging.conversations[id]
    // a newer message is here already: this unread count is outdated
    if (
      c?.lastMessageAt &&
      c.last_message?.id !== p.lastReadMessageId &&
      Date.parse(p.readAt) < Date.parse(c.lastMessageAt)
    )
      return 'refresh-list'
    // the other of a couple has read: the count is theirs
    if (!isActing(p.identityIds)) return 'refresh-list'
    setUnread(id, isBeingRead(id) ? 0 : p.unreadCount)
    return null
  }
  raiseReadMarks(id, p.identityIds, p.lastReadSeq)
  applyReadMarks(id, own, [])
  return null
}

/** Applies one live event to the store. */
export const applyEvent = (event: RealtimeEvent, own: string): FollowUp => {
  switch (event.name) {
    case 'conversation.message.created':
    case 'system.message': {
      const { message } = event.payload
      const id = message.conversationId
      const t = messaging.threads[id]
      const isKnown = t?.messages.some((m) => m.id === message.id) ?? false
      // also while the first page is loading: it may have been read before this message was written
      if (t && t.phase !== 'error') mergeIntoThread(id, [message], own)
      if (!messaging.conversations[id]) return 'refresh-list'
      updateListForMessage(message, own)
      if (message.systemType === 'event_paused' || message.systemType === 'event_resumed')
        return 'refresh-list'
      return !isKnown && isBeingRead(id) && message.senderAccountId !== own ? 'report-read' : null
    }
    case 'reaction.updated': {
      const { conversationId, messageId, changed, reactions } = event.payload
      const found = threadOf(conversationId).messages.find((m) => m.id === messageId)
      if (found && !found.deletedAt)
        mergeIntoThread(conversationId, [{ ...found, changed, reactions }], own)
      return null
    }
    case 'message.read':
      return onRead(event.payload, own)
    case 'conversation.created':
      putConversation(event.payload.conversation, own)
      return 'refresh-list'
    case 'conversation.left':
      if (event.payload.accountId !== own) return 'refresh-list'
      forgetConversation(event.payload.conversationId)
      return null
    // blocked or unblocked: whether one may write may have changed
    case 'account.relation.updated':
      return Object.values(messaging.conversations).some((c) =>
        c.participants.some((p) => p.account_id === event.payload.withAccountId),
      )
        ? 'refresh-list'
        : null
    default:
      return null
  }
}

/** Handles one live event: applies it to the store and runs the request that it makes necessary. */
export const handleEvent = (event: RealtimeEvent, own: string): void => {
  const followUp = applyEvent(event, own)
  if (event.name === 'account.held.updated') {
    const { id } = event.payload
    if (messaging.threads[id]) void loadHeld(id).catch(() => undefined)
    if (messaging.conversations[id]) refreshList()
  }
  if (event.name === 'account.relation.updated' && event.payload.isRenamed)
    renewMessagesOf(event.payload.withAccountId)
  if (followUp === 'refresh-list') refreshList()
  if (followUp === 'report-read' && messaging.openId) reportRead(messaging.openId)
}
