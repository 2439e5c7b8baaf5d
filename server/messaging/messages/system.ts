import type { Message } from '#contract/messaging/messages'
import type { Ctx } from '../../context'
import { takeNextClock, type Conn } from '../../db/dialect'
import { statementOfRows } from '../../db/statement'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { newId } from '../../tokens'
import { publishMasked, type MembershipRow } from '../conversations/mask'
import { presentMessages } from './present'

export interface SystemLine {
  readonly type: NonNullable<Message['systemType']>
  /** Text of the line. With a subject: what follows its handle. */
  readonly text: string
  /** The account that the line is about. */
  readonly subject?: string
}

const systemRow = (
  conversation_id: string,
  seq: number,
  { type, text }: SystemLine,
  nowMs: number,
): Row<'messages'> => ({
  id: newId(),
  conversation_id,
  seq,
  changed: seq,
  sender_account_id: null,
  sender_identity_id: null,
  content: text,
  text_hash: null,
  system_type: type,
  client_msg_id: null,
  client_hash: null,
  media_count: 0,
  created_at: nowMs,
  deleted_at: null,
  quote_id: null,
  edited_at: null,
})

/** Rows of conversation, clock, metadata, its newest message and its time. */
const advanceAll = statementOfRows(
  ['text', 'bigint', 'text', 'text', 'bigint'],
  (rows) => `with said (id, clock, metadata, message_id, said_at) as (${rows})
  update conversations set clock = said.clock, metadata = said.metadata,
    last_message_id = said.message_id, last_message_at = said.said_at
  from said where conversations.id = said.id`,
)
/** Rows per statement. */
const AT_ONCE = 200
/**
 * The same line, without a subject, in many conversations, which the caller has locked; their
 * `metadata` is stored with it. The number of statements hardly grows with theirs.
 */
export const postSystemInAll = async (
  trx: Conn,
  conversations: readonly Pick<Row<'conversations'>, 'id' | 'clock' | 'metadata'>[],
  line: Omit<SystemLine, 'subject'>,
  nowMs: number,
): Promise<Row<'messages'>[]> => {
  const rows = conversations.map(({ id, clock }) =>
    // as `takeNextClock` counts
    systemRow(id, Math.max(clock + 1, Math.floor(nowMs)), line, nowMs),
  )
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    const some = rows.slice(i, i + AT_ONCE)
    await trx.insertInto('messages').values(some).execute()
    await advanceAll(
      trx,
      some.map((row, k) => [
        row.conversation_id,
        row.seq,
        conversations[i + k]?.metadata,
        row.id,
        row.created_at,
      ]),
    )
  }
  return rows
}

/**
 * Writes a system message at the conversation's next clock value, in the caller's transaction. Its
 * subject is stored in `client_hash` (unused by system messages otherwise), so that hidden and
 * deleted accounts are not named.
 */
export const postSystem = async (
  trx: Conn,
  conversationId: string,
  line: SystemLine,
  nowMs: number,
): Promise<Row<'messages'>> => {
  const seq = (await takeNextClock(trx, conversationId, nowMs)) ?? fail('not_found')
  const subject = line.subject ?? null
  const handle = subject
    ? (
        await trx
          .selectFrom('accounts')
          .where('id', '=', subject)
          .select('handle')
          .executeTakeFirst()
      )?.handle
    : undefined
  const row: Row<'messages'> = {
    ...systemRow(conversationId, seq, line, nowMs),
    ...(handle ? { content: `${handle} ${line.text}`, client_hash: subject } : {}),
  }
  await trx.insertInto('messages').values(row).execute()
  await trx
    .updateTable('conversations')
    .set({ last_message_id: row.id, last_message_at: row.created_at })
    .where('id', '=', conversationId)
    .execute()
  return row
}

/**
 * Publishes system messages to all members who may read them, each as it may. Call after the commit.
 * `known`: the memberships (`listeningMemberships`), when loaded already.
 */
export const publishSystemMessages = async (
  ctx: Ctx,
  conversation: Pick<Row<'conversations'>, 'id' | 'type'>,
  rows: readonly Row<'messages'>[],
  known?: readonly MembershipRow[],
): Promise<void> => {
  for (const row of rows)
    await publishMasked(
      ctx,
      conversation,
      'system.message',
      async (to) => {
        const message =
          (await presentMessages(ctx, conversation, [row], '', to))[0] ?? fail('not_found')
        return { conversationId: conversation.id, message }
      },
      null,
      known,
      row.seq,
    )
}
