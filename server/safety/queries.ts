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
export const messageOf = (db: Conn, id: string): Promise<Row<'messages'> | undefined> =>
  db.selectFrom('messages').where('id', '=', id).selectAll().executeTakeFirst()
export const insertReport = async (db: Conn, row: NewRow<'reports'>): Promise<void> => {
  await db.insertInto('reports').values(row).execute()
}
