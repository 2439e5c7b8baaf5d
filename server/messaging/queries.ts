import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'

/**
 * SQL, on a membership `p` and its read position `r`: messages up to here count as read. One bound:
 * given two, SQLite seeks by one and scans what is below the other.
 */
export const readUpTo =
  '(case when coalesce(r.last_read_seq, 0) > p.visible_after then r.last_read_seq else p.visible_after end)'

export const messagesByIds = (db: Conn, ids: readonly string[]): Promise<Row<'messages'>[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('messages')
        .where('id', 'in', [...ids])
        .selectAll()
        .execute()

/** The page before `beforeSeq` (or the latest), newest first. */
export const pageBefore = (
  db: Conn,
  conversationId: string,
  visibleAfter: number,
  beforeSeq: number | null,
  limit: number,
): Promise<Row<'messages'>[]> => {
  let query = db
    .selectFrom('messages')
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', visibleAfter)
    .selectAll()
  if (beforeSeq !== null) query = query.where('seq', '<', beforeSeq)
  return query.orderBy('seq', 'desc').limit(limit).execute()
}

/** The page after `afterSeq`, oldest first. */
export const pageAfter = (
  db: Conn,
  conversationId: string,
  visibleAfter: number,
  afterSeq: number,
  limit: number,
): Promise<Row<'messages'>[]> =>
  db
    .selectFrom('messages')
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', Math.max(visibleAfter, afterSeq))
    .selectAll()
    .orderBy('seq')
    .limit(limit)
    .execute()

const MESSAGE = [
  'id',
  'conversation_id',
  'seq',
  'changed',
  'sender_account_id',
  'sender_identity_id',
  'content',
  'text_hash',
  'system_type',
  'client_msg_id',
  'client_hash',
  'media_count',
  'created_at',
  'deleted_at',
  'quote_id',
  'edited_at',
] as const
/**
 * Messages created or changed after `since`, in commit order. Unchanged ones are found by seq,
 * changed ones by a partial index that most messages never enter; one statement, so that no message
 * moves from one set to the other in between.
 */
export const messagesChangedSince = (
  db: Conn,
  conversationId: string,
  visibleAfter: number,
  since: number,
  limit: number,
): Promise<Row<'messages'>[]> => {
  const all = db
    .selectFrom('messages')
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', visibleAfter)
    .select(MESSAGE)
  const asWritten = all
    .where('seq', '>', since)
    .whereRef('changed', '=', 'seq')
    .orderBy('seq')
    .limit(limit)
  const changed = all
    .where('changed', '>', since)
    .whereRef('changed', '<>', 'seq')
    .orderBy('changed')
    .limit(limit)
  return db
    .selectFrom(asWritten.as('w'))
    .selectAll()
    .unionAll(db.selectFrom(changed.as('c')).selectAll())
    .orderBy('changed')
    .limit(limit)
    .execute()
}

export interface SenderRow {
  id: string
  handle: string
  gender: 'man' | 'woman' | 'other'
  avatar_media_id: string | null
}
export const sendersOf = async (
  db: Conn,
  accountIds: readonly string[],
  identityIds: readonly string[],
) => {
  const accounts =
    accountIds.length === 0
      ? []
      : await db
          .selectFrom('accounts')
          .where('id', 'in', [...accountIds])
          .select(['id', 'handle', 'avatar_media_id', 'deleted_at'])
          .execute()
  const identities =
    identityIds.length === 0
      ? []
      : await db
          .selectFrom('identities')
          .where('id', 'in', [...identityIds])
          .select(['id', 'handle', 'gender', 'avatar_media_id'])
          .execute()
  return {
    accounts: new Map(accounts.map((a) => [a.id, a])),
    identities: new Map(identities.map((i) => [i.id, i])),
  }
}

export const mediaOf = (db: Conn, messageIds: readonly string[]) =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('message_media as mm')
        .innerJoin('media', 'media.id', 'mm.media_id')
        .where('mm.message_id', 'in', [...messageIds])
        .selectAll('media')
        .select('mm.message_id')
        .orderBy('mm.position')
        .execute()

export const reactionsOf = (db: Conn, messageIds: readonly string[]): Promise<Row<'reactions'>[]> =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('reactions')
        .where('message_id', 'in', [...messageIds])
        .selectAll()
        .orderBy('created_at')
        .execute()

export const readsOf = (db: Conn, conversationId: string): Promise<Row<'conversation_reads'>[]> =>
  db
    .selectFrom('conversation_reads')
    .where('conversation_id', '=', conversationId)
    .selectAll()
    .execute()

export const memberIdsOf = async (db: Conn, conversationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('conversation_participants')
    .where('conversation_id', '=', conversationId)
    .where('left_at', 'is', null)
    .select('account_id')
    .execute()
  return rows.map((r) => r.account_id)
}

/** The account may read messages above this seq; Infinity for non-members. */
export const visibleAfterOf = async (
  db: Conn,
  conversationId: string,
  accountId: string,
): Promise<number> =>
  (
    await db
      .selectFrom('conversation_participants')
      .where('conversation_id', '=', conversationId)
      .where('account_id', '=', accountId)
      .where('left_at', 'is', null)
      .select('visible_after')
      .executeTakeFirst()
  )?.visible_after ?? Infinity

/** Read position of the acting identity; in both mode the lower of the two; 0 for nothing. */
export const readSeqOf = async (
  db: Conn,
  conversationId: string,
  viewer: { readonly identityId: string | null; readonly identityIds: readonly string[] },
): Promise<number> => {
  const ids = viewer.identityId ? [viewer.identityId] : [...viewer.identityIds]
  const rows = await db
    .selectFrom('conversation_reads')
    .where('conversation_id', '=', conversationId)
    .where('identity_id', 'in', ids)
    .select('last_read_seq')
    .execute()
  return rows.length < ids.length ? 0 : Math.min(...rows.map((r) => r.last_read_seq))
}

/** The first message of others above a position. */
export const firstUnread = async (
  db: Conn,
  conversationId: string,
  accountId: string,
  above: number,
): Promise<string | null> =>
  (
    await db
      .selectFrom('messages')
      .where('conversation_id', '=', conversationId)
      .where('seq', '>', above)
      .where('deleted_at', 'is', null)
      .where('sender_account_id', 'is not', null)
      .where('sender_account_id', '!=', accountId)
      .select('id')
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? null
