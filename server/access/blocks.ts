import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { lockEach, lockPair, type Conn } from '../db/dialect'

// `apart` holds blocks, pairs that a zone separates (zones.ts), and couples that parted;
// «separated» means any of the three

/** Whether a block or a zone separates the two. */
export const areSeparated = async (db: Conn, a: string, b: string): Promise<boolean> => {
  const row = await db
    .selectFrom('apart')
    .where((eb) =>
      eb.or([
        eb.and({ account_id: a, blocked_account_id: b }),
        eb.and({ account_id: b, blocked_account_id: a }),
      ]),
    )
    .select('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether nothing in `apart` separates the two, in a transaction that brings them together: the
 * lock keeps new blocks out until the commit. A concurrent block waits, then undoes what was
 * written (`blockAccount`, `partWays`).
 */
export const lockUnseparated = async (trx: Conn, a: string, b: string): Promise<boolean> => {
  await lockPair(trx, a, b, 'shared')
  return !(await areSeparated(trx, a, b))
}

const GROUP = 'group'
/**
 * Keeps blocks among these accounts as they are until the commit, for a transaction that puts all of
 * them into a group: a lock on each pair of a hundred members would be too many. Read the blocks
 * after it.
 */
export const lockBlocks = (trx: Conn, accountIds: readonly string[]): Promise<void> =>
  lockEach(trx, GROUP, accountIds, 'shared')
/** Waits, in the transaction of a block, for what brings the two together, and makes it wait. */
export const lockForBlock = async (trx: Conn, a: string, b: string): Promise<void> => {
  await lockPair(trx, a, b, 'alone')
  await lockEach(trx, GROUP, [a, b], 'alone')
}

/** Accounts that a block or a zone separates from this one. */
export const separatedAccounts = async (
  db: Conn,
  accountId: string,
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('apart')
    .where((eb) =>
      eb.or([eb('account_id', '=', accountId), eb('blocked_account_id', '=', accountId)]),
    )
    .selectAll()
    .execute()
  return new Set(
    rows.map((r) => (r.account_id === accountId ? r.blocked_account_id : r.account_id)),
  )
}

/** SQL: an account id, or a column that holds one. */
export type AccountExpression = string | RawBuilder<unknown>

/** SQL: no block and no zone between the account of this column and the other one. */
export const notSeparated = (
  column: string,
  accountId: AccountExpression,
) => sql<SqlBool>`not exists (select 1 from apart as b where (b.account_id = ${accountId}
  and b.blocked_account_id = ${sql.ref(column)})
  or (b.blocked_account_id = ${accountId} and b.account_id = ${sql.ref(column)}))`
