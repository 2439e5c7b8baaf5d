import type { Conversation, Message } from '#contract/messaging'
import type { BlurSpot } from '#contract/workers-image'

/** A picture chosen for a message: the file as chosen, its spots, and a preview of what will be sent. */
export interface Photo {
  readonly id: string
  readonly file: File
  readonly spots: readonly BlurSpot[]
  /** Object URL of the picture as it will be sent; null while it is edited for the first time or cannot be drawn. */
  readonly preview: string | null
  /** Width by height, so that its place is the same before and after it is sent; null while unknown. */
  readonly ratio: number | null
  /** In the blur modal for the first time: not shown in the composer yet (MSG-096). */
  readonly pending: boolean
}

/** A message of one's own on its way. Its client id never changes, whatever is tried again. */
export interface Outgoing {
  readonly clientMsgId: string
  readonly content: string
  /** null in both mode. */
  readonly senderIdentityId: string | null
  readonly createdAt: string
  readonly photos: readonly Photo[]
  /** 0 to 1 over all its pictures. */
  readonly progress: number
  /** Media of the pictures that are already uploaded: a retry does not upload them again. */
  readonly mediaIds: readonly (string | null)[]
  readonly state: 'sending' | 'failed'
  readonly error: string | null
}

export interface Thread {
  /** Growing `seq`, no id twice. The array and its messages are replaced, never changed. */
  readonly messages: readonly Message[]
  readonly outgoing: readonly Outgoing[]
  readonly hasMore: boolean
  readonly phase: 'loading' | 'ready' | 'error'
  readonly older: 'idle' | 'loading' | 'error'
  /** First message of every loaded page: keeps opening its group, so that an older page changes no row below it. */
  readonly breaks: ReadonlySet<string>
  /** Cursor of the next sync, as the server gave it. */
  readonly since: string | null
  /** Ms since epoch. */
  readonly loadedAt: number
  readonly syncedAt: number
}
export const EMPTY_THREAD: Thread = { messages: [], outgoing: [], hasMore: false, phase: 'loading', older: 'idle', breaks: new Set(), since: null, loadedAt: 0, syncedAt: 0 }

/** How far the others have read: kept, so that it also covers messages that are not here yet (MSG-107). */
export interface ReadMark { readonly seq: number; readonly identityIds: readonly string[] }

/**
 * Adds or replaces by id and keeps the order of `seq` (MSG-111). A deletion is final: an answer that was on its way
 * before it does not bring the text back.
 */
export const mergeMessages = (list: readonly Message[], incoming: readonly Message[]): readonly Message[] => {
  const [only] = incoming
  if (!only) return list
  const last = list.at(-1)
  // the usual case: one newer message at the end
  if (incoming.length === 1 && (!last || only.seq > last.seq)) return [...list, only]
  const byId = new Map(list.map((m) => [m.id, m]))
  for (const m of incoming) if (!byId.get(m.id)?.deletedAt || m.deletedAt) byId.set(m.id, m)
  return [...byId.values()].sort((a, b) => a.seq - b.seq)
}

/** One's own messages at or below the mark are read by the other (MSG-106). */
export const applyMark = (list: readonly Message[], own: string, mark: ReadMark | undefined): readonly Message[] => {
  if (!mark) return list
  let changed = false
  const next = list.map((m) => {
    if (m.senderAccountId !== own || m.seq > mark.seq) return m
    const ids = [...new Set([...m.readByIdentityIds, ...mark.identityIds])]
    if (m.readByOther && ids.length === m.readByIdentityIds.length) return m
    changed = true
    return { ...m, readByOther: true, readByIdentityIds: ids }
  })
  return changed ? next : list
}

/** Pending copies whose message has arrived are gone (MSG-101). */
export const settle = (outgoing: readonly Outgoing[], arrived: readonly Message[]): readonly Outgoing[] => {
  if (outgoing.length === 0) return outgoing
  const ids = new Set(arrived.map((m) => m.clientMsgId))
  const left = outgoing.filter((o) => !ids.has(o.clientMsgId))
  return left.length === outgoing.length ? outgoing : left
}

/** Receipts exist only between two parties (MSG-105). */
export const hasReceipts = (type: Conversation['type'] | undefined): boolean => type === 'direct' || type === 'event-direct'

export const asLast = (m: Message): NonNullable<Conversation['last_message']> => ({
  id: m.id, content: m.content, senderAccountId: m.senderAccountId, senderHandle: m.identity.handle, createdAt: m.createdAt, deletedAt: m.deletedAt, systemType: m.systemType, mediaCount: m.media.length,
})

/** Newest message first; one without any by its creation. */
export const inOrder = (conversations: Readonly<Record<string, Conversation>>): string[] =>
  Object.values(conversations)
    .sort((a, b) => Date.parse(b.lastMessageAt ?? b.createdAt) - Date.parse(a.lastMessageAt ?? a.createdAt) || (a.id < b.id ? 1 : -1))
    .map((c) => c.id)
