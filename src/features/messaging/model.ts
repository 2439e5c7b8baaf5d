import type { Conversation, Message } from '#contract/messaging'
import type { BlurSpot } from '#contract/workers-image'

/** Who acts in this browser. `identityId` null without `both`: nobody has been chosen yet. */
export interface Me {
  readonly accountId: string | null
  readonly identityId: string | null
  readonly both: boolean
}

/** A picture chosen for a message. `pending` while its blur is being edited for the first time (MSG-096). */
export interface Photo {
  readonly id: string
  readonly file: File
  readonly spots: readonly BlurSpot[]
  /** Object URL of what will be sent, blur included; null when the browser cannot draw it. */
  readonly preview: string | null
  readonly width: number
  readonly height: number
  readonly pending: boolean
}

/** A message of one's own that the server has not confirmed. Its `clientMsgId` never changes, whatever is tried again. */
export interface Outgoing {
  readonly clientMsgId: string
  readonly content: string
  /** null in both mode. */
  readonly senderIdentityId: string | null
  readonly createdAt: string
  readonly photos: readonly Photo[]
  /** Per photo: 0..1, and the media once it is uploaded (a retry does not upload it again). */
  readonly progress: readonly number[]
  readonly mediaIds: readonly (string | null)[]
  readonly state: 'sending' | 'failed'
}

export interface Thread {
  /** Growing `seq`, no id twice, no hole between the oldest and the newest. */
  readonly messages: readonly Message[]
  readonly outgoing: readonly Outgoing[]
  readonly hasMore: boolean
  readonly phase: 'loading' | 'ready' | 'error'
  readonly older: 'idle' | 'loading' | 'error'
  /** First message of each loaded page: always opens a group, so that an older page changes no row below it. */
  readonly breaks: ReadonlySet<string>
  /** Local time of the first load, in ms. */
  readonly loadedAt: number
  /** Cursor of the server for the next sync. */
  readonly since: string | null
}

/** How far the others have read a conversation; kept for messages that are not here yet (MSG-107). */
export interface ReadMark {
  readonly seq: number
  readonly at: number
  readonly identityIds: readonly string[]
}

/** What is being written in one conversation. */
export interface Draft {
  readonly text: string
  readonly photos: readonly Photo[]
  readonly error: string | null
  /** The failed message that was put back here. Sending it unchanged is a retry. */
  readonly retryOf: string | null
}

export interface State {
  list: 'idle' | 'loading' | 'ready' | 'error'
  conversations: Record<string, Conversation>
  /** Ids, newest message first. */
  order: readonly string[]
  threads: Record<string, Thread>
  drafts: Record<string, Draft>
  reads: Record<string, ReadMark>
  /** Messages that arrived while nobody looked, by conversation. */
  unseen: Record<string, readonly string[]>
  /** Ids already counted in `unread_count`, by conversation; the last list of the server counts up to `at`. */
  counted: Record<string, { readonly at: string | null; readonly ids: readonly string[] }>
  openId: string | null
  /** The page is visible and has the focus. */
  watching: boolean
}

export const emptyState = (): State => ({
  list: 'idle', conversations: {}, order: [], threads: {}, drafts: {}, reads: {}, unseen: {}, counted: {}, openId: null, watching: true,
})

export const emptyDraft: Draft = { text: '', photos: [], error: null, retryOf: null }

export const newThread = (): Thread => ({
  messages: [], outgoing: [], hasMore: false, phase: 'loading', older: 'idle', breaks: new Set(), loadedAt: 0, since: null,
})

/** Receipts exist only between two parties (MSG-105). */
export const hasReceipts = (conversation: Conversation | undefined): boolean =>
  conversation?.type === 'direct' || conversation?.type === 'event-direct'
