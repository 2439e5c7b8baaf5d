import type { Message } from '#contract/messaging/messages'
import { quotedText, type Thread } from './model'

/**
 * Last read `seq` by identity of the other members. Kept, so that it also applies to messages that
 * are not loaded yet (MSG-107).
 */
export type ReadMarks = Readonly<Record<string, number>>

const gone = (m: Message): Message =>
  m.quote && !m.quote.deleted
    ? { ...m, quote: { ...m.quote, content: '', mediaCount: 0, deleted: true } }
    : m

/**
 * Merges two copies of one message: the last changed one wins; deletions and receipts are final.
 */
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

/** Inserts or replaces by id, ordered by `seq` (MSG-111). */
export const mergeMessages = (
  list: readonly Message[],
  incoming: readonly Message[],
): readonly Message[] => {
  const [only] = incoming
  if (!only) return list
  const last = list.at(-1)
  // fast path: one newer message at the end
  if (incoming.length === 1 && (!last || only.seq > last.seq)) return [...list, only]
  const byId = new Map(list.map((m) => [m.id, m]))
  for (const m of incoming) {
    const known = byId.get(m.id)
    byId.set(m.id, known ? newerOf(known, m) : m)
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq)
}

const requoted = (m: Message, quoted: Message): Message => {
  if (!m.quote || quoted.deletedAt) return gone(m)
  const content = quotedText(quoted.content)
  return m.quote.deleted || m.quote.content === content
    ? m
    : { ...m, quote: { ...m.quote, content } }
}

/**
 * Brings quotes of deleted and edited messages up to date, whether the quoting message was loaded
 * before or after the change.
 */
export const refreshQuotes = (
  list: readonly Message[],
  incoming: readonly Message[],
): readonly Message[] => {
  const asked = new Set(incoming.flatMap((m) => [m.id, m.quote?.id]))
  // of two copies the merged one is current
  const changed = new Map(
    [...incoming, ...list]
      .filter((m) => (m.deletedAt || m.edited) && asked.has(m.id))
      .map((m) => [m.id, m]),
  )
  if (changed.size === 0) return list
  return list.map((m) => {
    const quoted = m.quote && changed.get(m.quote.id)
    return quoted ? requoted(m, quoted) : m
  })
}

/**
 * Takes the names of accounts that are gone from their messages and from quotes of these. `handles`:
 * what stands there instead, by account.
 */
export const withoutNames = (
  list: readonly Message[],
  handles: ReadonlyMap<string, string>,
): readonly Message[] => {
  const theirs = new Map<string, string>()
  let changed = false
  const next = list.map((m) => {
    const handle = handles.get(m.senderAccountId) ?? m.identity.handle
    if (handles.has(m.senderAccountId)) theirs.set(m.id, handle)
    const quote = m.quote && { ...m.quote, handle: theirs.get(m.quote.id) ?? m.quote.handle }
    if (handle === m.identity.handle && quote?.handle === m.quote?.handle) return m
    changed = true
    const isTheirs = handle !== m.identity.handle
    const identity = isTheirs ? { ...m.identity, handle, avatar: null, gender: null } : m.identity
    return { ...m, identity, quote }
  })
  return changed ? next : list
}

/** Drops messages outside the loaded range: appending them would leave a gap. */
export const withinLoadedRange = (
  thread: Thread,
  incoming: readonly Message[],
): readonly Message[] => {
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
/** The messages of a new window: its page, plus loaded messages inside it or adjacent to it. */
export const mergeWindow = (known: readonly Message[], page: Page): readonly Message[] => {
  const [first, last] = [page.messages[0], page.messages.at(-1)]
  if (!first || !last) return known
  return mergeMessages(
    known.filter((m) => m.seq >= first.seq && (m.seq <= last.seq || !page.hasNewer)),
    page.messages,
  )
}

/** Marks own messages up to each mark as read by that identity (MSG-106). */
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

/** Raises marks; returns the same object when nothing changes. */
export const raiseMarks = (
  marks: ReadMarks | undefined,
  ids: readonly string[],
  seq: number,
): ReadMarks => {
  const now = marks ?? {}
  const more = ids.filter((id) => (now[id] ?? 0) < seq)
  return more.length === 0 ? now : { ...now, ...Object.fromEntries(more.map((id) => [id, seq])) }
}

/**
 * Derives read marks from messages, so that a sync repairs a lost event: receipts of own messages,
 * and each sender has read everything before its message. `others`: identities of the other
 * members, by account.
 */
export const deriveMarks = (
  marks: ReadMarks | undefined,
  incoming: readonly Message[],
  own: string,
  others: ReadonlyMap<string, readonly string[]>,
): ReadMarks => {
  const known = new Set([...others.values()].flat())
  let next = marks ?? {}
  for (const m of incoming) {
    if (m.senderAccountId === own) next = raiseMarks(next, m.readByIdentityIds, m.seq)
    else {
      const writers = m.senderIdentityId
        ? [m.senderIdentityId]
        : (others.get(m.senderAccountId) ?? [])
      next = raiseMarks(
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
