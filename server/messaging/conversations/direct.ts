import { randomUUID } from 'node:crypto'
import { requireUnrestricted, type Initiator } from '../../access/sanctions'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import type { Row } from '../../db/tables'

export const directKey = (a: string, b: string): string => [a, b].sort().join(':')

/**
 * Whether a direct conversation exists for this member: it has messages, or they opened it. That the
 * other one did so and wrote nothing must not be told. `joined_at`: of the member; later than the
 * creation when they opened what was there.
 */
export const isOpened = (
  c: Pick<Row<'conversations'>, 'last_message_id' | 'created_at' | 'metadata'> & {
    readonly joined_at: number
  },
  accountId: string,
): boolean =>
  c.last_message_id !== null ||
  Number(c.joined_at) > Number(c.created_at) ||
  (JSON.parse(c.metadata) as { startedBy?: string }).startedBy === accountId

const findDirectOf = (db: Conn, accountId: string, otherId: string) =>
  db
    .selectFrom('conversations as c')
    .innerJoin('conversation_participants as p', 'p.conversation_id', 'c.id')
    .where('c.direct_key', '=', directKey(accountId, otherId))
    .where('p.account_id', '=', accountId)
    .select(['c.id', 'c.last_message_id', 'c.created_at', 'c.metadata', 'p.joined_at'])
    .executeTakeFirst()

/** The direct conversation with another member, as far as it exists for this one. */
export const findDirect = async (
  db: Conn,
  accountId: string,
  otherId: string,
): Promise<string | null> => {
  const found = await findDirectOf(db, accountId, otherId)
  return found && isOpened(found, accountId) ? found.id : null
}

/**
 * Finds or creates the direct conversation of two accounts; concurrent calls find the same one.
 * Neither its id nor its clock says when it was made, to whom it is new. Rejects only when the
 * database does.
 */
export const ensureDirect = async (
  db: Conn,
  a: string,
  b: string,
  startedBy: Initiator,
  nowMs: number,
): Promise<string> => {
  const me = startedBy.accountId
  const find = () => findDirectOf(db, me, me === a ? b : a)
  const found = await find()
  if (found) {
    if (!isOpened(found, me))
      await db
        .updateTable('conversation_participants')
        .set({ joined_at: Math.max(nowMs, Number(found.created_at) + 1) })
        .where('conversation_id', '=', found.id)
        .where('account_id', '=', me)
        .execute()
    return found.id
  }
  await requireUnrestricted(db, startedBy, 'conversations', nowMs)
  const id = randomUUID()
  // no unique violation, which would abort a surrounding transaction: a concurrent call inserts
  // nothing and finds the first row
  const make = async (trx: Conn): Promise<boolean> => {
    const made = await trx
      .insertInto('conversations')
      .values({
        id,
        type: 'direct',
        direct_key: directKey(a, b),
        metadata: JSON.stringify({ startedBy: me }),
        created_at: nowMs,
        clock: 0,
      })
      .onConflict((c) => c.column('direct_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return false
    await trx
      .insertInto('conversation_participants')
      .values(
        [a, b].map((account_id) => ({
          conversation_id: id,
          account_id,
          is_admin: 0 as const,
          joined_at: nowMs,
          visible_after: 0,
          left_at: null,
          has_written: 0 as const,
        })),
      )
      .execute()
    return true
  }
  const made = await (db.isTransaction ? make(db) : db.transaction().execute(make))
  return made ? id : ((await find())?.id ?? fail('conflict'))
}
