import { QUOTE_MAX_CHARS } from '#contract/limits'
import type { HeldMessage, Together } from '#contract/messaging/held'
import type { Conversation, Message } from '#contract/messaging/messages'
import type { BlurSpot, Faces } from '#contract/workers/image'
import type { BriefMode } from '#contract/messaging/brief'
import type { Failure } from '../../../data/http/api-error'

/**
 * A photo chosen for a message: the original file, its blur spots, and a preview of what will be
 * sent.
 */
export interface Photo {
  readonly id: string
  readonly file: File
  readonly spots: readonly BlurSpot[]
  readonly faces: Faces
  /** The people on it; set when it is sent. */
  readonly people?: string | undefined
  /** Seen once, or for a day; the same for all photos of a message, set when it is sent. */
  readonly brief?: BriefMode | undefined
  /**
   * Object URL of the photo as it will be sent; null until the first edit is done or when it cannot
   * be rendered.
   */
  readonly preview: string | null
  /** The preview's bytes when they are not the file itself; stored on the device with it. */
  readonly still: Blob | null
  /**
   * Width / height, so that its box has the same size before and after sending; null while unknown.
   */
  readonly ratio: number | null
  /** Still in its first blur modal: not shown in the composer yet (MSG-096). */
  readonly pending: boolean
}

/**
 * A message that the server has not confirmed. Retries keep its client id. `sending`: request in
 * flight; `waiting`: offline or queued, retried automatically; `failed`: rejected, the member
 * decides.
 */
type OutgoingState = 'sending' | 'waiting' | 'failed'
export interface Outgoing {
  readonly clientMsgId: string
  readonly content: string
  /** null in both mode. */
  readonly senderIdentityId: string | null
  readonly createdAt: string
  /** Increasing; the sending order. */
  readonly order: number
  /** The quoted message, or null. */
  readonly quote: Message['quote']
  readonly photos: readonly Photo[]
  /** Upload progress by photo id, 0 to 1. */
  readonly shares: Readonly<Record<string, number>>
  /** Converted bytes by photo id. */
  readonly blobs: Readonly<Record<string, Blob>>
  /** Media id by photo id, once uploaded; a retry does not upload again. */
  readonly mediaIds: Readonly<Record<string, string>>
  /** Was posted at least once: its content must no longer change. */
  readonly posted: boolean
  readonly state: OutgoingState
  readonly error: string | null
  /** Failed, and no retry can succeed. */
  readonly isFinal: boolean
}

export interface Thread {
  /** Ordered by `seq`, ids unique. The array and its messages are immutable. */
  readonly messages: readonly Message[]
  readonly outgoing: readonly Outgoing[]
  /** Own messages that wait for an agreement; the rule «À quatre mains», null while unknown. */
  readonly held: readonly HeldMessage[]
  readonly fourHands: Together | null
  /** The server has older messages. */
  readonly hasMore: boolean
  /**
   * This is a window inside the past: the server has newer messages, and live ones are not
   * appended.
   */
  readonly hasNewer: boolean
  readonly phase: 'loading' | 'ready' | 'error'
  /** Reason when `phase` is 'error'. */
  readonly failure: Failure
  readonly older: 'idle' | 'loading' | 'error'
  readonly newer: 'idle' | 'loading' | 'error'
  /** Number of the window: a new one is rendered and positioned from scratch. */
  readonly epoch: number
  /** The acting identity has read up to this `seq`. */
  readonly readSeq: number
  /** «Nouveaux messages» is shown above this message until the conversation is left. */
  readonly dividerId: string | null
  /**
   * First message of each loaded page: always opens a group, so that an older page changes no row
   * below it.
   */
  readonly breaks: ReadonlySet<string>
  /** Cursor of the next sync, as the server returned it. */
  readonly since: string | null
  /** Ms since epoch. */
  readonly loadedAt: number
  readonly syncedAt: number
  /** Syncs that failed since one succeeded: changes may be missing. */
  readonly syncFailures: number
}
export const EMPTY_THREAD: Thread = {
  messages: [],
  outgoing: [],
  held: [],
  fourHands: null,
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
  syncFailures: 0,
}

/** Removes outgoing copies whose message has arrived (MSG-101). */
export const reconcileOutgoing = (
  outgoing: readonly Outgoing[],
  arrived: readonly Message[],
): readonly Outgoing[] => {
  if (outgoing.length === 0) return outgoing
  const ids = new Set(arrived.map((m) => m.clientMsgId))
  const left = outgoing.filter((o) => !ids.has(o.clientMsgId))
  return left.length === outgoing.length ? outgoing : left
}

/** The rule «À quatre mains» of a conversation, and how many own messages wait in it. */
export const fourHandsOf = (
  c: Pick<Conversation, 'metadata'> | undefined,
): { readonly isOn: boolean; readonly held: number } => {
  const { four_hands, held } = c?.metadata ?? {}
  return { isOn: four_hands ?? false, held: held ?? 0 }
}

/** Read receipts exist in direct and event-direct conversations only (MSG-105). */
export const hasReceipts = (type: Conversation['type'] | undefined): boolean =>
  type === 'direct' || type === 'event-direct'

/** The beginning of a message, for its quotes; never ends with half a surrogate pair. */
export const quotedText = (content: string): string =>
  content.slice(0, QUOTE_MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '')

export const toLastMessage = (m: Message): NonNullable<Conversation['last_message']> => ({
  id: m.id,
  content: m.content,
  senderAccountId: m.senderAccountId,
  senderHandle: m.identity.handle,
  createdAt: m.createdAt,
  deletedAt: m.deletedAt,
  systemType: m.systemType,
  mediaCount: photoCount(m),
})

/** Photos of a message, those that are seen once included. */
export const photoCount = (m: Pick<Message, 'media' | 'brief'>): number =>
  m.media.length + (m.brief?.photos.length ?? 0)

/** Pinned first, then by last message, newest first; without one, by creation date. */
export const sortedIds = (conversations: Readonly<Record<string, Conversation>>): string[] =>
  Object.values(conversations)
    .sort(
      (a, b) =>
        Number(b.settings.pinned) - Number(a.settings.pinned) ||
        Date.parse(b.lastMessageAt ?? b.createdAt) - Date.parse(a.lastMessageAt ?? a.createdAt) ||
        (a.id < b.id ? 1 : -1),
    )
    .map((c) => c.id)
