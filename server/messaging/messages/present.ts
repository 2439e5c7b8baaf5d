import { QUOTE_MAX_CHARS } from '#contract/limits'
import type { Conversation, Message, Participant } from '#contract/messaging/messages'
import type { Account } from '#contract/profile/profile'
import { blockedWith } from '../../access/members'
import { isBetweenBlocked } from '../../access/writing'
import type { Ctx, Viewer } from '../../context'
import type { Row } from '../../db/tables'
import { presentMedia } from '../../media/service'
import { presentAccounts } from '../../profile/service'
import {
  HIDDEN,
  hiddenLast,
  maskFor,
  masksFor,
  type Audience,
  type Mask,
} from '../conversations/mask'
import {
  mediaOf,
  messagesByIds,
  reactionsOf,
  readsOf,
  firstMembersOf,
  sendersOf,
  unreadOf,
  visibleAfterOf,
  type ConversationRow,
  type SenderRow,
} from '../queries'

/** Published payloads are the same for all: no file name of the sender's device in them. */
export const NO_VIEWER = ''
export const DELETED = 'Compte supprimé'
const iso = (ms: number): string => new Date(ms).toISOString()
const avatarPath = (mediaId: string | null | undefined): string | null =>
  mediaId ? `/api/media/${mediaId}/url` : null
const known = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
]

/** Read receipts exist only between known readers. */
export const hasReceipts = (type: string): boolean => type === 'direct' || type === 'event-direct'

/** The account that a system message is about; its text begins with that account's handle. */
const subjectOf = (row: Row<'messages'>): string | null =>
  row.sender_account_id === null ? row.client_hash : null
/** The text of a system message now: hidden and deleted accounts are not named. */
const systemText = (row: Row<'messages'>, gone: boolean, mask: Mask): string => {
  const name = mask.hides(subjectOf(row)) ? HIDDEN : gone ? DELETED : null
  return name === null ? row.content : row.content.replace(/^\S+/, name)
}

/** Emoji → its authors, oldest first. */
export const presentReactions = (
  rows: readonly Row<'reactions'>[],
  mask: Mask,
): Message['reactions'] => {
  const map: Message['reactions'] = {}
  for (const r of rows)
    (map[r.emoji] ??= []).push({
      account_id: mask.id(r.account_id),
      identity_id: mask.hides(r.account_id) ? null : r.identity_key || null,
      created_at: iso(r.created_at),
    })
  return map
}

/**
 * Messages of one conversation as the viewer may see them, in the order given. A bounded number of
 * queries. `audience`: the recipients of a published payload, instead of the viewer.
 */
export const presentMessages = async (
  ctx: Pick<Ctx, 'db' | 'secret'>,
  conversation: Pick<Row<'conversations'>, 'id' | 'type'>,
  rows: readonly Row<'messages'>[],
  viewerId: string,
  audience?: Pick<Audience, 'mask' | 'isLate'>,
): Promise<Message[]> => {
  const mask = audience?.mask ?? (await maskFor(ctx, conversation, viewerId))
  const ids = rows.map((r) => r.id)
  const withMedia = rows.filter((r) => r.media_count > 0 && r.deleted_at === null).map((r) => r.id)
  const senders = await sendersOf(
    ctx.db,
    known(rows.flatMap((r) => [r.sender_account_id, subjectOf(r)])),
    known(rows.map((r) => r.sender_identity_id)),
  )
  const media = await mediaOf(ctx.db, withMedia)
  const reactions = await reactionsOf(ctx.db, ids)
  const quotes = audience?.isLate
    ? new Map<string, never>()
    : await quotesOf(ctx, rows, mask, audience ? null : viewerId)
  const receipts = hasReceipts(conversation.type)
  const blocked = receipts ? await blockedWith(ctx.db, viewerId) : new Set<string>()
  const reads = receipts
    ? (await readsOf(ctx.db, conversation.id)).filter((r) => !blocked.has(r.account_id))
    : []
  return rows.map((row) => presentMessage(row, mask, { senders, media, reactions, quotes, reads }))
}

