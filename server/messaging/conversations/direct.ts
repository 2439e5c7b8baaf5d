import { requireUnrestricted, type Initiator } from '../../access/sanctions'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { newId } from '../../tokens'

export const directKey = (a: string, b: string): string => [a, b].sort().join(':')

/**
 * Finds or creates the direct conversation of two accounts; concurrent calls find the same one.
 * Rejects only when the database does.
 */
export const ensureDirect = async (
  db: Conn,
  a: string,
  b: string,
  startedBy: Initiator,
  nowMs: number,
): Promise<string> => {
  const find = () =>
    db
      .selectFrom('conversations')
      .where('direct_key', '=', directKey(a, b))
      .select('id')
      .executeTakeFirst()
  const found = await find()
  if (found) return found.id
  await requireUnrestricted(db, startedBy, 'conversations', nowMs)
  const id = newId()
  // no unique violation, which would abort a surrounding transaction: a concurrent call inserts
  // nothing and finds the first row
  const make = async (trx: Conn): Promise<boolean> => {
    const made = await trx
      .insertInto('conversations')
      .values({
        id,
        type: 'direct',
        direct_key: directKey(a, b),
        metadata: JSON.stringify({ startedBy: startedBy.accountId }),
        created_at: nowMs,
        clock: nowMs,
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
