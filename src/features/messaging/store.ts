import { proxy, ref } from 'valtio'
import type { Conversation, Message } from '#contract/messaging'
import type { RealtimeEvent } from '#contract/realtime'
import { setBadge } from '../../data/badges'
import { applyMark, asLast, EMPTY_THREAD, hasReceipts, inOrder, mergeMessages, settle, type Outgoing, type ReadMark, type Thread } from './model'

export interface State {
  list: 'idle' | 'loading' | 'ready' | 'error'
  conversations: Record<string, Conversation>
  /** Ids, newest message first. */
  order: string[]
  /** Threads are replaced whole: a row renders again only when its own message is another object. */
  threads: Record<string, Thread>
  reads: Record<string, ReadMark>
  openId: string | null
  /** The page is visible: what arrives in the open conversation is being read. */
  watching: boolean
}

const fresh = (): State => ({ list: 'idle', conversations: {}, order: [], threads: {}, reads: {}, openId: null, watching: true })
export const messaging = proxy<State>(fresh())
export const resetMessaging = (): void => void Object.assign(messaging, fresh())

export const thread = (id: string): Thread => messaging.threads[id] ?? EMPTY_THREAD
/** Replaces parts of a thread. `ref`: valtio keeps the object as it is and watches only the slot. */
export const setThread = (id: string, patch: Partial<Thread>): void => {
  messaging.threads[id] = ref({ ...thread(id), ...patch })
}

/** The badge of «Discussions»: how many conversations have something unread. */
export const countUnread = (): void => {
  if (messaging.list === 'ready') setBadge('messages', Object.values(messaging.conversations).filter((c) => c.unread_count > 0).length)
}
const reorder = (): void => {
  const next = inOrder(messaging.conversations)
  if (next.join() !== messaging.order.join()) messaging.order = next
}

/** Takes the server's list; what is unread in the conversation being read is already known to be read. */
export const setList = (list: readonly Conversation[]): void => {
  const next: Record<string, Conversation> = {}
  for (const c of list) next[c.id] = c.id === messaging.openId && messaging.watching ? { ...c, unread_count: 0 } : c
  // an opened but still empty conversation that the list does not know yet stays
  for (const c of Object.values(messaging.conversations)) if (!next[c.id] && c.id === messaging.openId) next[c.id] = c
  messaging.conversations = next
  messaging.list = 'ready'
  reorder()
  countUnread()
}
export const putConversation = (c: Conversation): void => {
  messaging.conversations[c.id] = c
  reorder()
  countUnread()
}

/** Messages from anywhere (page, sync, answer, event): into the thread, pending copies settled, held receipts applied. */
export const takeMessages = (id: string, incoming: readonly Message[], own: string): void => {
  const now = thread(id)
  const merged = mergeMessages(now.messages, incoming)
  // whoever has read one of mine has read those before it: sync tells only the newest
  const read = incoming.filter((m) => m.senderAccountId === own && m.readByOther).at(-1)
  const mark = messaging.reads[id]
  if (read && read.seq > (mark?.seq ?? 0)) messaging.reads[id] = { seq: read.seq, identityIds: [...new Set([...(mark?.identityIds ?? []), ...read.readByIdentityIds])] }
  setThread(id, { messages: applyMark(merged, own, messaging.reads[id]), outgoing: settle(now.outgoing, incoming) })
}

/** A new message in the list: to the top, last message, unread + 1 unless own or being read (MSG-109, MSG-110). */
export const noteMessage = (m: Message, own: string): void => {
  const c = messaging.conversations[m.conversationId]
  if (!c) return
  const known = c.last_message
  if (known?.id === m.id) {
    c.last_message = asLast(m)
    return
  }
  if (m.deletedAt || (c.lastMessageAt && Date.parse(m.createdAt) < Date.parse(c.lastMessageAt))) return
  c.last_message = asLast(m)
  c.lastMessageAt = m.createdAt
  const read = m.senderAccountId === own || m.senderAccountId === 'system' || (m.conversationId === messaging.openId && messaging.watching)
  if (!read) c.unread_count += 1
  reorder()
  countUnread()
}

const onRead = (p: Extract<RealtimeEvent, { name: 'message.read' }>['payload'], own: string): void => {
  const c = messaging.conversations[p.conversationId]
  if (p.accountId === own) {
    if (c) c.unread_count = p.unreadCount
    countUnread()
    return
  }
  if (c && !hasReceipts(c.type)) return
  const before = messaging.reads[p.conversationId]
  const mark: ReadMark = { seq: Math.max(before?.seq ?? 0, p.lastReadSeq), identityIds: [...new Set([...(before?.identityIds ?? []), ...p.identityIds])] }
  messaging.reads[p.conversationId] = mark
  const t = messaging.threads[p.conversationId]
  if (t) setThread(p.conversationId, { messages: applyMark(t.messages, own, mark) })
}

export type Consequence = 'refresh-list' | 'read' | null
/** One live event. Answers what the caller has to do about it: refresh the list, or tell the server that it was read. */
export const applyEvent = (event: RealtimeEvent, own: string): Consequence => {
  switch (event.name) {
    case 'conversation.message.created':
    case 'system.message': {
      const { message } = event.payload
      const id = message.conversationId
      const isKnown = thread(id).messages.some((m) => m.id === message.id)
      if (messaging.threads[id]?.phase === 'ready') takeMessages(id, [message], own)
      if (!messaging.conversations[id]) return 'refresh-list'
      noteMessage(message, own)
      if (message.systemType === 'event_paused' || message.systemType === 'event_resumed') return 'refresh-list'
      return !isKnown && id === messaging.openId && messaging.watching && message.senderAccountId !== own ? 'read' : null
    }
    case 'reaction.updated': {
      const t = messaging.threads[event.payload.conversationId]
      const found = t?.messages.find((m) => m.id === event.payload.messageId)
      if (found) takeMessages(event.payload.conversationId, [{ ...found, reactions: event.payload.reactions }], own)
      return null
    }
    case 'message.read':
      onRead(event.payload, own)
      return null
    case 'conversation.created':
      putConversation(event.payload.conversation)
      return 'refresh-list'
    case 'conversation.left':
      if (event.payload.accountId !== own) return 'refresh-list'
      delete messaging.conversations[event.payload.conversationId]
      delete messaging.threads[event.payload.conversationId]
      reorder()
      countUnread()
      return null
    default:
      return null
  }
}

export const setOutgoing = (id: string, clientMsgId: string, patch: Partial<Outgoing>): void =>
  setThread(id, { outgoing: thread(id).outgoing.map((o) => (o.clientMsgId === clientMsgId ? { ...o, ...patch } : o)) })
