import { MESSAGE_EDIT_MS } from '#contract/limits'
import { requireMember, type Membership } from './members'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'

interface MessageStanding extends Membership {
  readonly message: Row<'messages'>
}

/** A message above the viewer's `visible_after` in a conversation it is in; 404 for any other. */
export const requireMessage = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  messageId: string,
): Promise<MessageStanding> => {
  const message =
    (await db.selectFrom('messages').where('id', '=', messageId).selectAll().executeTakeFirst()) ??
    fail('not_found')
  const membership = await requireMember(db, viewer, message.conversation_id)
  return message.seq > membership.participant.visible_after
    ? { ...membership, message }
    : fail('not_found')
}

/** For its deletion: the same, and one's own messages in a conversation that one has left. */
export const requireOwnOrReadable = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  messageId: string,
): Promise<Pick<MessageStanding, 'conversation' | 'message'>> => {
  const own = await db
    .selectFrom('messages')
    .where('id', '=', messageId)
    .where('sender_account_id', '=', viewer.accountId)
    .selectAll()
    .executeTakeFirst()
  const conversation =
    own &&
    (await db
      .selectFrom('conversations')
      .where('id', '=', own.conversation_id)
      .selectAll()
      .executeTakeFirst())
  return own && conversation
    ? { conversation, message: own }
    : requireMessage(db, viewer, messageId)
}

/** Deleted messages and system messages take no reactions. */
export const acceptsReactions = (
  message: Pick<Row<'messages'>, 'deleted_at' | 'sender_account_id'>,
): boolean => message.deleted_at === null && message.sender_account_id !== null

/**
 * Deleting and editing: its own account only; acting as one identity, only messages of that one or
 * of both.
 */
export const mayChangeMessage = (
  viewer: Pick<Viewer, 'accountId' | 'identityId'>,
  message: Pick<Row<'messages'>, 'sender_account_id' | 'sender_identity_id'>,
): boolean =>
  message.sender_account_id === viewer.accountId &&
  (viewer.identityId === null ||
    message.sender_identity_id === null ||
    message.sender_identity_id === viewer.identityId)

/** Deleted messages are not edited, nor those sent more than 15 minutes ago. */
export const isEditable = (
  message: Pick<Row<'messages'>, 'deleted_at' | 'created_at'>,
  nowMs: number,
): boolean => message.deleted_at === null && nowMs - message.created_at <= MESSAGE_EDIT_MS

/** Whether these preferences share and show typing indicators. */
export const sharesTyping = (preferences: string): boolean =>
  (JSON.parse(preferences) as { typing?: unknown }).typing !== false

/** Larger conversations have no typing indicators. */
const TYPING_MEMBERS_MAX = 50

/**
 * Accounts that see the viewer typing: the other members, except across a block and those who
 * disabled it. A hidden member is shown to organizers only; in large conversations no member is.
 * Fails with `typing_off`.
 */
export const typingListeners = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  { conversation, participant }: Membership,
  blocked: ReadonlySet<string>,
): Promise<string[]> => {
  const members = await db
    .selectFrom('conversation_participants as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.conversation_id', '=', conversation.id)
    .where('p.left_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .select(['p.account_id', 'p.is_admin', 'a.preferences'])
    .limit(TYPING_MEMBERS_MAX + 1)
    .execute()
  const own = await db
    .selectFrom('accounts')
    .where('id', '=', viewer.accountId)
    .select('preferences')
    .executeTakeFirst()
  if (!own || !sharesTyping(own.preferences)) return fail('typing_off')
  if (members.length > TYPING_MEMBERS_MAX) return []
  const secret = participant.hidden === 1 && participant.is_admin === 0
  return members
    .filter(
      (s) =>
        s.account_id !== viewer.accountId &&
        !blocked.has(s.account_id) &&
        sharesTyping(s.preferences) &&
        (!secret || s.is_admin === 1),
    )
    .map((s) => s.account_id)
}
