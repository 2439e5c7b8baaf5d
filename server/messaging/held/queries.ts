import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import type { HoldReason, SendRequest, WrittenMessage } from '../messages/send-types'

export type HeldRow = Row<'held_messages'>

/**
 * Holds a message instead of storing it, in the caller's transaction; `row`: the message as it
 * would be stored.
 */
export const insertHeld = async (
  trx: Conn,
  { viewer, body }: Pick<SendRequest, 'viewer' | 'body'>,
  row: Row<'messages'>,
  { reason, wanted }: HoldReason,
): Promise<void> => {
  await trx
    .insertInto('held_messages')
    .values({
      id: row.id,
      account_id: viewer.accountId,
      conversation_id: row.conversation_id,
      reason,
      state: 'waiting',
      sender_identity_id: row.sender_identity_id,
      user_id: viewer.userId,
      content: row.content,
      quote_id: row.quote_id,
      client_msg_id: body.client_msg_id,
      client_hash: row.client_hash ?? '',
      wanted: JSON.stringify(wanted),
      media_count: body.media_ids?.length ?? 0,
      brief: body.brief ?? null,
      revision: 1,
      created_at: row.created_at,
      updated_at: row.created_at,
    })
    .execute()
  if (body.media_ids?.length)
    await trx
      .insertInto('held_media')
      .values(body.media_ids.map((media_id, position) => ({ held_id: row.id, media_id, position })))
      .execute()
}

/** A held message as a row of `messages`; `seq` 0: it has no place in its conversation yet. */
export const messageOfHeld = (held: Row<'held_messages'>): Row<'messages'> => ({
  id: held.id,
  conversation_id: held.conversation_id,
  seq: 0,
  changed: 0,
  sender_account_id: held.account_id,
  sender_identity_id: held.sender_identity_id,
  content: held.content,
  text_hash: null,
  system_type: null,
  client_msg_id: held.client_msg_id,
  client_hash: held.client_hash,
  media_count: 0,
  created_at: held.created_at,
  deleted_at: null,
  quote_id: held.quote_id,
  edited_at: null,
})

/** A retry of a message that is held, or was taken back: the same reply, nothing new. */
export const findHeldRetry = async (
  trx: Conn,
  id: string,
  hash: string,
): Promise<Pick<WrittenMessage, 'row' | 'hold'>> => {
  const held = await trx
    .selectFrom('held_messages')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  if (held.client_hash !== hash) fail('message_reused')
  return {
    hold: { reason: held.reason, wanted: JSON.parse(held.wanted) as string[] },
    row: { ...messageOfHeld(held), quote_id: null },
  }
}

export const isMediaHeld = async (db: Conn, ids: readonly string[]): Promise<boolean> =>
  (await db
    .selectFrom('held_media')
    .where('media_id', 'in', [...ids])
    .select('held_id')
    .executeTakeFirst()) !== undefined

/** The lock of a send, without a new value of the clock: other members would see that change. */
export const lockForSend = async (trx: Conn, id: string): Promise<void> => {
  await trx.selectFrom('conversations').where('id', '=', id).select('id').forNoKeyUpdate().execute()
}

/** A message of the account in one of these states, locked until the commit; 404 for any other. */
export const lockHeld = async (
  trx: Conn,
  accountId: string,
  id: string,
  states: readonly HeldRow['state'][] = ['waiting'],
): Promise<HeldRow> =>
  (await trx
    .selectFrom('held_messages')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('state', 'in', [...states])
    .selectAll()
    .forUpdate()
    .executeTakeFirst()) ?? fail('not_found')

export const heldMessagesIn = (
  db: Conn,
  accountId: string,
  conversationId: string,
): Promise<HeldRow[]> =>
  db
    .selectFrom('held_messages')
    .where('account_id', '=', accountId)
    .where('conversation_id', '=', conversationId)
    .where('state', '=', 'waiting')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Media of held messages, in order. */
export const mediaOfHeld = async (
  db: Conn,
  ids: readonly string[],
): Promise<readonly (Row<'media'> & { held_id: string })[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('held_media as h')
        .innerJoin('media as m', 'm.id', 'h.media_id')
        .where('h.held_id', 'in', [...ids])
        .selectAll('m')
        .select('h.held_id')
        .orderBy('h.position')
        .execute()

/** What the subjects of the photos of held messages answered. */
export const subjectsOfHeld = (db: Conn, ids: readonly string[]) =>
  db
    .selectFrom('held_media as h')
    .innerJoin('media_subjects as s', 's.media_id', 'h.media_id')
    .where('h.held_id', 'in', [...ids])
    .select(['h.held_id', 's.identity_id', 's.state'])
    .execute()

/**
 * Ends the waiting. The row stays, so that a late retry of the outbox finds it. A text that was
 * taken back stays until `deleteExpiredRows`: if the reply is lost, this is its only copy.
 */
export const closeHeld = async (
  trx: Conn,
  id: string,
  state: 'sent' | 'withdrawn',
  now: number,
): Promise<void> => {
  await trx
    .updateTable('held_messages')
    .set({ state, ...(state === 'sent' ? { content: '' } : {}), quote_id: null, updated_at: now })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('held_media').where('held_id', '=', id).execute()
}

/** Number of waiting messages by conversation. */
export const countHeld = async (
  db: Conn,
  accountId: string,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('held_messages')
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .groupBy('conversation_id')
    .select(['conversation_id', (eb) => eb.fn.countAll().as('n')])
    .execute()
  return new Map(rows.map((r) => [r.conversation_id, Number(r.n)]))
}
