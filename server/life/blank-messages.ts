import { takeNextClock, type Conn } from '../db/dialect'

/**
 * Empties the messages of an account, or those of one identity in it, each with its own clock value,
 * so that every reader's sync fetches the change.
 */
export const emptyMessagesOf = async (
  trx: Conn,
  accountId: string,
  identityId: string | null,
  now: number,
): Promise<void> => {
  const own = await trx
    .selectFrom('messages')
    .where('sender_account_id', '=', accountId)
    .$if(identityId !== null, (q) => q.where('sender_identity_id', '=', identityId))
    .select(['id', 'conversation_id', 'deleted_at'])
    .orderBy('conversation_id')
    .orderBy('seq')
    .execute()
  for (const m of own) {
    const changed = (await takeNextClock(trx, m.conversation_id, now)) ?? now
    await trx
      .updateTable('messages')
      .set({
        content: '',
        text_hash: null,
        client_hash: null,
        sender_identity_id: null,
        media_count: 0,
        deleted_at: m.deleted_at ?? now,
        edited_at: null,
        changed,
      })
      .where('id', '=', m.id)
      .execute()
  }
}
