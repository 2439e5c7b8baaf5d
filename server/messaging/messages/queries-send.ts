import { isPostgres, type Conn } from '../../db/dialect'
import { partners, type Partner } from '../../access/writing'
import { askAll, statementOfRows } from '../../db/statement'
import type { Row } from '../../db/tables'
import { readUpTo } from '../queries'

/** What a send reads and writes, each of it about several sends at once: those that share a transaction. */
export type Held = Pick<
  Row<'conversations'>,
  'id' | 'type' | 'clock' | 'group_options' | 'last_message_id'
>
const held = (lock: string) =>
  statementOfRows<Held>(
    ['text'],
    (rows) =>
      `select id, type, clock, group_options, last_message_id from conversations where id in (${rows}) order by id ${lock}`,
  )
const [lockedFree, locked] = [held('for no key update skip locked'), held('for no key update')]
export interface Standing {
  k: number
  identity_id: string | null
  /** null, with everything of the seat: not a member. */
  is_admin: 0 | 1 | null
  visible_after: number
  has_written: 0 | 1
  handle: string
  avatar_media_id: string | null
  identity_handle: string | null
  identity_gender: 'man' | 'woman' | 'other'
  identity_avatar: string | null
  /** What this client_msg_id was sent as before. */
  written_id: string | null
  /** This identity has something unread here. */
  unread: number | boolean
  /** Somebody else has put it away, and wants it back with the next message. */
  archived: number | boolean
}
/** `k`, conversation, account, client_msg_id, and one of the identities that write: a row for each of them. */
const standingsWith = <T = unknown>(more: string, where: string) =>
  statementOfRows<Standing & T>(
    ['bigint', 'text', 'text', 'text', 'text'],
    (rows) => `with asked (k, conversation_id, account_id, client_msg_id, identity_id) as (${rows})
  select asked.k, asked.identity_id, p.is_admin, p.visible_after, p.has_written, a.handle, a.avatar_media_id,
    i.handle as identity_handle, i.gender as identity_gender, i.avatar_media_id as identity_avatar, m.id as written_id,
    exists (select 1 from messages as u where u.conversation_id = p.conversation_id and u.seq > ${readUpTo}
      and u.deleted_at is null and u.sender_account_id <> p.account_id) as unread,
    exists (select 1 from conversation_participants as o where o.conversation_id = p.conversation_id and o.archived_at is not null and o.muted = 0 and o.account_id <> p.account_id) as archived${more}
  from asked ${where} left join conversation_participants as p on p.conversation_id = asked.conversation_id and p.account_id = asked.account_id and p.left_at is null
    left join conversation_reads as r on r.conversation_id = asked.conversation_id and r.identity_id = asked.identity_id
    left join messages as m on m.sender_account_id = asked.account_id and m.client_msg_id = asked.client_msg_id
    left join accounts as a on a.id = asked.account_id left join identities as i on i.id = asked.identity_id`,
  )
const standings = standingsWith('', '')
/** The same with the conversation; nothing of one that does not exist. */
const standingsHeld = standingsWith<Held>(
  ', c.id, c.type, c.clock, c.group_options, c.last_message_id',
  'join conversations as c on c.id = asked.conversation_id',
)

/** What a send is asked about. */
export interface Asking {
  readonly conversationId: string
  readonly accountId: string
  readonly clientMsgId: string
  /** Identities that write. */ readonly writers: readonly string[]
}
export interface Found {
  readonly conversations: ReadonlyMap<string, Held>
  readonly standings: readonly Standing[]
  /** null: not asked. */ readonly partners: readonly Partner[] | null
}
/**
 * Takes the write lock of the conversations of these sends until the commit, and reads under it what there is to know of each (`k`: its
 * place). Without `wait` conversations that another transaction holds are left out, as are those that do not exist. On PostgreSQL all
 * is asked at once: each statement sees what was committed before it began, and the first one began by taking the lock. SQLite has one
 * writer anyway, and is asked once.
 */
