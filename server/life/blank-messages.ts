import { sql } from 'kysely'
import { chunksOf, takeNextClock, type Conn } from '../db/dialect'
import { groupBy } from '../group-by'

/**
 * Empties the messages of an account, or those of one identity in it, each with its own clock value,
 * so that every reader's sync fetches the change. Many per statement: an account may have written
 * tens of thousands, and the embedded engine serves nobody meanwhile.
 */
export const emptyMessagesOf = async (
  trx: Conn,
  accountId: string,
  identityId: string | null,
  now: number,
): Promise<void> => {
  const own = await trx
    .selectFrom('messages')
    .where('sender_account_id', '=', accountId)
    .$if(identityId !== null, (q) => q.where('sender_identity_id', '=', identityId))
    .select(['id', 'conversation_id'])
    .orderBy('conversation_id')
    .orderBy('seq')
    .execute()
  for (const [conversationId, messages] of groupBy(own, (m) => m.conversation_id))
    for (const some of chunksOf(messages)) {
      const ids = some.map((m) => m.id)
      const last = (await takeNextClock(trx, conversationId, now, ids.length)) ?? now
      const clocks = sql.join(
        ids.map((id, n) => sql`when ${id} then cast(${last - ids.length + 1 + n} as bigint)`),
        sql` `,
      )
      await trx
        .updateTable('messages')
        .set((eb) => ({
          content: '',
          text_hash: null,
          client_hash: null,
          sender_identity_id: null,
          media_count: 0,
          deleted_at: eb.fn.coalesce('deleted_at', sql<number>`cast(${now} as bigint)`),
          edited_at: null,
          changed: sql<number>`case id ${clocks} end`,
        }))
        .where('id', 'in', ids)
        .execute()
    }
}
