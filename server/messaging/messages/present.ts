import { QUOTE_MAX_CHARS } from '#contract/limits'
import type { Message } from '#contract/messaging/messages'
import { separatedAccounts } from '../../access/blocks'
import type { Ctx } from '../../context'
import type { Row } from '../../db/tables'
import { presentMedia } from '../../media/service'
import { iso } from '../../iso'
import { DELETED_HANDLE } from '../../profile/service'
import { briefPhotosOf, presentBrief, type BriefRow } from '../brief/queries'
import { HIDDEN_NAME, maskFor, type MaskedRecipients, type Mask } from '../conversations/mask'
import {
  mediaOf,
  messagesByIds,
  reactionsOf,
  readsOf,
  sendersOf,
  visibleAfterOf,
  type SenderRow,
} from '../queries'

export const avatarPath = (mediaId: string | null | undefined): string | null =>
  mediaId ? `/api/media/${mediaId}/url` : null
export const distinctIds = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
]

/** Read receipts exist only between known readers. */
export const hasReceipts = (type: string): boolean => type === 'direct' || type === 'event-direct'

/** The account that a system message is about; its text begins with that account's handle. */
export const subjectAccountOf = (row: Row<'messages'>): string | null =>
  row.sender_account_id === null ? row.client_hash : null
/** The name at its beginning; once the account is erased, that has two words. */
export const SUBJECT_NAME = new RegExp(`^(?:${DELETED_HANDLE}|\\S+)`)
/** The text of a system message now: hidden and deleted accounts are not named. */
export const systemText = (row: Row<'messages'>, gone: boolean, mask: Mask): string => {
  const name = mask.hides(subjectAccountOf(row)) ? HIDDEN_NAME : gone ? DELETED_HANDLE : null
  return name === null ? row.content : row.content.replace(SUBJECT_NAME, name)
}

