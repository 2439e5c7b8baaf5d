import { sql } from 'kysely'
import { eventIsReadable } from '../../access/predicates'
import type { Conn } from '../../db/dialect'
import { statementOfRows } from '../../db/statement'
import type { Row } from '../../db/tables'
import { readUpTo } from '../queries'

export type ListedConversation = Row<'conversations'> &
  Pick<
    Row<'conversation_participants'>,
    | 'joined_at'
    | 'visible_after'
    | 'is_admin'
    | 'muted'
    | 'pinned_at'
    | 'archived_at'
    | 'four_hands'
  > & {
    /** Of the event whose conversation of all this is; null when the account may not read the event. */
    readonly banner_media_id: string | null
  }

/** Participants embedded in a list entry; a larger group shows only its count. */
const EMBEDDED = 20

/** Conversations that the account is in, newest message first; optionally only these. */
export const conversationsOf = (
  db: Conn,
  accountId: string,
  ids?: readonly string[],
): Promise<ListedConversation[]> => {
  let query = db
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .leftJoin('events as e', (j) =>
      j.onRef('e.id', '=', 'c.event_id').on('c.type', '=', 'event').on(eventIsReadable(accountId)),
    )
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .selectAll('c')
    .select([
      'e.banner_media_id',
      'p.joined_at',
      'p.visible_after',
      'p.is_admin',
      'p.muted',
      'p.pinned_at',
      'p.archived_at',
      'p.four_hands',
    ])
  if (ids) query = query.where('c.id', 'in', [...ids])
  return (
    query
      // an empty direct one is listed by the time at which its member opened it
      .orderBy(
        sql`coalesce(c.last_message_at, case when c.type = 'direct' then p.joined_at else c.created_at end)`,
        'desc',
      )
      .orderBy('c.id', 'desc')
      .execute()
  )
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
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('conversation_participants')
        .where('conversation_id', 'in', [...ids])
        .where('left_at', 'is', null)
        .select(['conversation_id', 'account_id', 'is_admin'])
        .select(
          sql<number>`row_number() over (partition by conversation_id
            order by is_admin desc, joined_at, account_id)`.as('place'),
        )
        .select(sql<number>`count(*) over (partition by conversation_id)`.as('total'))
        .as('s'),
    )
    .where('s.place', '<=', EMBEDDED)
    .select(['s.conversation_id', 's.account_id', 's.is_admin', 's.total'])
    .execute()
}

/**
 * Unread messages of others per conversation, for one identity; conversations without any are left
 * out.
 */
export const countUnreadOfIdentity = async (
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
  return new Map(rows.map((r) => [r.conversation_id, r.n]))
}

/**
 * Number of conversations with unread messages for one of the identities, per account; 0 is left
 * out. One query for all.
 */
export const countUnreadConversations = async (
  db: Conn,
  accountIds: readonly string[],
): Promise<Map<string, number>> =>
  new Map(
    (
      await unreadCounts(
        db,
        accountIds.map((id) => [id]),
      )
    ).map((r) => [r.account_id, r.n]),
  )
const unreadCounts = statementOfRows<{ account_id: string; n: number }>(
  ['text'],
  (rows) => `select p.account_id, count(distinct p.conversation_id) as n
  from conversation_participants as p join identities as i on i.account_id = p.account_id
    left join conversation_reads as r on r.conversation_id = p.conversation_id and r.identity_id = i.id
  where p.account_id in (${rows}) and p.left_at is null and exists (select 1 from messages as m
    where m.conversation_id = p.conversation_id and m.seq > ${readUpTo}
    and m.deleted_at is null and m.sender_account_id <> p.account_id) group by p.account_id`,
)

/**
 * Ids of the account's conversations whose title or other members' handles match the folded
 * pattern.
 */
export const searchConversationIds = async (
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
