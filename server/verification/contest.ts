import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'

/** The refusal that the account may contest: its newest answer, once. What lapsed was no answer. */
export const contestableRefusal = async (
  db: Conn,
  accountId: string,
): Promise<Row<'verification_requests'> | undefined> => {
  const row = await db
    .selectFrom('verification_requests')
    .where('account_id', '=', accountId)
    .where('state', 'not in', ['started', 'lapsed', 'dropped'])
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.state === 'refused' && row.contests === null ? row : undefined
}

/**
 * The staff member who refused what this case contests (null: unknown); undefined when it
 * contests nothing.
 */
export const refuserOf = async (
  db: Conn,
  { subject_kind, subject_id }: Pick<Row<'cases'>, 'subject_kind' | 'subject_id'>,
): Promise<string | null | undefined> => {
  if (subject_kind !== 'verification') return undefined
  const request = await db
    .selectFrom('verification_requests')
    .where('id', '=', subject_id)
    .where('contests', 'is not', null)
    .select('refused_by')
    .executeTakeFirst()
  return request?.refused_by
}
