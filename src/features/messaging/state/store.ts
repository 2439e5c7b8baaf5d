import { proxy, ref } from 'valtio'
import type { Conversation, Message } from '#contract/messaging/messages'
import { setBadge } from '../../../data/state/badges'
import { offlineContent } from '../../../data/hub/from-device'
import { actingIdentity } from '../../../data/session/session'
import {
  mergeWindow,
  applyMarks,
  withinLoadedRange,
  withoutNames,
  deriveMarks,
  mergeMessages,
  refreshQuotes,
  raiseMarks,
  type Page,
  type ReadMarks,
} from './merge'
import {
  toLastMessage,
  EMPTY_THREAD,
  hasReceipts,
  sortedIds,
  type Outgoing,
  type Thread,
} from './model'

/**
 * Opaque to valtio (`ref`): replaced as a whole, so that a row renders only when its own object
 * changes.
 */
type Opaque<T> = T & { readonly $$valtioSnapshot: T }

/** `focus`: move the focus to the row; false while typing in the search field. */
interface Jump {
  readonly id: string
  readonly messageId: string
  readonly focus: boolean
}
export interface State {
  list: 'idle' | 'loading' | 'ready' | 'error'
  conversations: Record<string, Opaque<Conversation>>
  /** Ids, newest message first. */
  order: string[]
  threads: Record<string, Opaque<Thread>>
  reads: Record<string, ReadMarks>
  openId: string | null
  /** The message to scroll to; cleared once its row is rendered. */
  jump: Jump | null
  /** The page is visible: messages that arrive in the open conversation count as read. */
  watching: boolean
}

const initialState = (): State => ({
  list: 'idle',
  conversations: {},
  order: [],
  threads: {},
  reads: {},
  openId: null,
  jump: null,
  watching: true,
})
export const messaging = proxy<State>(initialState())
/**
 * Account changed or signed out: clears all but the open conversation and the page's visibility.
 */
export const resetMessaging = (): void => {
  offlineContent.shown = false
  Object.assign(messaging, {
    ...initialState(),
    openId: messaging.openId,
    watching: messaging.watching,
  })
}

export const threadOf = (id: string): Thread => messaging.threads[id] ?? EMPTY_THREAD
export const setThread = (id: string, patch: Partial<Thread>): void => {
  messaging.threads[id] = ref({ ...threadOf(id), ...patch }) as Opaque<Thread>
}
const putOpaque = (c: Conversation): void => {
  messaging.conversations[c.id] = ref(c) as Opaque<Conversation>
}

/** Badge of «Discussions»: conversations with unread messages, without muted and archived ones. */
const countUnread = (): void => {
  if (messaging.list === 'ready')
    setBadge(
      'messages',
      Object.values(messaging.conversations).filter(
        (c) => c.unread_count > 0 && !c.settings.muted && !c.settings.archived,
      ).length,
    )
}
const reorder = (): void => {
  const next = sortedIds(messaging.conversations)
  if (next.join() !== messaging.order.join()) messaging.order = next
}

/** Open, visible and with an acting identity: its messages count as read. */
export const isBeingRead = (id: string): boolean =>
  id === messaging.openId && messaging.watching && actingIdentity().kind !== 'none'

export const setSettings = (id: string, settings: Conversation['settings']): void => {
  const c = messaging.conversations[id]
  if (!c) return
  putOpaque({ ...c, settings })
  reorder()
  countUnread()
}

export const setUnread = (id: string, count: number): void => {
  const c = messaging.conversations[id]
  if (c && c.unread_count !== count) putOpaque({ ...c, unread_count: count })
  countUnread()
}

/** Identities of the other members, by account. */
const othersOf = (id: string, own: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    messaging.conversations[id]?.participants
      .filter((p) => p.account_id !== own)
      .map((p) => [p.account_id, p.account.identities.map((i) => i.id)]),
  )

/**
 * Applies receipts that came before their messages, or before the conversation's type was known
 * (MSG-107).
 */
export const applyReadMarks = (id: string, own: string, incoming?: readonly Message[]): void => {
  const t = messaging.threads[id]
  if (!t || !hasReceipts(messaging.conversations[id]?.type)) return
  const marks = deriveMarks(messaging.reads[id], incoming ?? t.messages, own, othersOf(id, own))
  if (marks !== messaging.reads[id]) messaging.reads[id] = ref(marks as object) as ReadMarks
  const messages = applyMarks(t.messages, own, marks)
  if (messages !== t.messages) setThread(id, { messages })
}

/** Records how far identities of the other members have read. */
export const raiseReadMarks = (id: string, identityIds: readonly string[], seq: number): void => {
  messaging.reads[id] = ref(
    raiseMarks(messaging.reads[id], identityIds, seq) as object,
  ) as ReadMarks
}

/** A deleted or suspended member's name goes from the loaded messages as well. */
const forgetNames = (id: string): void => {
  const t = messaging.threads[id]
  const gone = messaging.conversations[id]?.participants.filter((p) => p.account.deleted)
  if (!t || !gone?.length) return
  const handles = new Map(gone.map((p) => [p.account_id, p.account.account_handle]))
  const messages = withoutNames(t.messages, handles)
  if (messages !== t.messages) setThread(id, { messages })
}

/** The server's copy, with the fields of a newer message that came live during the request. */
const withNewerLive = (c: Conversation): Conversation => {
  const known = messaging.conversations[c.id]
  const late =
    known?.lastMessageAt &&
    (!c.lastMessageAt || Date.parse(known.lastMessageAt) > Date.parse(c.lastMessageAt))
  const next = late
    ? {
        ...c,
        lastMessageAt: known.lastMessageAt,
        last_message: known.last_message,
        unread_count: known.unread_count,
      }
    : c
  return isBeingRead(c.id) ? { ...next, unread_count: 0 } : next
}