/** The text as the viewer reads it: empty once deleted, system messages without hidden names. */
export const visibleContent = (
  row: Row<'messages'>,
  senders: MessageContext['senders'],
  mask: Mask,
): string => {
  if (row.deleted_at !== null) return ''
  const subject = subjectAccountOf(row)
  return subject
    ? systemText(row, senders.accounts.get(subject)?.deleted_at !== null, mask)
    : row.content
}
/** Display name of the sender; empty for system messages. */
export const senderHandle = (
  row: Row<'messages'>,
  senders: MessageContext['senders'],
  mask: Mask,
): string => {
  if (row.sender_account_id === null) return ''
  if (mask.hides(row.sender_account_id)) return HIDDEN_NAME
  const account = senders.accounts.get(row.sender_account_id)
  if (!account || account.deleted_at !== null) return DELETED_HANDLE
  return senders.identities.get(row.sender_identity_id ?? '')?.handle ?? account.handle
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
 * queries. `audience`: the recipients of a published payload, instead of the viewer. Such a payload
 * has no receipts: a block may separate one of them from a reader, and clients keep what they know.
 */
export const presentMessages = async (
  ctx: Pick<Ctx, 'db' | 'secret'>,
  conversation: Pick<Row<'conversations'>, 'id' | 'type'>,
  rows: readonly Row<'messages'>[],
  viewerId: string,
  audience?: Pick<MaskedRecipients, 'mask' | 'isLate'>,
): Promise<Message[]> => {
  const mask = audience?.mask ?? (await maskFor(ctx, conversation, viewerId))
  const ids = rows.map((r) => r.id)
  const withMedia = rows.filter((r) => r.media_count > 0 && r.deleted_at === null).map((r) => r.id)
  const senders = await sendersOf(
    ctx.db,
    distinctIds(rows.flatMap((r) => [r.sender_account_id, subjectAccountOf(r)])),
    distinctIds(rows.map((r) => r.sender_identity_id)),
  )
  const media = await mediaOf(ctx.db, withMedia)
  // messages that have photos and show none
  const briefs = await briefPhotosOf(
    ctx.db,
    withMedia.filter((id) => !media.some((m) => m.message_id === id)),
  )
  const reactions = await reactionsOf(ctx.db, ids)
  const quotes = audience?.isLate
    ? new Map<string, never>()
    : await quotesOf(ctx, rows, mask, audience ? null : viewerId)
  const receipts = hasReceipts(conversation.type) && !audience
  const blocked = receipts ? await separatedAccounts(ctx.db, viewerId) : new Set<string>()
  const reads = receipts
    ? (await readsOf(ctx.db, conversation.id)).filter((r) => !blocked.has(r.account_id))
    : []
  return rows.map((row) =>
    presentMessage(row, mask, { senders, media, briefs, reactions, quotes, reads, blocked }),
  )
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
  readonly briefs: readonly BriefRow[]
  readonly reactions: readonly Row<'reactions'>[]
  readonly quotes: ReadonlyMap<string, NonNullable<Message['quote']>>
  readonly reads: readonly Row<'conversation_reads'>[]
  /** Accounts whose receipts the viewer may not read. */
  readonly blocked: ReadonlySet<string>
}
export const presentMessage = (
  row: Row<'messages'>,
  mask: Mask,
  { senders, media, briefs, reactions, quotes, reads, blocked }: MessageContext,
): Message => {
  const account = row.sender_account_id ? senders.accounts.get(row.sender_account_id) : undefined
  const identity = row.sender_identity_id
    ? senders.identities.get(row.sender_identity_id)
    : undefined
  const gone = row.sender_account_id !== null && (!account || account.deleted_at !== null)
  const hidden = mask.hides(row.sender_account_id)
  const readers = reads.filter(
    (r) => r.account_id !== row.sender_account_id && r.last_read_seq >= row.seq,
  )
  const brief = presentBrief(
    briefs.filter((b) => b.message_id === row.id),
    mask,
    blocked,
  )
  return {
    id: row.id,
    conversationId: row.conversation_id,
    seq: row.seq,
    changed: row.changed,
    senderAccountId: row.sender_account_id === null ? 'system' : mask.id(row.sender_account_id),
    senderIdentityId: hidden ? null : row.sender_identity_id,
    clientMsgId: row.client_msg_id,
    content: visibleContent(row, senders, mask),
    createdAt: iso(row.created_at),
    deletedAt: iso(row.deleted_at),
    edited: row.edited_at !== null,
    systemType: row.system_type,
    reactions: presentReactions(
      reactions.filter((r) => r.message_id === row.id),
      mask,
    ),
    quote: (row.deleted_at === null && row.quote_id && quotes.get(row.quote_id)) || null,
    media: media.filter((m) => m.message_id === row.id).map((m) => presentMedia(m)),
    ...(brief ? { brief } : {}),
    identity: {
      handle: senderHandle(row, senders, mask),
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
  const all = await messagesByIds(ctx.db, distinctIds(rows.map((r) => r.quote_id)))
  const from =
    all[0] && viewerId !== null ? await visibleAfterOf(ctx.db, all[0].conversation_id, viewerId) : 0
  const quoted = all.filter((m) => m.seq > from)
  if (quoted.length === 0) return new Map()
  const senders = await sendersOf(
    ctx.db,
    distinctIds(quoted.map((m) => m.sender_account_id)),
    distinctIds(quoted.map((m) => m.sender_identity_id)),
  )
  return new Map(
    quoted.map((m) => {
      const deleted = m.deleted_at !== null
      return [
        m.id,
        {
          id: m.id,
          handle: senderHandle(m, senders, mask) || DELETED_HANDLE,
          content: deleted ? '' : truncateText(m.content, QUOTE_MAX_CHARS),
          mediaCount: deleted ? 0 : m.media_count,
          deleted,
        },
      ]
    }),
  )
}

/** Cuts a text without leaving half of a surrogate pair at its end. */
export const truncateText = (text: string, chars = 200): string =>
  text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '')
