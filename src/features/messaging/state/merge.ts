import type { Message } from '#contract/messaging/messages'
import type { Thread } from './model'

/** How far each identity of the others has read, in seq: kept, so that it also covers messages that are not here yet (MSG-107). */
export type ReadMarks = Readonly<Record<string, number>>

const gone = (m: Message): Message =>
  m.quote && !m.quote.deleted
    ? { ...m, quote: { ...m.quote, content: '', mediaCount: 0, deleted: true } }
    : m

/** Of two copies of one message the one that changed last; deletions and receipts are final. */
const newerOf = (known: Message, m: Message): Message => {
  const late = m.changed < known.changed || (known.deletedAt !== null && m.deletedAt === null)
  const [newer, other] = late ? [known, m] : [m, known]
  const base = other.quote?.deleted ? gone(newer) : newer
  if (base.readByIdentityIds.length === 0 && other.readByIdentityIds.length === 0) return base
  const ids = [...new Set([...base.readByIdentityIds, ...other.readByIdentityIds])]
  return ids.length === base.readByIdentityIds.length
    ? base
    : { ...base, readByOther: base.readByOther || other.readByOther, readByIdentityIds: ids }
}

/** Adds or replaces by id and keeps the order of `seq` (MSG-111). */
export const mergeMessages = (
  list: readonly Message[],
  incoming: readonly Message[],
): readonly Message[] => {
  const [only] = incoming
  if (!only) return list
  const last = list.at(-1)
  // the usual case: one newer message at the end
  if (incoming.length === 1 && (!last || only.seq > last.seq)) return [...list, only]
  const byId = new Map(list.map((m) => [m.id, m]))
  for (const m of incoming) {
    const known = byId.get(m.id)
    byId.set(m.id, known ? newerOf(known, m) : m)
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq)
}

/** What answers a deleted message no longer shows its words: neither what is here when it is deleted, nor what comes later. */
export const quotesGone = (
  list: readonly Message[],
  incoming: readonly Message[],
): readonly Message[] => {
  const deleted = new Set(incoming.filter((m) => m.deletedAt).map((m) => m.id))
  const asked = new Set(incoming.map((m) => m.quote?.id))
  if (asked.size > 1 || !asked.has(undefined))
    for (const m of list) if (m.deletedAt && asked.has(m.id)) deleted.add(m.id)
  return deleted.size === 0
    ? list
    : list.map((m) => (m.quote && deleted.has(m.quote.id) ? gone(m) : m))
}

/** What came live or by sync and belongs into the loaded part: beyond its edges there are messages that were never loaded. */
export const inside = (thread: Thread, incoming: readonly Message[]): readonly Message[] => {
  const [first, last] = [thread.messages[0], thread.messages.at(-1)]
  if (!first || !last || (!thread.hasMore && !thread.hasNewer)) return incoming
  return incoming.filter(
    (m) => (m.seq >= first.seq || !thread.hasMore) && (m.seq <= last.seq || !thread.hasNewer),
  )
}

export interface Page {
  readonly messages: readonly Message[]
  readonly hasMore: boolean
  readonly hasNewer: boolean
}
/** The messages of a new window: its page, and of what is here already only what lies inside it or joins on to it. */
export const adopt = (known: readonly Message[], page: Page): readonly Message[] => {
  const [first, last] = [page.messages[0], page.messages.at(-1)]
  if (!first || !last) return known
  return mergeMessages(
    known.filter((m) => m.seq >= first.seq && (m.seq <= last.seq || !page.hasNewer)),
    page.messages,
  )
}

/** One's own messages at or below a mark are read by that identity (MSG-106). */
export const applyMarks = (
  list: readonly Message[],
  own: string,
  marks: ReadMarks | undefined,
): readonly Message[] => {
  const all = Object.entries(marks ?? {})
  if (all.length === 0) return list
  let changed = false
  const next = list.map((m) => {
    if (m.senderAccountId !== own) return m
    const more = all
      .filter(([id, seq]) => m.seq <= seq && !m.readByIdentityIds.includes(id))
      .map(([id]) => id)
    if (more.length === 0) return m
    changed = true
    return { ...m, readByOther: true, readByIdentityIds: [...m.readByIdentityIds, ...more] }
  })
  return changed ? next : list
}

/** Marks raised to what these say; the same object when they say nothing new. */
export const raise = (
  marks: ReadMarks | undefined,
  ids: readonly string[],
  seq: number,
): ReadMarks => {
  const now = marks ?? {}
  const more = ids.filter((id) => (now[id] ?? 0) < seq)
  return more.length === 0 ? now : { ...now, ...Object.fromEntries(more.map((id) => [id, seq])) }
}

/**
 * What messages themselves tell of reading, so that a lost event is made good by a sync: the receipts on one's own,
 * and that whoever writes has read everything before it. `others`: identities of the other participants, by account.
 */
export const marksIn = (
  marks: ReadMarks | undefined,
  incoming: readonly Message[],
  own: string,
  others: ReadonlyMap<string, readonly string[]>,
): ReadMarks => {
  const known = new Set([...others.values()].flat())
  let next = marks ?? {}
  for (const m of incoming) {
    if (m.senderAccountId === own) next = raise(next, m.readByIdentityIds, m.seq)
    else {
      const writers = m.senderIdentityId
        ? [m.senderIdentityId]
        : (others.get(m.senderAccountId) ?? [])
      next = raise(
        next,
        [
          ...writers.filter((id) => known.has(id)),
          ...m.readByIdentityIds.filter((id) => known.has(id)),
        ],
        m.seq,
      )
    }
  }
  return next
}
