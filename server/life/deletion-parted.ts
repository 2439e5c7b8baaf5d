import type { Conn } from '../db/dialect'
import { blankMessagesOf } from './blank-messages'

/** Groups without members and without a reader of their past. */
const deleteEmptyGroups = (trx: Conn, ids: readonly string[]): Promise<unknown> =>
  trx
    .deleteFrom('conversations')
    .where('id', 'in', ['', ...ids])
    .where('type', '=', 'group')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('conversation_participants as p')
            .whereRef('p.conversation_id', '=', 'conversations.id')
            .where('p.left_at', 'is', null)
            .select('p.account_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('past_talks as t')
            .whereRef('t.conversation_id', '=', 'conversations.id')
            .select('t.account_id'),
        ),
      ),
    )
    .execute()

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
  const read = await trx
    .selectFrom('past_talks')
    .where('account_id', '=', accountId)
    .select('conversation_id as id')
    .execute()
  for (const { id, account_id, identity_id } of left) {
    await blankMessagesOf(trx, account_id, identity_id, now)
    await trx.deleteFrom('partings').where('id', '=', id).execute()
  }
  await deleteEmptyGroups(
    trx,
    read.map((talk) => talk.id),
  )
  // the row of a person who has an account of their own stays for that account
  await trx
    .deleteFrom('partings')
    .where('account_id', '=', accountId)
    .where('new_account_id', 'is', null)
    .execute()
}
