import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'

export interface Membership {
  readonly conversation: Row<'conversations'>
  readonly participant: Row<'conversation_participants'>
}

/**
 * The viewer's current membership; 404 alike for non-members, past members and missing
 * conversations.
 */
export const requireMember = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  conversationId: string,
): Promise<Membership> => {
  const conversation = await db
    .selectFrom('conversations')
    .where('id', '=', conversationId)
    .selectAll()
    .executeTakeFirst()
  const participant = await db
    .selectFrom('conversation_participants')
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', viewer.accountId)
    .where('left_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
  return conversation && participant ? { conversation, participant } : fail('not_found')
}
