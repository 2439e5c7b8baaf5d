import type { Conversation, Participant } from '#contract/messaging/messages'
import type { Account } from '#contract/profile/profile'
import { separatedAccounts } from '../../access/blocks'
import { isBetweenBlocked } from '../../access/writing'
import { groupBy } from '../../group-by'
import type { Ctx, Viewer } from '../../context'
import type { Row } from '../../db/tables'
import { presentAccounts } from '../../profile/service'
import { HIDDEN_NAME, sortHiddenLast, masksFor, type Mask } from './mask'
import { countHeld } from '../held/queries'
import { iso } from '../../iso'
import { messagesByIds, sendersOf } from '../queries'
import {
  firstMembersOf,
  countUnreadOfIdentity,
  type ListedConversation,
  type ListedMember,
} from './queries-list'
import {
  avatarPath,
  visibleContent,
  truncateText,
  distinctIds,
  senderHandle,
  subjectAccountOf,
  type MessageContext,
} from '../messages/present'

/**
 * Unread count of each conversation for the acting identity; in both mode the higher of the two.
 */
export const countUnread = async (
  ctx: Pick<Ctx, 'db'>,
  viewer: ActingViewer,
  ids?: readonly string[],
): Promise<Map<string, number>> => {
  const total = new Map<string, number>()
  for (const identityId of viewer.identityId ? [viewer.identityId] : viewer.identityIds)
    for (const [id, n] of await countUnreadOfIdentity(ctx.db, viewer.accountId, identityId, ids))
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
        account_handle: HIDDEN_NAME,
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
export type ActingViewer = Pick<Viewer, 'accountId' | 'identityId' | 'identityIds'>

/** Rows that list entries are presented with. */
interface ListContext {
  readonly viewerId: string
  readonly members: ReadonlyMap<string, readonly ListedMember[]>
  readonly accounts: ReadonlyMap<string, Account>
  readonly lastMessages: ReadonlyMap<string, Row<'messages'>>
  readonly senders: MessageContext['senders']
  readonly unread: ReadonlyMap<string, number>
  readonly blocked: ReadonlySet<string>
  readonly held: ReadonlyMap<string, number>
}

/** List entries; the same few queries for one conversation or five hundred. */
export const presentConversations = async (
  ctx: Ctx,
  viewer: ActingViewer,
  rows: readonly ListedConversation[],
): Promise<Conversation[]> => {
  if (rows.length === 0) return []
  const ids = rows.map((r) => r.id)
  const members = await firstMembersOf(ctx.db, ids)
  const accounts = await presentAccounts(ctx, viewer, [
    ...new Set(members.map((s) => s.account_id)),
  ])
  const last = await messagesByIds(ctx.db, distinctIds(rows.map((r) => r.last_message_id)))
  const senders = await sendersOf(
    ctx.db,
    distinctIds(last.flatMap((m) => [m.sender_account_id, subjectAccountOf(m)])),
    distinctIds(last.map((m) => m.sender_identity_id)),
  )
  const context: ListContext = {
    viewerId: viewer.accountId,
    members: groupBy(members, (row) => row.conversation_id),
    accounts,
    lastMessages: new Map(last.map((m) => [m.conversation_id, m])),
    senders,
    unread: await countUnread(ctx, viewer, rows.length === 1 ? ids : undefined),
    blocked: await separatedAccounts(ctx.db, viewer.accountId),
    held: viewer.identityIds.length > 1 ? await countHeld(ctx.db, viewer.accountId) : new Map(),
  }
  const maskIn = await masksFor(ctx, rows, viewer.accountId)
  return rows.map((row) => presentConversation(row, maskIn(row.id), context))
}

const presentConversation = (
  row: ListedConversation,
  mask: Mask,
  context: ListContext,
): Conversation => {
  const members = context.members.get(row.id) ?? []
  const participants = sortHiddenLast(members, mask).flatMap((s): Participant[] => {
    const a = context.accounts.get(s.account_id)
    return a ? [presentParticipant(s, a, mask)] : []
  })
  const held = context.held.get(row.id)
  const newest = context.lastMessages.get(row.id)
  // a member added without the past does not read it in the list either
  const message = newest && newest.seq > row.visible_after ? newest : undefined
  return {
    id: row.id,
    type: row.type,
    conversation_type: row.type,
    title: row.title,
    description: row.description,
    avatarUrl: avatarPath(row.avatar_media_id ?? row.banner_media_id),
    // in a direct conversation: when this member opened it, or received a first message
    createdAt: iso(row.type === 'direct' ? row.joined_at : row.created_at),
    lastMessageAt: iso(row.last_message_at),
    metadata: {
      ...(row.four_hands === 1 ? { four_hands: true } : {}),
      ...(held ? { held } : {}),
      ...(row.closed_at === null ? {} : { closed: true }),
    },
    unread_count: context.unread.get(row.id) ?? 0,
    last_message: message ? presentLastMessage(message, context.senders, mask) : null,
    participants,
    participant_count: members[0]?.total ?? 0,
    event_id: row.event_id,
    event_title: row.event_title,
    event_start_date: iso(row.event_start_at),
    is_event_organizer: row.event_id !== null && row.is_admin === 1,
    event_group_options: row.group_options,
    can_write: canWrite(row, members, participants, context),
    settings: {
      muted: row.muted === 1,
      pinned: row.pinned_at !== null,
      archived: row.archived_at !== null,
    },
  }
}

const canWrite = (
  row: ListedConversation,
  members: readonly ListedMember[],
  participants: readonly Participant[],
  { viewerId, blocked }: ListContext,
): boolean => {
  if (row.type === 'direct') {
    if (row.closed_at !== null) return false
    const other = participants.find((p) => p.account_id !== viewerId)
    return other !== undefined && !other.account.deleted && !blocked.has(other.account_id)
  }
  if (row.type === 'event-direct') return !isBetweenBlocked(viewerId, members, blocked)
  if (row.closed_at !== null) return false
  return row.type !== 'event' || row.group_options !== 'organizers' || row.is_admin === 1
}

const presentLastMessage = (
  m: Row<'messages'>,
  senders: MessageContext['senders'],
  mask: Mask,
): NonNullable<Conversation['last_message']> => ({
  id: m.id,
  content: truncateText(visibleContent(m, senders, mask)),
  senderAccountId: m.sender_account_id ? mask.id(m.sender_account_id) : 'system',
  senderHandle: senderHandle(m, senders, mask),
  createdAt: iso(m.created_at),
  deletedAt: iso(m.deleted_at),
  systemType: m.system_type,
  mediaCount: m.media_count,
})