/** Rows that messages are presented with. */
export interface MessageContext {
  readonly senders: {
    readonly accounts: ReadonlyMap<
      string,
      Pick<Row<'accounts'>, 'handle' | 'avatar_media_id' | 'deleted_at'>
    >
    readonly identities: ReadonlyMap<string, SenderRow>
  }
  readonly media: readonly Awaited<ReturnType<typeof mediaOf>>[number][]
  readonly reactions: readonly Row<'reactions'>[]
  readonly quotes: ReadonlyMap<string, NonNullable<Message['quote']>>
  readonly reads: readonly Row<'conversation_reads'>[]
}
export const presentMessage = (
  row: Row<'messages'>,
  mask: Mask,
  { senders, media, reactions, quotes, reads }: MessageContext,
): Message => {
  const account = row.sender_account_id ? senders.accounts.get(row.sender_account_id) : undefined
  const identity = row.sender_identity_id
    ? senders.identities.get(row.sender_identity_id)
    : undefined
  const gone = row.sender_account_id !== null && (!account || account.deleted_at !== null)
  const hidden = mask.hides(row.sender_account_id)
  const subject = subjectOf(row)
  const readers = reads.filter(
    (r) => r.account_id !== row.sender_account_id && r.last_read_seq >= row.seq,
  )
  return {
    id: row.id,
    conversationId: row.conversation_id,
    seq: row.seq,
    changed: row.changed,
    senderAccountId: row.sender_account_id === null ? 'system' : mask.id(row.sender_account_id),
    senderIdentityId: hidden ? null : row.sender_identity_id,
    clientMsgId: row.client_msg_id,
    content:
      row.deleted_at !== null
        ? ''
        : subject
          ? systemText(row, senders.accounts.get(subject)?.deleted_at !== null, mask)
          : row.content,
    createdAt: iso(row.created_at),
    deletedAt: row.deleted_at === null ? null : iso(row.deleted_at),
    systemType: row.system_type as Message['systemType'],
    reactions: presentReactions(
      reactions.filter((r) => r.message_id === row.id),
      mask,
    ),
    quote: (row.deleted_at === null && row.quote_id && quotes.get(row.quote_id)) || null,
    media: media.filter((m) => m.message_id === row.id).map((m) => presentMedia(m, NO_VIEWER)),
    identity: {
      handle:
        row.sender_account_id === null
          ? ''
          : hidden
            ? HIDDEN
            : gone
              ? DELETED
              : (identity?.handle ?? account?.handle ?? ''),
      avatar:
        gone || hidden ? null : avatarPath(identity?.avatar_media_id ?? account?.avatar_media_id),
      gender: gone || hidden ? null : (identity?.gender ?? null),
      both: row.sender_account_id !== null && row.sender_identity_id === null && !hidden,
      hidden,
    },
    readByOther: row.sender_account_id !== null && readers.length > 0,
    readByIdentityIds: row.sender_account_id === null ? [] : readers.map((r) => r.identity_id),
  }
}

/** Excerpts of the quoted messages, by id; for a viewer only those that it may read. */
const quotesOf = async (
  ctx: Pick<Ctx, 'db'>,
  rows: readonly Row<'messages'>[],
  mask: Mask,
  viewerId: string | null,
): Promise<Map<string, NonNullable<Message['quote']>>> => {
  const all = await messagesByIds(ctx.db, known(rows.map((r) => r.quote_id)))
  const from =
    all[0] && viewerId !== null ? await visibleAfterOf(ctx.db, all[0].conversation_id, viewerId) : 0
  const quoted = all.filter((m) => m.seq > from)
  if (quoted.length === 0) return new Map()
  const senders = await sendersOf(
    ctx.db,
    known(quoted.map((m) => m.sender_account_id)),
    known(quoted.map((m) => m.sender_identity_id)),
  )
  return new Map(
    quoted.map((m) => {
      const account = m.sender_account_id ? senders.accounts.get(m.sender_account_id) : undefined
      const identity = m.sender_identity_id
        ? senders.identities.get(m.sender_identity_id)
        : undefined
      const handle = mask.hides(m.sender_account_id)
        ? HIDDEN
        : !account || account.deleted_at !== null
          ? DELETED
          : (identity?.handle ?? account.handle)
      const deleted = m.deleted_at !== null
      return [
        m.id,
        {
          id: m.id,
          handle,
          content: deleted ? '' : excerpt(m.content, QUOTE_MAX_CHARS),
          mediaCount: deleted ? 0 : m.media_count,
          deleted,
        },
      ]
    }),
  )
}

/**
 * Unread count of each conversation for the acting identity; in both mode the higher of the two.
 */
export const unreadFor = async (
  ctx: Pick<Ctx, 'db'>,
  viewer: Acting,
  ids?: readonly string[],
): Promise<Map<string, number>> => {
  const total = new Map<string, number>()
  for (const identityId of viewer.identityId ? [viewer.identityId] : viewer.identityIds)
    for (const [id, n] of await unreadOf(ctx.db, viewer.accountId, identityId, ids))
      total.set(id, Math.max(n, total.get(id) ?? 0))
  return total
}

/** A member of a conversation. «Pseudo caché» carries nothing that identifies it elsewhere. */
export const presentParticipant = (
  member: { readonly account_id: string; readonly is_admin: 0 | 1 },
  a: Account,
  mask: Mask,
): Participant => {
  const id = mask.id(member.account_id)
  if (mask.hides(member.account_id))
    return {
      account_id: id,
      is_admin: false,
      account: {
        id,
        account_handle: HIDDEN,
        avatar_url: null,
        is_online: false,
        last_seen_at: null,
        deleted: false,
        identities: [],
      },
    }
  return {
    account_id: id,
    is_admin: member.is_admin === 1,
    account: {
      id,
      account_handle: a.account_handle,
      avatar_url: a.avatar_url,
      is_online: a.is_online,
      last_seen_at: a.last_seen_at,
      deleted: a.deleted,
      identities: [...a.identities],
    },
  }
}

