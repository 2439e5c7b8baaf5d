import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import type { CaseRow } from '../queries'

/** The decision that froze the account of a case, while it holds. */
export const accountFreezeOf = async (
  trx: Conn,
  row: Pick<CaseRow, 'freeze_id'>,
): Promise<Row<'decisions'> | undefined> =>
  row.freeze_id === null
    ? undefined
    : trx
        .selectFrom('decisions')
        .where('id', '=', row.freeze_id)
        .where('undone_at', 'is', null)
        .selectAll()
        .executeTakeFirst()
