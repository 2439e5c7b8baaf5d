import { tick, type Conn } from '../db/dialect'

/**
 * Before an account is deleted: empties the messages that its person wrote in an account that they
 * left, each with its own clock value, and ends their past discussions.
 */
export const forgetParting = async (trx: Conn, accountId: string, now: number): Promise<void> => {
  const left = await trx
    .selectFrom('partings')
    .where('new_account_id', '=', accountId)
    .select(['id', 'account_id', 'identity_id'])
    .execute()
  for (const { id, account_id, identity_id } of left) {
    const own = await trx
      .selectFrom('messages')
      .where('sender_account_id', '=', account_id)
      .where('sender_identity_id', '=', identity_id)
      .select(['id', 'conversation_id', 'deleted_at'])
      .orderBy('conversation_id')
      .orderBy('seq')
      .execute()
    for (const m of own) {
      const changed = (await tick(trx, m.conversation_id, now)) ?? now
      await trx
        .updateTable('messages')
        .set({
          content: '',
          content_key: null,
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
    await trx.deleteFrom('partings').where('id', '=', id).execute()
  }
  for (const table of ['past_talks', 'parting_choices', 'kept_photos', 'parted_photos'] as const)
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute()
  // the row of a person who has an account of their own stays for that account
  await trx
    .deleteFrom('partings')
    .where('account_id', '=', accountId)
    .where('new_account_id', 'is', null)
    .execute()
}
