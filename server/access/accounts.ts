import type { Viewer } from '../context'
import { isPostgres, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { notSeparated } from './blocks'

export const areRelations = async (db: Conn, a: string, b: string): Promise<boolean> =>
  (await db
    .selectFrom('relations')
    .where('account_id', '=', a)
    .where('with_account_id', '=', b)
    .select('account_id')
    .executeTakeFirst()) !== undefined

/** Of the persons of an account, the primary one first. */
export const identityIdsOf = async (db: Conn, accountId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('identities')
    .where('account_id', '=', accountId)
    .select('id')
    .orderBy('is_primary', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((r) => r.id)
}

/** Those of these accounts that are not deleted. */
export const existingAccounts = async (
  db: Conn,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('accounts')
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .select('id')
    .execute()
  return new Set(rows.map((r) => r.id))
}

/**
 * Locks the account, so that counts hold until the commit and appended items get distinct places.
 */
export const lockAccount = async (trx: Conn, accountId: string): Promise<void> => {
  await trx
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Those of `others` that are relations, locked until the commit, for a transaction that writes what
 * needs a relation: a concurrent end of the relation waits, then removes what was written. Take
 * this lock before any other.
 */
export const lockRelations = async (
  trx: Conn,
  accountId: string,
  others: readonly string[],
): Promise<string[]> => {
  if (others.length === 0) return []
  const rows = trx
    .selectFrom('relations')
    .where('account_id', '=', accountId)
    .where('with_account_id', 'in', [...others])
    .select('with_account_id')
    .orderBy('with_account_id')
  return (await (isPostgres(trx) ? rows.forShare() : rows).execute()).map((r) => r.with_account_id)
}

/**
 * Another account, also a deleted one: 404 alike, by the same query, across a block and for unknown
 * ids.
 */
export const requireVisibleAccount = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  accountId: string,
): Promise<Row<'accounts'>> =>
  (await db
    .selectFrom('accounts as a')
    .where('a.id', '=', accountId)
    .where(notSeparated('a.id', viewer.accountId))
    .selectAll('a')
    .executeTakeFirst()) ?? fail('not_found')

/**
 * The same without deleted accounts, for all that shows a member: if deleted accounts got a reply
 * of their own, every other refusal would be recognisable as a block. One's own account stays, also
 * while its deletion waits.
 */
export const requireVisibleMember = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  accountId: string,
): Promise<Row<'accounts'>> => {
  const row = await requireVisibleAccount(db, viewer, accountId)
  return row.deleted_at === null || accountId === viewer.accountId ? row : fail('not_found')
}

/**
 * Accounts among these whose first names the viewer may see: its own and those that share them;
 * never across a block.
 */
export const accountsShowingFirstNames = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('sharings as s')
    .where('s.account_id', 'in', [...accountIds])
    .where('s.with_account_id', '=', viewer.accountId)
    .where('s.share_names', '=', 1)
    .where(notSeparated('s.account_id', viewer.accountId))
    .select('s.account_id')
    .execute()
  return new Set([
    ...rows.map((r) => r.account_id),
    ...accountIds.filter((id) => id === viewer.accountId),
  ])
}
