import { isPostgres, type Conn } from '../../db/dialect'
import { directPartnersStatement, type Partner } from '../../access/writing'
import { executeBatch, statementOfRows } from '../../db/statement'
import type { Sealer } from '../../db/seal/text'
import type { Row } from '../../db/tables'
import { readUpTo } from '../queries'

/** Rows that sends read and write; each statement serves all sends of a transaction. */
export type LockedConversation = Pick<
  Row<'conversations'>,
  'id' | 'type' | 'clock' | 'group_options' | 'closed_at' | 'last_message_id'
>
const lockQuery = (lock: string) =>
  statementOfRows<LockedConversation>(
    ['text'],
    (rows) =>
      `select id, type, clock, group_options, closed_at, last_message_id from conversations where id in (${rows})
        order by id ${lock}`,
  )
const [lockAvailable, lockWaiting] = [
  lockQuery('for no key update skip locked'),
  lockQuery('for no key update'),
]
export interface SenderContext {
  k: number
  identity_id: string | null
  /**
   * null, like all membership columns: not a member, or of an account that was deleted since the
   * session was read.
   */
  is_admin: 0 | 1 | null
  visible_after: number
  has_written: 0 | 1
  handle: string
  avatar_media_id: string | null
  identity_handle: string | null
  identity_gender: 'man' | 'woman' | 'other'
  identity_avatar: string | null
  /** The message already stored under this client_msg_id. */
  written_id: string | null
  /** The message that is or was held under it. */
  held_id: string | null
  four_hands: 0 | 1
  /** This identity has unread messages here. */
  unread: number | boolean
  /** Another member has archived the conversation, unmuted: the message restores it. */
  archived: number | boolean
  /** When the last measure ends that closes writing, or sending photos, to the account; in ms. */
  closed_until: number | null
}
/** Rows of `k`, conversation, account, client_msg_id and one sending identity; one row each. */
const senderContextsQuery = <T = unknown>(more: string, where: string) =>
  statementOfRows<SenderContext & T>(
    ['bigint', 'text', 'text', 'text', 'text'],
    (rows) => `with asked (k, conversation_id, account_id, client_msg_id, identity_id) as (${rows})
  select asked.k, asked.identity_id, p.is_admin, p.visible_after, p.has_written, p.four_hands, a.handle, a.avatar_media_id,
    i.handle as identity_handle, i.gender as identity_gender, i.avatar_media_id as identity_avatar, m.id as written_id, h.id as held_id,
    exists (select 1 from messages as u where u.conversation_id = p.conversation_id and u.seq > ${readUpTo}
      and u.deleted_at is null and u.sender_account_id <> p.account_id) as unread,
    exists (select 1 from conversation_participants as o where o.conversation_id = p.conversation_id
      and o.archived_at is not null and o.muted = 0 and o.account_id <> p.account_id) as archived,
    (select max(s.until) from sanctions as s where s.account_id = asked.account_id
      and s.kind in ('messages', 'photos') and s.lifted_at is null) as closed_until${more}
  from asked ${where}
    left join accounts as a on a.id = asked.account_id
    left join conversation_participants as p on p.conversation_id = asked.conversation_id
    and p.account_id = asked.account_id and p.left_at is null
    and (a.deleted_at is null or a.suspended_until is not null)
    left join conversation_reads as r on r.conversation_id = asked.conversation_id and r.identity_id = asked.identity_id
    left join messages as m on m.sender_account_id = asked.account_id and m.client_msg_id = asked.client_msg_id
    left join held_messages as h on h.account_id = asked.account_id and h.client_msg_id = asked.client_msg_id
    left join identities as i on i.id = asked.identity_id`,
  )
const senderContexts = senderContextsQuery('', '')
/** The same with the conversation; no row when it does not exist. */
const senderContextsWithConversation = senderContextsQuery<LockedConversation>(
  ', c.id, c.type, c.clock, c.group_options, c.closed_at, c.last_message_id',
  'join conversations as c on c.id = asked.conversation_id',
)

/** The keys of one send. */
interface SendKeys {
  readonly conversationId: string
  readonly accountId: string
  readonly clientMsgId: string
  /** Sending identities. */
  readonly writers: readonly string[]
}
interface SendData {
  readonly conversations: ReadonlyMap<string, LockedConversation>
  readonly senderContexts: readonly SenderContext[]
  /** null: not loaded. */
  readonly partners: readonly Partner[] | null
}
/**
 * Locks the conversations of these sends until the commit and reads what each needs (`k`: its
 * index). Without `wait`, conversations locked by another transaction are left out, as are missing
 * ones. PostgreSQL gets one round trip: each statement sees what was committed before it began, and
 * the first one takes the lock. SQLite has a single writer and runs one statement.
 */
