import type { StaffViewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { mayHandle } from './conflict'

export type CaseRow = Row<'cases'>

/** A case that this person may handle; `not_found` for every other one. */
export const requireCase = async (
  db: Conn,
  viewer: Pick<StaffViewer, 'accountId'>,
  id: string,
): Promise<CaseRow> =>
  (await db
    .selectFrom('cases')
    .where('id', '=', id)
    .where(mayHandle(viewer.accountId))
    .selectAll()
    .executeTakeFirst()) ?? fail('not_found')

/** The same, locked until the transaction ends. */
export const lockCase = async (
  trx: Conn,
  viewer: Pick<StaffViewer, 'accountId'>,
  id: string,
): Promise<CaseRow> =>
  (await trx
    .selectFrom('cases')
    .where('id', '=', id)
    .where(mayHandle(viewer.accountId))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()) ?? fail('not_found')

/** The identities of the account: whose faces a verification compares, or who may be restricted alone. */
export const identitiesOfCase = async (
  db: Conn,
  row: Pick<CaseRow, 'account_id'>,
): Promise<{ readonly id: string; readonly handle: string }[]> =>
  row.account_id === null
    ? []
    : db
        .selectFrom('identities')
        .where('account_id', '=', row.account_id)
        .select(['id', 'handle'])
        .orderBy('is_primary', 'desc')
        .execute()

/** Whether this staff member took, proposed or confirmed the decision. */
export const isMadeBy = (
  decision: Pick<Row<'decisions'>, 'by_user' | 'second_user'>,
  { userId }: Pick<StaffViewer, 'userId'>,
): boolean => decision.by_user === userId || decision.second_user === userId

export const pseudonymsOf = async (
  db: Conn,
  userIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(userIds.flatMap((id) => id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('staff')
    .where('user_id', 'in', ids)
    .select(['user_id', 'pseudonym'])
    .execute()
  return new Map(rows.map((r) => [r.user_id, r.pseudonym]))
}

export const isClaimed = (row: Pick<CaseRow, 'claimed_by' | 'claim_until'>, now: number): boolean =>
  row.claimed_by !== null && (row.claim_until ?? 0) > now
