import type { Message } from '#contract/messaging/messages'
import type { Ctx } from '../../context'
import { takeNextClock, type Conn } from '../../db/dialect'
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
    id: newId(),
    conversation_id: conversationId,
    seq,
    changed: seq,
    sender_account_id: null,
    sender_identity_id: null,
    content: handle ? `${handle} ${line.text}` : line.text,
    text_hash: null,
    system_type: line.type,
    client_msg_id: null,
    client_hash: handle ? subject : null,
    media_count: 0,
    created_at: nowMs,
    deleted_at: null,
    quote_id: null,
    edited_at: null,
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
