import { lockAccount } from '../access/accounts'
import { countRows } from '../db/count'
import type { Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'

export const countMedia = async (db: Conn, accountId: string): Promise<number> =>
  countRows(db.selectFrom('media').where('account_id', '=', accountId))
/** False, without writing, when the account already has `max`, also under concurrency. */
export const insertMedia = async (
  trx: Conn,
  row: NewRow<'media'>,
  max: number,
): Promise<boolean> => {
  await lockAccount(trx, row.account_id)
  if ((await countMedia(trx, row.account_id)) >= max) return false
  await trx.insertInto('media').values(row).execute()
  return true
}
/** Whether the session is open and its user still has this account. */
export const isSessionOf = async (
  db: Conn,
  sessionId: string,
  accountId: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('a.id', '=', accountId)
    .where('a.deleted_at', 'is', null)
    .select('s.id')
    .executeTakeFirst()
  return row !== undefined
}
export const findMedia = (db: Conn, ids: readonly string[]): Promise<Row<'media'>[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('media')
        .where('id', 'in', [...ids])
        .selectAll()
        .execute()

const lockingMediaOf = (trx: Conn, accountId: string) =>
  trx.selectFrom('media').where('account_id', '=', accountId).select('id').orderBy('id').forUpdate()

/** Locks media of an account against a message or an album that takes one at the same moment. */
export const lockMedia = async (
  trx: Conn,
  ids: readonly string[],
  accountId: string,
): Promise<string[]> => {
  if (ids.length === 0) return []
  const own = await lockingMediaOf(trx, accountId)
    .where('id', 'in', [...ids])
    .execute()
  return own.map((r) => r.id)
}
/** Locks all media of an account and returns their ids. */
export const lockAllMedia = async (trx: Conn, accountId: string): Promise<string[]> => {
  const own = await lockingMediaOf(trx, accountId).execute()
  return own.map((r) => r.id)
}
/** Returns the deleted rows, whose files remain to be removed. */
export const deleteMediaRows = (trx: Conn, ids: readonly string[]): Promise<Row<'media'>[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : trx
        .deleteFrom('media')
        .where('id', 'in', [...ids])
        .returningAll()
        .execute()

/** Claimed photos of the account that can be recognised, with their cases. */
export const claimedHashes = async (
  db: Conn,
  accountId: string,
): Promise<{ hash: string; case_id: string }[]> =>
  (
    await db
      .selectFrom('photo_claims')
      .where('account_id', '=', accountId)
      .select(['hash', 'case_id'])
      .execute()
  ).flatMap(({ hash, case_id }) => (hash === null ? [] : [{ hash, case_id }]))

/** Pictures of two who parted that this account may keep and not show. */
export const partedHashes = async (db: Conn, accountId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('parted_photos')
      .where('account_id', '=', accountId)
      .select('hash')
      .execute()
  ).map((r) => r.hash)
