import { sql } from 'kysely'
import type { Conn } from '../db/dialect'
import { statementOfRows } from '../db/statement'
import type { Row } from '../db/tables'

export type ConversationRow = Row<'conversations'> &
  Pick<
    Row<'conversation_participants'>,
    'visible_after' | 'is_admin' | 'muted' | 'pinned_at' | 'archived_at'
  >

/** Participants embedded in a list entry; a larger group shows only its count. */
const EMBEDDED = 20

/** Conversations that the account is in, newest message first; optionally only these. */
export const conversationsOf = (
  db: Conn,
  accountId: string,
  ids?: readonly string[],
): Promise<ConversationRow[]> => {
  let query = db
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .selectAll('c')
    .select(['p.visible_after', 'p.is_admin', 'p.muted', 'p.pinned_at', 'p.archived_at'])
  if (ids) query = query.where('c.id', 'in', [...ids])
  return query
    .orderBy(sql`coalesce(c.last_message_at, c.created_at)`, 'desc')
    .orderBy('c.id', 'desc')
    .execute()
}

export interface ListedMember {
  conversation_id: string
  account_id: string
  is_admin: 0 | 1
  total: number
}
/** The first members of each conversation, administrators first, with the total count. */
export const firstMembersOf = async (db: Conn, ids: readonly string[]): Promise<ListedMember[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('conversation_participants')
        .where('conversation_id', 'in', [...ids])
        .where('left_at', 'is', null)
        .select(['conversation_id', 'account_id', 'is_admin'])
        .select(
          sql<number>`row_number() over (partition by conversation_id order by is_admin desc, joined_at, account_id)`.as(
            'place',
          ),
        )
        .select(sql<number>`count(*) over (partition by conversation_id)`.as('total'))
        .as('s'),
    )
    .where('s.place', '<=', EMBEDDED)
    .select(['s.conversation_id', 's.account_id', 's.is_admin', 's.total'])
    .execute()
  return rows.map((r) => ({ ...r, total: Number(r.total) }))
}

/**
 * SQL, on a membership `p` and its read position `r`: messages up to here count as read. One bound:
 * given two, SQLite seeks by one and scans what is below the other.
 */
export const readUpTo =
  '(case when coalesce(r.last_read_seq, 0) > p.visible_after then r.last_read_seq else p.visible_after end)'

/**
 * Unread messages of others per conversation, for one identity; conversations without any are left
 * out.
 */
export const unreadOf = async (
  db: Conn,
  accountId: string,
  identityId: string,
  ids?: readonly string[],
): Promise<Map<string, number>> => {
  let query = db
    .selectFrom('conversation_participants as p')
    .leftJoin('conversation_reads as r', (j) =>
      j.onRef('r.conversation_id', '=', 'p.conversation_id').on('r.identity_id', '=', identityId),
    )
    .innerJoin('messages as m', (j) =>
      j
        .onRef('m.conversation_id', '=', 'p.conversation_id')
        .on(sql<boolean>`m.seq > ${sql.raw(readUpTo)}`),
    )
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .where('m.deleted_at', 'is', null)
    .where('m.sender_account_id', 'is not', null)
    .where('m.sender_account_id', '!=', accountId)
    .groupBy('m.conversation_id')
    .select(['m.conversation_id'])
    .select((eb) => eb.fn.countAll<number>().as('n'))
  if (ids) query = query.where('p.conversation_id', 'in', [...ids])
  const rows = await query.execute()
  return new Map(rows.map((r) => [r.conversation_id, Number(r.n)]))
}

/**
 * Number of conversations with unread messages for one of the identities, per account; 0 is left
 * out. One query for all.
 */
export const unreadConversations = async (
  db: Conn,
  accountIds: readonly string[],
): Promise<Map<string, number>> =>
  new Map(
    (
      await unreadCounts(
        db,
        accountIds.map((id) => [id]),
      )
    ).map((r) => [r.account_id, Number(r.n)]),
  )
