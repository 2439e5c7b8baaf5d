import type { Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'

export const insertRelation = async (trx: Conn, a: string, b: string, origin: Row<'relations'>['origin'], now: number): Promise<boolean> => {
  const [first, second] = a < b ? [a, b] : [b, a]
  const rows = await trx
    .insertInto('relations')
    // always in this order: two people who accept each other at the same moment wait for one another only one way
    .values([
      { account_id: first, with_account_id: second, created_at: now, origin },
      { account_id: second, with_account_id: first, created_at: now, origin },
    ])
    .onConflict((c) => c.columns(['account_id', 'with_account_id']).doNothing())
    .returning('account_id')
    .execute()
  return rows.length > 0
}

export const deleteRelation = async (trx: Conn, a: string, b: string): Promise<boolean> => {
  const rows = await trx
    .deleteFrom('relations')
    .where((eb) => eb.or([eb.and({ account_id: a, with_account_id: b }), eb.and({ account_id: b, with_account_id: a })]))
    .returning('account_id')
    .execute()
  return rows.length > 0
}

export const relationsOf = (db: Conn, accountId: string): Promise<Row<'relations'>[]> =>
  db.selectFrom('relations').where('account_id', '=', accountId).selectAll().execute()

export const insertLink = async (db: Conn, row: NewRow<'join_links'>): Promise<void> => {
  await db.insertInto('join_links').values(row).execute()
}

const good = (db: Conn, now: number) =>
  db
    .selectFrom('join_links as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .where('l.revoked_at', 'is', null)
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where('a.deleted_at', 'is', null)

/** Links of an account that still work, the newest first. */
export const goodLinksOf = (db: Conn, accountId: string, now: number): Promise<Row<'join_links'>[]> =>
  good(db, now).where('l.account_id', '=', accountId).selectAll('l').orderBy('l.created_at', 'desc').orderBy('l.id', 'desc').execute()

export const findGoodLink = (db: Conn, tokenHash: string, now: number): Promise<(Row<'join_links'> & { readonly inviter_handle: string }) | undefined> =>
  good(db, now).where('l.token_hash', '=', tokenHash).selectAll('l').select('a.handle as inviter_handle').executeTakeFirst()

/** False when there is no such link of the account; one that is revoked already stays so. */
export const revokeLink = async (db: Conn, accountId: string, id: string, now: number): Promise<boolean> => {
  const row = await db
    .updateTable('join_links')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.lit(now)) }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const countUsers = async (db: Conn, accountId: string): Promise<number> =>
  (await db.selectFrom('users').where('account_id', '=', accountId).select('id').execute()).length

/** The invitation that brought a user, forgotten as it is read: it is followed once. */
export const takeJoinToken = async (trx: Conn, userId: string): Promise<string | null> => {
  const row = await trx.selectFrom('users').where('id', '=', userId).select('join_token_hash').executeTakeFirst()
  if (row?.join_token_hash) await trx.updateTable('users').set({ join_token_hash: null }).where('id', '=', userId).execute()
  return row?.join_token_hash ?? null
}