export const lockAndReadSends = async (
  trx: Conn,
  sends: readonly SendKeys[],
  wait: boolean,
): Promise<SendData> => {
  const keys = sends.flatMap((s, k) =>
    (s.writers.length > 0 ? s.writers : [null]).map((id) => [
      k,
      s.conversationId,
      s.accountId,
      s.clientMsgId,
      id,
    ]),
  )
  const byId = (rows: readonly LockedConversation[]) => new Map(rows.map((c) => [c.id, c]))
  if (isPostgres(trx)) {
    const [rows, found, others] = await executeBatch(trx, [
      (wait ? lockWaiting : lockAvailable).bind(
        trx,
        sends.map((s) => [s.conversationId]),
      ),
      senderContexts.bind(trx, keys),
      directPartnersStatement.bind(
        trx,
        sends.map((s, k) => [k, s.conversationId, s.accountId]),
      ),
    ])
    return { conversations: byId(rows), senderContexts: found, partners: others }
  }
  const found = await senderContextsWithConversation(trx, keys)
  return { conversations: byId(found), senderContexts: found, partners: null }
}

const COLUMNS = [
  'id',
  'conversation_id',
  'seq',
  'changed',
  'sender_account_id',
  'sender_identity_id',
  'content',
  'text_hash',
  'client_msg_id',
  'client_hash',
  'media_count',
  'created_at',
  'quote_id',
] as const
const NUMBERS: ReadonlySet<string> = new Set(['seq', 'changed', 'media_count', 'created_at'])
const TYPES = COLUMNS.map((c) => (NUMBERS.has(c) ? 'bigint' : 'text'))
const COLUMN_LIST = COLUMNS.join(', ')
const insert = (rows: string): string => `insert into messages (${COLUMN_LIST}) ${rows}`
const newest = (rows: string): string =>
  `update conversations
    set clock = said.seq, last_message_id = said.id, last_message_at = said.created_at
    from (${rows}) as said where conversations.id = said.conversation_id`
const read = (
  rows: string,
): string => `insert into conversation_reads (conversation_id, identity_id, account_id, last_read_seq,
  last_read_message_id, read_at)
  select said.conversation_id, i.id, i.account_id, said.seq, said.id, said.created_at from (${rows}) as said
    join identities as i on i.account_id = said.sender_account_id and (said.sender_identity_id is null
      or i.id = said.sender_identity_id) where true
  on conflict (conversation_id, identity_id) do update
    set last_read_seq = excluded.last_read_seq, last_read_message_id = excluded.last_read_message_id,
    read_at = excluded.read_at
  where conversation_reads.last_read_seq < excluded.last_read_seq`
/** One statement on PostgreSQL: three round trips would cost more than the work. */
const insertAll = statementOfRows(
  TYPES,
  (rows) =>
    `with said (${COLUMN_LIST}) as (${rows}), stored as (${insert('table said')}),
      told as (${newest('table said')}) ${read('table said')}`,
)
const inserted = statementOfRows(TYPES, insert)
const ids = (rows: string): string => `select m.* from messages as m where m.id in (${rows})`
const [newestStored, readStored] = [
  statementOfRows(['text'], (rows) => newest(ids(rows))),
  statementOfRows(['text'], (rows) => read(ids(rows))),
]

/**
 * Stores messages, each the newest of its conversation (one per conversation) and read by its
 * sender: one identity, or all of the account. `last`: the last statement of the transaction;
 * nothing may fail after it.
 */
export const insertMessages = async (
  trx: Conn,
  sealer: Sealer,
  messages: readonly Row<'messages'>[],
  last: boolean,
): Promise<void> => {
  const rows = messages.map((row) =>
    COLUMNS.map((c) =>
      c === 'content' ? sealer.seal('messages.content', row.id, row.content) : row[c],
    ),
  )
  if (isPostgres(trx)) return void (await executeBatch(trx, [insertAll.bind(trx, rows)], { last }))
  await inserted(trx, rows)
  await newestStored(
    trx,
    messages.map((row) => [row.id]),
  )
  await readStored(
    trx,
    messages.map((row) => [row.id]),
  )
}
