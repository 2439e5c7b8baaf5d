import type { Conversation, Message } from '#contract/messaging/messages'
import type { BlurSpot } from '#contract/workers/image'
import type { Failure } from '../../../data/http/api-error'

/** A picture chosen for a message: the file as chosen, its spots, and a preview of what will be sent. */
export interface Photo {
  readonly id: string
  readonly file: File
  readonly spots: readonly BlurSpot[]
  /** Object URL of the picture as it will be sent; null while it is edited for the first time or cannot be drawn. */
  readonly preview: string | null
  /** The bytes behind the preview when they are not the file itself: kept on the device with it. */
  readonly still: Blob | null
  /** Width by height, so that its place is the same before and after it is sent; null while unknown. */
  readonly ratio: number | null
  /** In the blur modal for the first time: not shown in the composer yet (MSG-096). */
  readonly pending: boolean
}

/**
 * A message of one's own on its way. Its client id never changes, whatever is tried again. `sending`: it is going now;
 * `waiting`: no network, or others go first, it goes by itself; `failed`: refused, the member decides.
 */
export type OutgoingState = 'sending' | 'waiting' | 'failed'
export interface Outgoing {
  readonly clientMsgId: string
  readonly content: string
  /** null in both mode. */
  readonly senderIdentityId: string | null
  readonly createdAt: string
  /** Grows; the order in which they go. */
  readonly order: number
  /** What it answers; null: nothing. */
  readonly quote: Message['quote']
  readonly photos: readonly Photo[]
  /** By id of the picture: how much of it is done, 0 to 1. */
  readonly shares: Readonly<Record<string, number>>
  /** By id of the picture: what will be sent, once it is converted. */
  readonly blobs: Readonly<Record<string, Blob>>
  /** By id of the picture: its media once it is uploaded; a retry does not upload it again. */
  readonly mediaIds: Readonly<Record<string, string>>
  /** Has left at least once: what it says must not change any more. */
  readonly posted: boolean
  readonly state: OutgoingState
  readonly error: string | null
}

export interface Thread {
  /** Growing `seq`, no id twice. The array and its messages are replaced, never changed. */
  readonly messages: readonly Message[]
  readonly outgoing: readonly Outgoing[]
  /** Older ones exist on the server. */
  readonly hasMore: boolean
  /** This is a window inside the past: newer ones exist, and what comes live is not put below it. */
  readonly hasNewer: boolean
  readonly phase: 'loading' | 'ready' | 'error'
  /** Why, when the phase is 'error'. */
  readonly failure: Failure
  readonly older: 'idle' | 'loading' | 'error'
  readonly newer: 'idle' | 'loading' | 'error'
  /** Counts the windows: another one is drawn and placed afresh. */
  readonly epoch: number
  /** Up to here the acting identity has read. */
  readonly readSeq: number
  /** «Nouveaux messages» stands above this one until the conversation is left. */
  readonly dividerId: string | null
  /** First message of every loaded page: keeps opening its group, so that an older page changes no row below it. */
  readonly breaks: ReadonlySet<string>
  /** Cursor of the next sync, as the server gave it. */
  readonly since: string | null
  /** Ms since epoch. */
  readonly loadedAt: number
  readonly syncedAt: number
}
export const EMPTY_THREAD: Thread = {
  messages: [],
  outgoing: [],
  hasMore: false,
  hasNewer: false,
  phase: 'loading',
  failure: 'gone',
  older: 'idle',
  newer: 'idle',
  epoch: 0,
  readSeq: 0,
  dividerId: null,
  breaks: new Set(),
  since: null,
  loadedAt: 0,
  syncedAt: 0,
}

/** Pending copies whose message has arrived are gone (MSG-101). */
export const settle = (
  outgoing: readonly Outgoing[],
  arrived: readonly Message[],
): readonly Outgoing[] => {
  if (outgoing.length === 0) return outgoing
  const ids = new Set(arrived.map((m) => m.clientMsgId))
  const left = outgoing.filter((o) => !ids.has(o.clientMsgId))
  return left.length === outgoing.length ? outgoing : left
}

/** Receipts exist only between two parties (MSG-105). */
export const hasReceipts = (type: Conversation['type'] | undefined): boolean =>
  type === 'direct' || type === 'event-direct'

export const asLast = (m: Message): NonNullable<Conversation['last_message']> => ({
  id: m.id,
  content: m.content,
  senderAccountId: m.senderAccountId,
  senderHandle: m.identity.handle,
  createdAt: m.createdAt,
  deletedAt: m.deletedAt,
  systemType: m.systemType,
  mediaCount: m.media.length,
})

/** The pinned ones first, then newest message first; one without any by its creation. */
export const inOrder = (conversations: Readonly<Record<string, Conversation>>): string[] =>
  Object.values(conversations)
    .sort(
      (a, b) =>
        Number(b.settings.pinned) - Number(a.settings.pinned) ||
        Date.parse(b.lastMessageAt ?? b.createdAt) - Date.parse(a.lastMessageAt ?? a.createdAt) ||
        (a.id < b.id ? 1 : -1),
    )
    .map((c) => c.id)