const unreadCounts = statementOfRows<{ account_id: string; n: number }>(
  ['text'],
  (rows) => `select p.account_id, count(distinct p.conversation_id) as n
  from conversation_participants as p join identities as i on i.account_id = p.account_id
    left join conversation_reads as r on r.conversation_id = p.conversation_id and r.identity_id = i.id
  where p.account_id in (${rows}) and p.left_at is null and exists (select 1 from messages as m where m.conversation_id = p.conversation_id and m.seq > ${readUpTo}
    and m.deleted_at is null and m.sender_account_id <> p.account_id) group by p.account_id`,
)

export const messagesByIds = (db: Conn, ids: readonly string[]): Promise<Row<'messages'>[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('messages')
        .where('id', 'in', [...ids])
        .selectAll()
        .execute()

/** The page before `beforeSeq` (or the latest), newest first. */
export const pageOf = (
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

/**
 * Messages created or changed after `since`, in commit order. Unchanged ones are found by seq,
 * changed ones by a partial index that most messages never enter; one statement, so that no message
 * moves from one set to the other in between.
 */
export const changedSince = (
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
    .selectAll()
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
    identities: new Map(identities.map((i) => [i.id, i as SenderRow])),
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

export const participantsOf = async (db: Conn, conversationId: string): Promise<string[]> => {
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
  Number(
    (
      await db
        .selectFrom('conversation_participants')
        .where('conversation_id', '=', conversationId)
        .where('account_id', '=', accountId)
        .where('left_at', 'is', null)
        .select('visible_after')
        .executeTakeFirst()
    )?.visible_after ?? Infinity,
  )

/**
 * Ids of the account's conversations whose title or other members' handles match the folded
 * pattern.
 */
export const searchIds = async (
  db: Conn,
  accountId: string,
  pattern: string,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .where((eb) =>
      eb.or([
        sql<boolean>`c.title_key like ${pattern} escape '\\'`,
        sql<boolean>`c.event_title_key like ${pattern} escape '\\'`,
        eb.exists(
          eb
            .selectFrom('conversation_participants as o')
            .innerJoin('accounts as a', 'a.id', 'o.account_id')
            .whereRef('o.conversation_id', '=', 'c.id')
            .where('o.account_id', '!=', accountId)
            .where('o.left_at', 'is', null)
            // «Pseudo caché»: only organizers find it by its handle
            .where((on) =>
              on.or([
                on('o.hidden', '=', 0),
                on('o.is_admin', '=', 1),
                on('p.is_admin', '=', 1),
                on('c.type', '!=', 'event'),
              ]),
            )
            .where('a.deleted_at', 'is', null)
            .where(sql<boolean>`a.handle_key like ${pattern} escape '\\'`)
            .select('a.id'),
        ),
      ]),
    )
    .select('c.id')
    .limit(100)
    .execute()
  return rows.map((r) => r.id)
}

export const findBySender = (
  db: Conn,
  accountId: string,
  clientMsgId: string,
): Promise<Row<'messages'> | undefined> =>
  db
    .selectFrom('messages')
    .where('sender_account_id', '=', accountId)
    .where('client_msg_id', '=', clientMsgId)
    .selectAll()
    .executeTakeFirst()

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
  return rows.length < ids.length ? 0 : Math.min(...rows.map((r) => Number(r.last_read_seq)))
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

/**
 * The other members of the account's direct conversations; empty ones are left out, as they must
 * not reveal who opened them.
 */
export const directPartners = async (db: Conn, accountId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('conversation_participants as mine')
    .innerJoin('conversations as c', 'c.id', 'mine.conversation_id')
    .innerJoin('conversation_participants as theirs', 'theirs.conversation_id', 'c.id')
    .where('mine.account_id', '=', accountId)
    .where('mine.left_at', 'is', null)
    .where('c.type', '=', 'direct')
    .where('c.last_message_id', 'is not', null)
    .where('theirs.account_id', '!=', accountId)
    .select('theirs.account_id')
    .execute()
  return rows.map((r) => r.account_id)
}
