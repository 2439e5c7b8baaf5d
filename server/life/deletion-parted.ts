import type { Conn } from '../db/dialect'
import { DELETED_HANDLE } from '../profile/service'
import { emptyMessagesOf } from './blank-messages'

/** Its handle in the past discussions of others. */
const blankPastNames = async (trx: Conn, accountId: string): Promise<void> => {
  await trx
    .updateTable('past_talks')
    .set({ title: DELETED_HANDLE })
    .where('conversation_id', 'in', (eb) =>
      eb
        .selectFrom('conversation_participants as p')
        .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
        .where('p.account_id', '=', accountId)
        .where('c.type', '=', 'direct')
        .select('c.id'),
    )
    // the title names the other member, not the account that was left
    .where('parting_id', 'not in', (eb) =>
      eb.selectFrom('partings').where('account_id', '=', accountId).select('id'),
    )
    .execute()
  await trx
    .updateTable('past_talks')
    .set({ partner_handle: DELETED_HANDLE })
    .where('account_id', '!=', accountId)
    .where('parting_id', 'in', (eb) =>
      eb.selectFrom('partings').where('account_id', '=', accountId).select('id'),
    )
    .execute()
}

/**
 * Before an account is deleted: empties the messages that its person wrote in an account that they
 * left, takes its handle out of the past discussions of others, and ends its own.
 */
export const eraseParting = async (trx: Conn, accountId: string, now: number): Promise<void> => {
  const left = await trx
    .selectFrom('partings')
    .where('new_account_id', '=', accountId)
    .select(['id', 'account_id', 'identity_id'])
    .execute()
  for (const { id, account_id, identity_id } of left) {
    await emptyMessagesOf(trx, account_id, identity_id, now)
    await trx.deleteFrom('partings').where('id', '=', id).execute()
  }
  await blankPastNames(trx, accountId)
  // the row of a person who has an account of their own stays for that account
  await trx
    .deleteFrom('partings')
    .where('account_id', '=', accountId)
    .where('new_account_id', 'is', null)
    .execute()
}
