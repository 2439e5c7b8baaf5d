import { MINUTE_MS } from '#contract/limits'
import { lockForBlock } from '../access/blocks'
import type { Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'

/** After a change that brings the two together, which is then visible and can be ended. */
export const insertBlock = async (
  trx: Conn,
  accountId: string,
  otherId: string,
  now: number,
): Promise<void> => {
  await lockForBlock(trx, accountId, otherId)
  await trx
    .insertInto('blocks')
    .values({ account_id: accountId, blocked_account_id: otherId, created_at: now })
    .onConflict((c) => c.columns(['account_id', 'blocked_account_id']).doNothing())
    .execute()
}
export const removeBlock = async (db: Conn, accountId: string, otherId: string): Promise<boolean> =>
  (await db
    .deleteFrom('blocks')
    .where('account_id', '=', accountId)
    .where('blocked_account_id', '=', otherId)
    .returning('account_id')
    .executeTakeFirst()) !== undefined
export const blocksOf = (db: Conn, accountId: string): Promise<Row<'blocks'>[]> =>
  db
    .selectFrom('blocks')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .execute()
export const findMessage = (db: Conn, id: string): Promise<Row<'messages'> | undefined> =>
  db.selectFrom('messages').where('id', '=', id).selectAll().executeTakeFirst()

/** So long the same report of a member is the same one: sent again after a lost reply. */
const AGAIN_MS = 10 * MINUTE_MS
/** Stores a report once; under the caller's lock of its author's reports. */
export const insertReport = async (
  db: Conn,
  row: NewRow<'reports'> & { readonly case_id: string },
): Promise<void> => {
  const known = await db
    .selectFrom('reports')
    .where('account_id', '=', row.account_id)
    .where('kind', '=', row.kind)
    .where('target_id', '=', row.target_id)
    .where('reason', '=', row.reason)
    .where('case_id', '=', row.case_id)
    .where('created_at', '>', row.created_at - AGAIN_MS)
    .select('comment')
    .execute()
  // compared here: the words are stored encrypted
  if (known.some((one) => one.comment === row.comment)) return
  await db.insertInto('reports').values(row).execute()
}
