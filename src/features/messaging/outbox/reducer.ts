import type { Message } from '#contract/messaging/messages'
import type { Outgoing } from '../state/model'

/** Content of an outgoing message and its progress; the status belongs to the entry. */
export type OutgoingContent = Omit<Outgoing, 'state' | 'error' | 'isFinal'>
/**
 * Where the message is kept: not yet written, on the device, or only in this page (the device
 * refused it).
 */
type KeptWhere = 'saving' | 'device' | 'memory'
interface LiveEntry {
  readonly conversationId: string
  readonly content: OutgoingContent
  readonly kept: KeptWhere
}
export type PendingEntry = LiveEntry & { readonly status: 'sending' | 'waiting' }
export interface Refusal {
  readonly error: string
  /** No retry can succeed. */
  readonly isFinal: boolean
}
export const refusalOf = ({ error, isFinal }: Refusal): Refusal => ({ error, isFinal })
export type RefusedEntry = LiveEntry & Refusal & { readonly status: 'refused' }
/**
 * Stays behind so that nothing read later from the device or another tab brings the message back.
 */
interface FinishedEntry {
  readonly conversationId: string
  readonly status: 'confirmed' | 'discarded'
}
export type OutboxEntry = PendingEntry | RefusedEntry | FinishedEntry

export interface OutboxState {
  /** By client id of the message. */
  readonly entries: Readonly<Record<string, OutboxEntry>>
  /** By conversation: when the server takes messages again after a 429, ms since epoch. */
  readonly rateLimitedUntil: Readonly<Record<string, number>>
}
export const EMPTY_OUTBOX: OutboxState = { entries: {}, rateLimitedUntil: {} }

/** `id`: conversation, `key`: client id of the message. */
export type OutboxEvent =
  /** The member sends, or retries a refused message. */
  | {
      readonly kind: 'written'
      readonly id: string
      readonly content: OutgoingContent
      readonly online: boolean
    }
  /** Another tab has written it on the device. */
  | { readonly kind: 'received'; readonly id: string; readonly content: OutgoingContent }
  /** Read from the device: at the start, or before a try. */
  | {
      readonly kind: 'restored'
      readonly id: string
      readonly content: OutgoingContent
      readonly refusal: Refusal | null
    }
  | { readonly kind: 'kept'; readonly key: string; readonly kept: 'device' | 'memory' }
  | {
      readonly kind: 'progressed'
      readonly key: string
      readonly photoId: string
      /** 0 to 1. */
      readonly share: number
    }
  | {
      readonly kind: 'converted'
      readonly key: string
      readonly photoId: string
      readonly blob: Blob
    }
  | {
      readonly kind: 'uploaded'
      readonly key: string
      readonly photoId: string
      readonly mediaId: string
    }
  /** From here on the server may have it: its content no longer changes. */
  | { readonly kind: 'posted'; readonly key: string }
  /** No reply yet, or a transient failure. */
  | { readonly kind: 'delayed'; readonly key: string }
  | ({ readonly kind: 'refused'; readonly key: string } & Refusal)
  | {
      readonly kind: 'confirmed'
      readonly id: string
      readonly key: string
      readonly message: Message | null
    }
  | { readonly kind: 'discarded'; readonly id: string; readonly key: string }
  | { readonly kind: 'photo-removed'; readonly key: string; readonly photoId: string }
  | { readonly kind: 'rate-limited'; readonly id: string; readonly until: number }
  /** Signed out, or another account. */
  | { readonly kind: 'reset' }

export const isPending = (entry: OutboxEntry | undefined): entry is PendingEntry =>
  entry?.status === 'sending' || entry?.status === 'waiting'
export const isLive = (entry: OutboxEntry | undefined): entry is PendingEntry | RefusedEntry =>
  isPending(entry) || entry?.status === 'refused'

const put = (state: OutboxState, key: string, entry: OutboxEntry): OutboxState =>
  state.entries[key] === entry ? state : { ...state, entries: { ...state.entries, [key]: entry } }
const patch = (
  state: OutboxState,
  key: string,
  change: (content: OutgoingContent) => OutgoingContent,
): OutboxState => {
  const entry = state.entries[key]
  if (!isLive(entry)) return state
  const content = change(entry.content)
  return content === entry.content ? state : put(state, key, { ...entry, content })
}

const hasNew = (now: Readonly<Record<string, unknown>>, read: Readonly<Record<string, unknown>>) =>
  Object.keys(read).some((key) => !(key in now))
/** Progress made in any tab or page is never undone; the same object when nothing is new. */
const merged = (now: OutgoingContent, read: OutgoingContent): OutgoingContent =>
  (read.posted && !now.posted) ||
  hasNew(now.mediaIds, read.mediaIds) ||
  hasNew(now.blobs, read.blobs)
    ? {
        ...now,
        posted: now.posted || read.posted,
        mediaIds: { ...read.mediaIds, ...now.mediaIds },
        blobs: { ...read.blobs, ...now.blobs },
      }
    : now

