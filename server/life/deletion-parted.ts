import type { Conn } from '../db/dialect'
import { blankMessagesOf } from './blank-messages'

/**
 * Before an account is deleted: empties the messages that its person wrote in an account that they
 * left, and ends their past discussions.
 */
export const forgetParting = async (trx: Conn, accountId: string, now: number): Promise<void> => {
  const left = await trx
    .selectFrom('partings')
    .where('new_account_id', '=', accountId)
    .select(['id', 'account_id', 'identity_id'])
    .execute()
  for (const { id, account_id, identity_id } of left) {
    await blankMessagesOf(trx, account_id, identity_id, now)
    await trx.deleteFrom('partings').where('id', '=', id).execute()
  }
  // the row of a person who has an account of their own stays for that account
  await trx
    .deleteFrom('partings')
    .where('account_id', '=', accountId)
    .where('new_account_id', 'is', null)
    .execute()
}
