import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { areBlocked, notBlocked } from './blocks'

export const areRelations = async (db: Conn, a: string, b: string): Promise<boolean> =>
  (await db
    .selectFrom('relations')
    .where('account_id', '=', a)
    .where('with_account_id', '=', b)
    .select('account_id')
    .executeTakeFirst()) !== undefined

/** The public part of another account: 404 across a block. A deleted account is an empty shell. */
export const visibleAccount = async (
  db: Conn,
  viewer: Viewer,
  accountId: string,
): Promise<Row<'accounts'>> => {
  const row = await db
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .selectAll()
    .executeTakeFirst()
  if (!row) return fail('not_found')
  if (accountId !== viewer.accountId && (await areBlocked(db, viewer.accountId, accountId)))
    return fail('not_found')
  return row
}

/**
 * Accounts among these whose first names the viewer may see: its own and those that share them;
 * never across a block.
 */
export const canViewFirstNames = async (
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
    .where(notBlocked('s.account_id', viewer.accountId))
    .select('s.account_id')
    .execute()
  return new Set([
    ...rows.map((r) => r.account_id),
    ...accountIds.filter((id) => id === viewer.accountId),
  ])
}