const onWritten = (
  state: OutboxState,
  { id, content, online }: Extract<OutboxEvent, { kind: 'written' }>,
): OutboxState => {
  const key = content.clientMsgId
  const before = state.entries[key]
  if (isPending(before) || before?.status === 'confirmed') return state
  const othersWait = Object.values(state.entries).some(
    (e) => e.conversationId === id && e.status === 'waiting',
  )
  const status = othersWait || !online ? 'waiting' : 'sending'
  return put(state, key, { conversationId: id, content, kept: 'saving', status })
}

const onRead = (
  state: OutboxState,
  event: Extract<OutboxEvent, { kind: 'received' | 'restored' }>,
): OutboxState => {
  const { id, content } = event
  const key = content.clientMsgId
  const before = state.entries[key]
  if (before?.status === 'confirmed') return state
  if (isPending(before)) return patch(state, key, (now) => merged(now, content))
  if (event.kind === 'restored') {
    if (before?.status === 'discarded') return state
    if (before) return patch(state, key, (now) => merged(now, content))
  }
  const live = { conversationId: id, content, kept: 'device' } as const
  return event.kind === 'restored' && event.refusal !== null
    ? put(state, key, { ...live, status: 'refused', ...event.refusal })
    : put(state, key, { ...live, status: 'waiting' })
}

const onProgress = (
  state: OutboxState,
  { key, photoId, share }: Extract<OutboxEvent, { kind: 'progressed' }>,
): OutboxState => {
  const entry = state.entries[key]
  if (!isPending(entry)) return state
  return put(state, key, {
    ...entry,
    status: share > 0 ? 'sending' : entry.status,
    content: { ...entry.content, shares: { ...entry.content.shares, [photoId]: share } },
  })
}

const withoutPhoto = (content: OutgoingContent, photoId: string): OutgoingContent =>
  content.posted || !content.photos.some((p) => p.id === photoId)
    ? content
    : { ...content, photos: content.photos.filter((p) => p.id !== photoId) }

const finished = (
  state: OutboxState,
  { id, key, kind }: Extract<OutboxEvent, { kind: 'confirmed' | 'discarded' }>,
): OutboxState => {
  const before = state.entries[key]
  if (before?.status === 'confirmed' || before?.status === kind) return state
  return put(state, key, { conversationId: before?.conversationId ?? id, status: kind })
}

/**
 * The outbox after an event; the same object when the event changes nothing or is not allowed in
 * its state.
 */
export const outboxReducer = (state: OutboxState, event: OutboxEvent): OutboxState => {
  switch (event.kind) {
    case 'written':
      return onWritten(state, event)
    case 'received':
    case 'restored':
      return onRead(state, event)
    case 'kept': {
      const entry = state.entries[event.key]
      return isLive(entry) && entry.kept !== event.kept
        ? put(state, event.key, { ...entry, kept: event.kept })
        : state
    }
    case 'progressed':
      return onProgress(state, event)
    case 'converted':
      return patch(state, event.key, (c) => ({
        ...c,
        blobs: { ...c.blobs, [event.photoId]: event.blob },
      }))
    case 'uploaded':
      return patch(state, event.key, (c) => ({
        ...c,
        mediaIds: { ...c.mediaIds, [event.photoId]: event.mediaId },
        shares: { ...c.shares, [event.photoId]: 1 },
      }))
    case 'posted':
      return patch(state, event.key, (c) => (c.posted ? c : { ...c, posted: true }))
    case 'delayed': {
      const entry = state.entries[event.key]
      return entry?.status === 'sending'
        ? put(state, event.key, { ...entry, status: 'waiting' })
        : state
    }
    case 'refused': {
      const entry = state.entries[event.key]
      return isPending(entry)
        ? put(state, event.key, { ...entry, status: 'refused', ...refusalOf(event) })
        : state
    }
    case 'confirmed':
    case 'discarded':
      return finished(state, event)
    case 'photo-removed':
      return patch(state, event.key, (c) => withoutPhoto(c, event.photoId))
    case 'rate-limited':
      return {
        ...state,
        rateLimitedUntil: { ...state.rateLimitedUntil, [event.id]: event.until },
      }
    case 'reset':
      return EMPTY_OUTBOX
  }
}

/** Messages of a conversation that the member sees, in their order. */
export const liveEntries = (
  state: OutboxState,
  id: string,
): readonly (PendingEntry | RefusedEntry)[] =>
  Object.values(state.entries)
    .filter(isLive)
    .filter((e) => e.conversationId === id)
    .sort((a, b) => a.content.order - b.content.order)

/**
 * Messages that may be sent at `now`, in order. A message still being written on the device blocks the
 * later ones of its conversation.
 */
export const dueEntries = (state: OutboxState, now: number): readonly PendingEntry[] => {
  const held = new Set<string>()
  return Object.values(state.entries)
    .filter(isPending)
    .sort((a, b) => a.content.order - b.content.order)
    .filter(({ conversationId: id, kept }) => {
      if (kept === 'saving') held.add(id)
      return !held.has(id) && (state.rateLimitedUntil[id] ?? 0) <= now
    })
}
