import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { StaffViewer } from '../context'
import type { Conn } from '../db/dialect'

/**
 * SQL, on `cases`: this person may handle the case. Never one about the own account, a relation, an
 * account with a block in either direction or a former partner’s, nor one that these reported, nor
 * an appeal against what followed from their report. For others such a case does not exist.
 */
export const mayHandle = (accountId: string | null) =>
  accountId === null ? sql<SqlBool>`1 = 1` : isOfNoParty(accountId)
const isOfNoParty = (
  accountId: string | RawBuilder<unknown>,
) => sql<SqlBool>`((cases.account_id is null or not ${isParty(accountId, sql.ref('cases.account_id'))})
    and not exists (select 1 from reports as pr where pr.case_id = cases.id and ${isParty(accountId, sql.ref('pr.account_id'))})
    and (cases.subject_kind <> 'decision' or not exists (
      select 1 from decisions as pd join reports as pr on pr.case_id = pd.case_id
      where pd.id = cases.subject_id and ${isParty(accountId, sql.ref('pr.account_id'))})))`

/**
 * The own account, a relation, an account with a block in either direction (which a parting turns
 * into a pair), or a former partner’s.
 */
export const isParty = (
  accountId: string | RawBuilder<unknown>,
  party: RawBuilder<unknown>,
) => sql<SqlBool>`(${party} = ${accountId}
    or exists (select 1 from relations as cr where cr.account_id = ${accountId} and cr.with_account_id = ${party})
    or exists (select 1 from blocks as cb where (cb.account_id = ${accountId} and cb.blocked_account_id = ${party})
      or (cb.account_id = ${party} and cb.blocked_account_id = ${accountId}))
    or exists (select 1 from parted_pairs as cs where (cs.account_id = ${accountId} and cs.with_account_id = ${party})
      or (cs.account_id = ${party} and cs.with_account_id = ${accountId}))
    or exists (select 1 from partings as cp where (cp.account_id = ${accountId} and cp.new_account_id = ${party})
      or (cp.account_id = ${party} and cp.new_account_id = ${accountId})))`

/** Whether the staff member is a party where this account is one. */
export const isConflicted = async (
  db: Conn,
  accountId: string | null,
  about: string,
): Promise<boolean> =>
  accountId !== null &&
  (await db
    .selectFrom('accounts')
    .where('id', '=', about)
    .where(isParty(accountId, sql.ref('accounts.id')))
    .select('id')
    .executeTakeFirst()) !== undefined

/** Other staff members who may handle this case. */
export const otherHandlers = async (
  db: Conn,
  viewer: Pick<StaffViewer, 'userId'>,
  caseId: string,
): Promise<string[]> =>
  (
    await db
      .selectFrom('staff as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .where('s.user_id', '!=', viewer.userId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('cases')
            .where('cases.id', '=', caseId)
            .where((eb) =>
              eb.or([eb('u.account_id', 'is', null), isOfNoParty(sql.ref('u.account_id'))]),
            )
            .select('cases.id'),
        ),
      )
      .select('s.user_id')
      .execute()
  ).map((s) => s.user_id)
