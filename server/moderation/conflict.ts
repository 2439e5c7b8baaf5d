import { sql, type SqlBool } from 'kysely'
import type { StaffViewer } from '../context'
import type { Conn } from '../db/dialect'

/**
 * SQL, on `cases`: this person may handle the case. Never one about the own account, a relation, or
 * an account with a block in either direction, nor one that these reported. For others such a case
 * does not exist.
 */
export const mayHandle = (accountId: string | null) => {
  if (accountId === null) return sql<SqlBool>`1 = 1`
  const isParty = (party: string) => sql<SqlBool>`(${sql.ref(party)} = ${accountId}
    or exists (select 1 from relations as cr where cr.account_id = ${accountId} and cr.with_account_id = ${sql.ref(party)})
    or exists (select 1 from blocks as cb where (cb.account_id = ${accountId} and cb.blocked_account_id = ${sql.ref(party)})
      or (cb.account_id = ${sql.ref(party)} and cb.blocked_account_id = ${accountId})))`
  return sql<SqlBool>`((cases.account_id is null or not ${isParty('cases.account_id')})
    and not exists (select 1 from reports as pr where pr.case_id = cases.id and ${isParty('pr.account_id')}))`
}

/** Other staff members who may handle this case. */
export const othersFor = async (
  db: Conn,
  viewer: Pick<StaffViewer, 'userId'>,
  caseId: string,
): Promise<string[]> => {
  const staff = await db
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.user_id', '!=', viewer.userId)
    .select(['s.user_id', 'u.account_id'])
    .execute()
  const able: string[] = []
  for (const one of staff) {
    const row = await db
      .selectFrom('cases')
      .where('id', '=', caseId)
      .where(mayHandle(one.account_id))
      .select('id')
      .executeTakeFirst()
    if (row) able.push(one.user_id)
  }
  return able
}
