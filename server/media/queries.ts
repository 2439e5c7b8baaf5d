import type { Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'

export const countMedia = async (db: Conn, accountId: string): Promise<number> => {
  const row = await db.selectFrom('media').where('account_id', '=', accountId).select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst()
  return Number(row?.n ?? 0)
}
export const insertMedia = async (db: Conn, row: NewRow<'media'>, shows: readonly string[]): Promise<void> => {
  await db.insertInto('media').values(row).execute()
  if (shows.length > 0) await db.insertInto('media_identities').values(shows.map((identity_id) => ({ media_id: row.id, identity_id }))).execute()
}
export const findMedia = (db: Conn, ids: readonly string[]): Promise<Row<'media'>[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('media').where('id', 'in', [...ids]).selectAll().execute()
