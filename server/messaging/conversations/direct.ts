import { randomUUID } from 'node:crypto'
import { directKey, findDirectOf, isOpened } from '../../access/direct'
import { requireUnrestricted, type Initiator } from '../../access/sanctions'
import type { Conn } from '../../db/dialect'
import type { ConversationMetadata } from '../../db/tables-messaging'
import { fail } from '../../fail'

/**
 * Finds or creates the direct conversation of two accounts; concurrent calls find the same one.
 * Neither its id nor its clock shows when it was made to a member who has just got it. Rejects only
 * when the database does.
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
  const isNew = !found || !isOpened(found, me)
  if (isNew) await requireUnrestricted(db, startedBy, 'conversations', nowMs)
  if (found) {
    if (isNew)
      await db
        .updateTable('conversation_participants')
        .set({ joined_at: Math.max(nowMs, found.created_at + 1) })
        .where('conversation_id', '=', found.id)
        .where('account_id', '=', me)
        .execute()
    return found.id
  }
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
        metadata: JSON.stringify({ startedBy: me } satisfies ConversationMetadata),
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
