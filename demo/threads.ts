import { flag, foldText } from '../server/db/dialect'
import type { NewRow } from '../server/db/tables'
import { directKey } from '../server/access/direct'
import type { MemberIds } from './people'
import { idOf } from './random'
import type { Plan, PlannedMessage } from './script'

export interface ThreadRows {
  readonly conversation: NewRow<'conversations'>
  readonly participants: NewRow<'conversation_participants'>[]
  readonly reads: NewRow<'conversation_reads'>[]
  readonly messages: NewRow<'messages'>[]
  readonly messageMedia: NewRow<'message_media'>[]
  readonly reactions: NewRow<'reactions'>[]
  /** Sender (identity null in both mode) and time of each photo. */
  readonly photos: { name: string; accountId: string; identityId: string | null; atMs: number }[]
  /** When both had written in a direct conversation: the start of their relation. */
  readonly relatedSince: number | null
}

interface PlacedMessage {
  readonly seq: number
  readonly id: string
  readonly handle: string
  readonly said: boolean
}
/** Shared context of the rows of one conversation. */
interface ThreadContext {
  readonly plan: Plan
  readonly key: string
  readonly id: string
  readonly startMs: number
  readonly of: (handle: string) => MemberIds
  readonly mediaIdOf: (photo: string) => string
}
type Rows = Omit<ThreadRows, 'conversation' | 'relatedSince'>

/** A single person is always its identity; null means both of a couple. */
const identityOf = (
  of: ThreadContext['of'],
  m: { handle: string; identity: 0 | 1 | null },
): string | null =>
  m.identity === null
    ? of(m.handle).identityIds.length > 1
      ? null
      : (of(m.handle).identityIds[0] ?? null)
    : (of(m.handle).identityIds[m.identity] ?? null)

/** Adds the messages with their photos and reactions; returns their places and the final clock. */
const addMessages = (
  rows: Rows,
  { plan, key, id, startMs, of, mediaIdOf }: ThreadContext,
): { placed: PlacedMessage[]; clock: number } => {
  let clock = startMs
  const placed: PlacedMessage[] = []
  plan.messages.forEach((m: PlannedMessage, i) => {
    const seq = Math.max(clock + 1, Math.floor(m.atMs))
    const messageId = idOf(`message ${key} ${i}`, seq)
    const account = of(m.handle).accountId
    const system = m.joins !== null || m.tells !== undefined
    const next = plan.messages[i + 1]?.atMs ?? m.atMs + 60_000
    // a reaction is a change: it takes the conversation's next clock value
    const changed =
      m.reactions.length === 0
        ? seq
        : Math.max(seq + 1, Math.floor(seq + Math.min(40_000, (next - seq) / 2)))
    clock = changed
    rows.messages.push({
      id: messageId,
      conversation_id: id,
      seq,
      changed,
      sender_account_id: system ? null : account,
      sender_identity_id: system ? null : identityOf(of, m),
      content: m.text,
      system_type: m.joins ? 'participant_joined' : m.tells ? 'info' : null,
      client_msg_id: null,
      client_hash: system ? account : null,
      media_count: m.photos.length,
      created_at: seq,
      deleted_at: null,
    })
    m.photos.forEach((name, position) => {
      rows.messageMedia.push({ message_id: messageId, media_id: mediaIdOf(name), position })
      rows.photos.push({
        name,
        accountId: account,
        identityId: identityOf(of, m),
        atMs: seq - 20_000,
      })
    })
    for (const r of m.reactions)
      rows.reactions.push({
        message_id: messageId,
        account_id: of(r.handle).accountId,
        identity_key: identityOf(of, r) ?? '',
        emoji: r.emoji,
        created_at: changed,
      })
    placed.push({ seq, id: messageId, handle: m.handle, said: !system })
  })
  return { placed, clock }
}

/** Adds the members and how far each of their identities has read. */
const addParticipants = (
  rows: Rows,
  { plan, id, startMs, of }: ThreadContext,
  placed: readonly PlacedMessage[],
): void => {
  const wrote = (handle: string): boolean => placed.some((p) => p.said && p.handle === handle)
  plan.members.forEach((handle, place) => {
    const { accountId, identityIds } = of(handle)
    const joined = plan.messages.findIndex((m) => m.joins === handle)
    // a member added after the first messages only sees later ones
    const late = joined > 0 && placed.slice(0, joined).some((p) => p.said)
    const joinedSeq = placed[joined]?.seq ?? startMs
    rows.participants.push({
      conversation_id: id,
      account_id: accountId,
      is_admin: flag(plan.type === 'group' && place === 0),
      joined_at: joinedSeq,
      visible_after: late ? joinedSeq - 1 : 0,
      left_at: null,
      has_written: flag(wrote(handle)),
    })
    identityIds.forEach((identity_id, which) => {
      const count =
        plan.unread.findLast(
          (u) => u.handle === handle && (u.identity === null || u.identity === which),
        )?.count ?? 0
      const others = placed.filter((p) => p.said && p.handle !== handle)
      const firstUnread = count === 0 ? undefined : others[Math.max(0, others.length - count)]
      const read =
        firstUnread === undefined ? placed.at(-1) : placed[placed.indexOf(firstUnread) - 1]
      if (read)
        rows.reads.push({
          conversation_id: id,
          identity_id,
          account_id: accountId,
          last_read_seq: read.seq,
          last_read_message_id: read.id,
          read_at: read.seq + 5_000,
        })
    })
  })
}

/**
 * The rows of one conversation, with the messaging room's invariants: seq is the clock at creation
 * and strictly increasing.
 */
export const threadRows = (
  plan: Plan,
  ids: ReadonlyMap<string, MemberIds>,
  mediaIdOf: (photo: string) => string,
  avatarId: string | null,
): ThreadRows => {
  const of = (handle: string): MemberIds => {
    const found = ids.get(handle)
    if (!found) throw new RangeError(`no ids for ${handle}`)
    return found
  }
  const accounts = plan.members.map((handle) => of(handle).accountId)
  const [first = '', second = ''] = accounts
  const key = plan.title ?? plan.members.join(' ')
  const startMs = Math.floor((plan.messages[0]?.atMs ?? 0) - 30_000)
  const id = idOf(`conversation ${key}`, startMs)
  const rows: Rows = {
    participants: [],
    reads: [],
    messages: [],
    messageMedia: [],
    reactions: [],
    photos: [],
  }
  const thread: ThreadContext = { plan, key, id, startMs, of, mediaIdOf }
  const { placed, clock } = addMessages(rows, thread)
  addParticipants(rows, thread, placed)

  const last = placed.at(-1)
  const starts =
    plan.type === 'direct'
      ? plan.members.map((handle) => placed.find((p) => p.handle === handle)?.seq)
      : []
  return {
    ...rows,
    relatedSince:
      starts.length === 2 && starts.every((s) => s !== undefined) ? Math.max(...starts) : null,
    conversation: {
      id,
      type: plan.type,
      title: plan.title,
      title_key: plan.title === null ? null : foldText(plan.title),
      description: plan.description,
      avatar_media_id: avatarId,
      direct_key: plan.type === 'direct' ? directKey(first, second) : null,
      event_id: null,
      metadata: JSON.stringify({ startedBy: first }),
      created_at: startMs,
      clock,
      last_message_id: last?.id ?? null,
      last_message_at: last?.seq ?? null,
    },
  }
}
