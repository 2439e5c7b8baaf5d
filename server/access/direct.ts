import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import type { ConversationMetadata } from '../db/tables-messaging'

/** The unique key of the direct conversation of two accounts, in either order. */
export const directKey = (a: string, b: string): string => [a, b].sort().join(':')

/**
 * Whether a direct conversation exists for this member: it has messages, or the member opened it.
 * It must not show that the other member opened it and wrote nothing. `joined_at` is the member's;
 * it is later than the creation when the member opened a conversation that was there already.
 */
export const isOpened = (
  c: Pick<Row<'conversations'>, 'last_message_id' | 'created_at' | 'metadata'> & {
    readonly joined_at: number
  },
  accountId: string,
): boolean =>
  c.last_message_id !== null ||
  c.joined_at > c.created_at ||
  (JSON.parse(c.metadata) as ConversationMetadata).startedBy === accountId

/** The direct conversation of two members, whether it exists for this one or not (`isOpened`). */
export const findDirectOf = (db: Conn, accountId: string, otherId: string) =>
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