/** Stores the server's list. An unchanged conversation stays the same object. */
export const setList = (list: readonly Conversation[], own: string): void => {
  const next: State['conversations'] = {}
  for (const c of list) {
    const known = messaging.conversations[c.id]
    const now = withNewerLive(c)
    next[c.id] =
      known && JSON.stringify(known) === JSON.stringify(now)
        ? known
        : (ref(now) as Opaque<Conversation>)
  }
  // keep the open conversation while it is empty and missing from the list
  const open = messaging.openId ? messaging.conversations[messaging.openId] : undefined
  if (open && !open.last_message) next[open.id] ??= open
  messaging.conversations = next
  messaging.list = 'ready'
  reorder()
  countUnread()
  for (const id of Object.keys(messaging.threads)) {
    applyReadMarks(id, own)
    forgetNames(id)
  }
}
export const putConversation = (c: Conversation, own: string): void => {
  putOpaque(withNewerLive(c))
  reorder()
  countUnread()
  applyReadMarks(c.id, own)
  forgetNames(c.id)
}

let withPending: (m: Message) => Message = (m) => m
/** Sets what is shown of a message that arrives while an own act on it is pending. */
export const onPendingActs = (show: typeof withPending): void => {
  withPending = show
}

let notifyArrivals: (id: string, messages: readonly Message[]) => void = () => undefined
/** Calls `listener` with the messages that a thread takes: the outbox confirms its pending copies. */
export const onArrivals = (listener: typeof notifyArrivals): void => {
  notifyArrivals = listener
}

/** Merges live, synced or returned messages into the loaded range. */
export const mergeIntoThread = (id: string, incoming: readonly Message[], own: string): void => {
  const now = threadOf(id)
  setThread(id, {
    messages: refreshQuotes(
      mergeMessages(now.messages, withinLoadedRange(now, incoming).map(withPending)),
      incoming,
    ),
  })
  applyReadMarks(id, own, incoming)
  notifyArrivals(id, incoming)
}
/** Adds a page that is adjacent to the loaded range. */
export const addPageToThread = (
  id: string,
  page: readonly Message[],
  own: string,
  patch: Partial<Thread>,
): void => {
  const now = threadOf(id)
  const first = page[0]
  setThread(id, {
    ...patch,
    messages: mergeMessages(now.messages, page.map(withPending)),
    breaks: new Set([...now.breaks, ...(first ? [first.id] : [])]),
  })
  applyReadMarks(id, own, page)
  notifyArrivals(id, page)
}
/** Replaces the loaded range: by the first page, or by a window elsewhere. */
export const replaceThreadWindow = (
  id: string,
  page: Page,
  own: string,
  patch: Partial<Thread>,
): void => {
  const now = threadOf(id)
  const first = page.messages[0]
  setThread(id, {
    ...patch,
    phase: 'ready',
    older: 'idle',
    newer: 'idle',
    epoch: now.epoch + 1,
    hasMore: page.hasMore,
    hasNewer: page.hasNewer,
    messages: mergeWindow(now.messages, page).map(withPending),
    breaks: new Set(first ? [first.id] : []),
  })
  applyReadMarks(id, own)
  notifyArrivals(id, page.messages)
}
/** Changes one message optimistically. */
export const patchMessage = (
  id: string,
  messageId: string,
  patch: (m: Message) => Message,
): void => {
  const { messages } = threadOf(id)
  const known = messages.find((m) => m.id === messageId)
  if (!known) return
  const next = patch(known)
  setThread(id, {
    messages: refreshQuotes(
      messages.map((m) => (m === known ? next : m)),
      [next],
    ),
  })
}

/**
 * Updates the list for a new message: order, last message, unread + 1 unless own or being read
 * (MSG-109, MSG-110).
 */
export const updateListForMessage = (m: Message, own: string): void => {
  const c = messaging.conversations[m.conversationId]
  if (!c) return
  if (c.last_message?.id === m.id) {
    // a deletion may arrive before the message
    if (!c.last_message.deletedAt || m.deletedAt)
      putOpaque({ ...c, last_message: toLastMessage(m) })
    return
  }
  if (m.deletedAt || (c.lastMessageAt && Date.parse(m.createdAt) < Date.parse(c.lastMessageAt)))
    return
  const read = m.senderAccountId === own || m.senderAccountId === 'system' || isBeingRead(c.id)
  // a message of another member unarchives the conversation unless it is muted, as on the server
  const back = c.settings.archived && !c.settings.muted && m.senderAccountId !== own
  putOpaque({
    ...c,
    last_message: toLastMessage(m),
    lastMessageAt: m.createdAt,
    unread_count: c.unread_count + (read ? 0 : 1),
    settings: back ? { ...c.settings, archived: false } : c.settings,
  })
  reorder()
  countUnread()
}

/**
 * Groups that this account has left from this page: their `conversation.left` event needs no toast.
 */
export const ownLeftGroups = new Set<string>()
/** Removes a conversation that this account is no longer a member of. */
export const forgetConversation = (id: string): void => {
  delete messaging.conversations[id]
  delete messaging.threads[id]
  delete messaging.reads[id]
  if (id === messaging.openId) setThread(id, { phase: 'error', failure: 'gone' })
  reorder()
  countUnread()
}

/** The outbox's view of a conversation; written by outbox/outbox.ts alone. */
export const setOutgoing = (id: string, outgoing: readonly Outgoing[]): void =>
  setThread(id, { outgoing })
/** Whether an own message is being sent here. */
export const isSending = (t: Thread): boolean => t.outgoing.some((o) => o.state === 'sending')