/** The viewer and its acting identity. */
export type Acting = Pick<Viewer, 'accountId' | 'identityId' | 'identityIds'>

/** List entries; the same few queries for one conversation or five hundred. */
export const presentConversations = async (
  ctx: Ctx,
  viewer: Acting,
  rows: readonly ConversationRow[],
): Promise<Conversation[]> => {
  if (rows.length === 0) return []
  const ids = rows.map((r) => r.id)
  const members = await firstMembersOf(ctx.db, ids)
  const accounts = await presentAccounts(ctx, viewer, [
    ...new Set(members.map((s) => s.account_id)),
  ])
  const last = new Map(
    (await messagesByIds(ctx.db, known(rows.map((r) => r.last_message_id)))).map((m) => [
      m.conversation_id,
      m,
    ]),
  )
  const senders = await sendersOf(
    ctx.db,
    known([...last.values()].flatMap((m) => [m.sender_account_id, subjectOf(m)])),
    known([...last.values()].map((m) => m.sender_identity_id)),
  )
  const unread = await unreadFor(ctx, viewer, rows.length === 1 ? ids : undefined)
  const blocked = await blockedWith(ctx.db, viewer.accountId)
  const membersBy = groupBy(members)
  const maskIn = await masksFor(ctx, rows, viewer.accountId)
  const out: Conversation[] = []
  for (const row of rows) {
    const own = membersBy.get(row.id) ?? []
    const mask = maskIn(row.id)
    const participants = hiddenLast(own, mask).flatMap((s): Participant[] => {
      const a = accounts.get(s.account_id)
      return a ? [presentParticipant(s, a, mask)] : []
    })
    const newest = last.get(row.id)
    // a member added without the past does not read it in the list either
    const m = newest && newest.seq > row.visible_after ? newest : undefined
    const subject = m ? subjectOf(m) : null
    const sender = m?.sender_account_id ? senders.accounts.get(m.sender_account_id) : undefined
    const identity = m?.sender_identity_id
      ? senders.identities.get(m.sender_identity_id)
      : undefined
    const other = participants.find((p) => p.account_id !== viewer.accountId)
    const open =
      row.type === 'direct'
        ? other !== undefined && !other.account.deleted && !blocked.has(other.account_id)
        : row.type === 'event-direct'
          ? !isBetweenBlocked(viewer.accountId, own, blocked)
          : row.type !== 'event' || row.group_options !== 'organizers' || row.is_admin === 1
    out.push({
      id: row.id,
      type: row.type,
      conversation_type: row.type,
      title: row.title,
      description: row.description,
      avatarUrl: avatarPath(row.avatar_media_id),
      createdAt: iso(row.created_at),
      lastMessageAt: row.last_message_at === null ? null : iso(row.last_message_at),
      metadata: {},
      unread_count: unread.get(row.id) ?? 0,
      last_message: m
        ? {
            id: m.id,
            content:
              m.deleted_at === null
                ? excerpt(
                    subject
                      ? systemText(m, senders.accounts.get(subject)?.deleted_at !== null, mask)
                      : m.content,
                  )
                : '',
            senderAccountId: m.sender_account_id ? mask.id(m.sender_account_id) : 'system',
            senderHandle: !m.sender_account_id
              ? ''
              : mask.hides(m.sender_account_id)
                ? HIDDEN
                : !sender || sender.deleted_at !== null
                  ? DELETED
                  : (identity?.handle ?? sender.handle),
            createdAt: iso(m.created_at),
            deletedAt: m.deleted_at === null ? null : iso(m.deleted_at),
            systemType: m.system_type as Message['systemType'],
            mediaCount: m.media_count,
          }
        : null,
      participants,
      participant_count: own[0]?.total ?? 0,
      event_id: row.event_id,
      event_title: row.event_title,
      event_start_date: row.event_start_at === null ? null : iso(row.event_start_at),
      is_event_organizer: row.event_id !== null && row.is_admin === 1,
      event_group_options: row.group_options,
      can_write: open,
      settings: {
        muted: row.muted === 1,
        pinned: row.pinned_at !== null,
        archived: row.archived_at !== null,
      },
    })
  }
  return out
}

/** Cuts a text without leaving half of a surrogate pair at its end. */
const excerpt = (text: string, chars = 200): string =>
  text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '')

/** Node 20 has no Map.groupBy. */
const groupBy = <T extends { conversation_id: string }>(list: readonly T[]): Map<string, T[]> => {
  const map = new Map<string, T[]>()
  for (const one of list)
    map.set(one.conversation_id, [...(map.get(one.conversation_id) ?? []), one])
  return map
}
