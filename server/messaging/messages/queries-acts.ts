import type { PhotoDirection } from '#contract/messaging/acts'
import { countRows } from '../../db/count'
import type { Conn } from '../../db/dialect'
import type { NewRow, Row } from '../../db/tables'

export const insertReaction = (trx: Conn, row: NewRow<'reactions'>): Promise<unknown> =>
  trx.insertInto('reactions').values(row).execute()
export const deleteReactions = async (
  trx: Conn,
  messageId: string,
  accountId: string,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length > 0)
    await trx
      .deleteFrom('reactions')
      .where('message_id', '=', messageId)
      .where('account_id', '=', accountId)
      .where('identity_key', 'in', [...keys])
      .execute()
}

/** Empties a message but keeps its place; returns its row and the ids of its photos. */
export const emptyMessage = async (
  trx: Conn,
  id: string,
  clock: number,
  nowMs: number,
): Promise<{ row: Row<'messages'>; photos: string[] }> => {
  // photos before the message: the drive locks them in this order too
  const photos = await trx
    .deleteFrom('message_media')
    .where('message_id', '=', id)
    .returning('media_id')
    .execute()
  // sealed for a report until the job destroys them
  await trx
    .updateTable('brief_photos')
    .set({ expires_at: nowMs })
    .where('message_id', '=', id)
    .where('expires_at', '>', nowMs)
    .execute()
  await trx.deleteFrom('reactions').where('message_id', '=', id).execute()
  const row = await trx
    .updateTable('messages')
    .set({
      content: '',
      text_hash: null,
      media_count: 0,
      deleted_at: nowMs,
      edited_at: null,
      changed: clock,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, photos: photos.map((p) => p.media_id) }
}

/** Overwrites the text of a message; the earlier one is kept nowhere. */
export const rewriteMessage = (
  trx: Conn,
  id: string,
  set: Pick<Row<'messages'>, 'content' | 'text_hash' | 'edited_at' | 'changed'>,
): Promise<Row<'messages'>> =>
  trx.updateTable('messages').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const countPinned = async (trx: Conn, accountId: string): Promise<number> =>
  countRows(
    trx
      .selectFrom('conversation_participants')
      .where('account_id', '=', accountId)
      .where('left_at', 'is', null)
      .where('pinned_at', 'is not', null),
  )
export const updateMembership = (
  trx: Conn,
  conversationId: string,
  accountId: string,
  set: Pick<Row<'conversation_participants'>, 'muted' | 'pinned_at' | 'archived_at'>,
): Promise<unknown> =>
  trx
    .updateTable('conversation_participants')
    .set(set)
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', accountId)
    .execute()
/**
 * A new message returns the conversation to the lists of members who archived it, unless they muted
 * it.
 */
export const unarchiveForMembers = (
  trx: Conn,
  conversationId: string,
  senderAccountId: string,
): Promise<unknown> =>
  trx
    .updateTable('conversation_participants')
    .set({ archived_at: null })
    .where('conversation_id', '=', conversationId)
    .where('account_id', '!=', senderAccountId)
    .where('archived_at', 'is not', null)
    .where('muted', '=', 0)
    .execute()

/** Photos of a conversation above `visibleAfter`, in one direction. */
const photosIn = (
  db: Conn,
  conversationId: string,
  visibleAfter: number,
  accountId: string,
  direction: PhotoDirection,
) => {
  const all = db
    .selectFrom('messages as m')
    .innerJoin('message_media as mm', 'mm.message_id', 'm.id')
    .innerJoin('media', 'media.id', 'mm.media_id')
    .where('m.conversation_id', '=', conversationId)
    .where('m.seq', '>', visibleAfter)
    .where('m.media_count', '>', 0)
    .where('m.deleted_at', 'is', null)
  return direction === 'all'
    ? all
    : all.where('m.sender_account_id', direction === 'sent' ? '=' : '!=', accountId)
}
export const countPhotos = async (...where: Parameters<typeof photosIn>): Promise<number> =>
  countRows(photosIn(...where))
/** Position of a photo; undefined when not visible here. */
export const positionOfPhoto = (
  mediaId: string,
  ...where: Parameters<typeof photosIn>
): Promise<{ seq: number; position: number } | undefined> =>
  photosIn(...where)
    .where('mm.media_id', '=', mediaId)
    .select(['m.seq', 'mm.position'])
    .executeTakeFirst()
/** Newest first, below a position. */
export const pageOfPhotos = (
  below: { seq: number; position: number } | null,
  limit: number,
  ...where: Parameters<typeof photosIn>
) => {
  let query = photosIn(...where)
  if (below)
    query = query
      .where('m.seq', '<=', below.seq)
      .where((eb) => eb.or([eb('m.seq', '<', below.seq), eb('mm.position', '<', below.position)]))
  return query
    .selectAll('media')
    .select([
      'm.id as message_id',
      'm.created_at as message_created_at',
      'm.sender_account_id',
      'm.sender_identity_id',
    ])
    .orderBy('m.seq', 'desc')
    .orderBy('mm.position', 'desc')
    .limit(limit)
    .execute()
}

/** The account's conversations that have messages, newest message first. */
export const conversationsWithMessages = (db: Conn, accountId: string) =>
  db
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .where('c.last_message_at', 'is not', null)
    .select(['c.id', 'c.type', 'c.last_message_at', 'p.visible_after'])
    .orderBy('c.last_message_at', 'desc')
    .orderBy('c.id')
    .execute()
