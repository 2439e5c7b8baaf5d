import type { Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'

export const insertLink = async (db: Conn, row: NewRow<'join_links'>): Promise<void> => {
  await db.insertInto('join_links').values(row).execute()
}
const validLinks = (db: Conn, now: number) =>
  db
    .selectFrom('join_links as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .where('l.revoked_at', 'is', null)
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where('a.deleted_at', 'is', null)
/** Valid links of an account, newest first. */
export const validLinksOf = (
  db: Conn,
  accountId: string,
  now: number,
): Promise<Row<'join_links'>[]> =>
  validLinks(db, now)
    .where('l.account_id', '=', accountId)
    .selectAll('l')
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .execute()
export const findValidLink = (
  db: Conn,
  tokenHash: string,
  now: number,
): Promise<(Row<'join_links'> & { readonly inviter_handle: string }) | undefined> =>
  validLinks(db, now)
    .where('l.token_hash', '=', tokenHash)
    .selectAll('l')
    .select('a.handle as inviter_handle')
    .executeTakeFirst()
/** Returns false when the account has no such link. A revoked link stays revoked. */
export const revokeLink = async (
  db: Conn,
  accountId: string,
  id: string,
  now: number,
): Promise<boolean> => {
  const row = await db
    .updateTable('join_links')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.lit(now)) }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
/** The invitation that a user registered with, as long as it was not followed. */
export const joinTokenOf = async (db: Conn, userId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('users')
      .where('id', '=', userId)
      .select('join_token_hash')
      .executeTakeFirst()
  )?.join_token_hash ?? null
export const clearJoinToken = async (db: Conn, userId: string): Promise<void> => {
  await db.updateTable('users').set({ join_token_hash: null }).where('id', '=', userId).execute()
}