export const holdAndRead = async (
  trx: Conn,
  sends: readonly Asking[],
  wait: boolean,
): Promise<Found> => {
  const asked = sends.flatMap((s, k) =>
    (s.writers.length > 0 ? s.writers : [null]).map((id) => [
      k,
      s.conversationId,
      s.accountId,
      s.clientMsgId,
      id,
    ]),
  )
  const byId = (rows: readonly Held[]) => new Map(rows.map((c) => [c.id, c]))
  if (isPostgres(trx)) {
    const [rows, found, others] = await askAll(trx, [
      (wait ? locked : lockedFree).of(
        trx,
        sends.map((s) => [s.conversationId]),
      ),
      standings.of(trx, asked),
      partners.of(
        trx,
        sends.map((s, k) => [k, s.conversationId, s.accountId]),
      ),
    ])
    return { conversations: byId(rows), standings: found, partners: others }
  }
  const found = await standingsHeld(trx, asked)
  return { conversations: byId(found), standings: found, partners: null }
}

const COLUMNS = [
  'id',
  'conversation_id',
  'seq',
  'changed',
  'sender_account_id',
  'sender_identity_id',
  'content',
  'content_key',
  'client_msg_id',
  'client_hash',
  'media_count',
  'created_at',
  'quote_id',
] as const
const NUMBERS: ReadonlySet<string> = new Set(['seq', 'changed', 'media_count', 'created_at'])
const TYPES = COLUMNS.map((c) => (NUMBERS.has(c) ? 'bigint' : 'text'))
const SAID = COLUMNS.join(', ')
const insert = (rows: string): string => `insert into messages (${SAID}) ${rows}`
const newest = (rows: string): string =>
  `update conversations set clock = said.seq, last_message_id = said.id, last_message_at = said.created_at from (${rows}) as said where conversations.id = said.conversation_id`
const read = (
  rows: string,
): string => `insert into conversation_reads (conversation_id, identity_id, account_id, last_read_seq, last_read_message_id, read_at)
  select said.conversation_id, i.id, i.account_id, said.seq, said.id, said.created_at from (${rows}) as said
    join identities as i on i.account_id = said.sender_account_id and (said.sender_identity_id is null or i.id = said.sender_identity_id) where true
  on conflict (conversation_id, identity_id) do update set last_read_seq = excluded.last_read_seq, last_read_message_id = excluded.last_read_message_id, read_at = excluded.read_at
  where conversation_reads.last_read_seq < excluded.last_read_seq`
/** PostgreSQL does all three at once: a way there and back each would cost more than the work. */
const atOnce = statementOfRows(
  TYPES,
  (rows) =>
    `with said (${SAID}) as (${rows}), stored as (${insert('table said')}), told as (${newest('table said')}) ${read('table said')}`,
)
const inserted = statementOfRows(TYPES, insert)
const ids = (rows: string): string => `select m.* from messages as m where m.id in (${rows})`
const [newestStored, readStored] = [
  statementOfRows(['text'], (rows) => newest(ids(rows))),
  statementOfRows(['text'], (rows) => read(ids(rows))),
]

/**
 * Stores messages, each the newest of its conversation (one of each) and read by the identities that wrote it: one, or all of the
 * account. `last`: nothing comes after it in this transaction, and nothing may fail.
 */
export const insertMessages = async (
  trx: Conn,
  said: readonly Row<'messages'>[],
  last: boolean,
): Promise<void> => {
  const rows = said.map((row) => COLUMNS.map((c) => row[c]))
  if (isPostgres(trx)) return void (await askAll(trx, [atOnce.of(trx, rows)], { last }))
  await inserted(trx, rows)
  await newestStored(
    trx,
    said.map((row) => [row.id]),
  )
  await readStored(
    trx,
    said.map((row) => [row.id]),
  )
}
