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

/** The other current members of the account's conversations. */
export const conversationPartnerIds = async (db: Conn, accountId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('conversation_participants as mine')
    .innerJoin(
      'conversation_participants as theirs',
      'theirs.conversation_id',
      'mine.conversation_id',
    )
    .where('mine.account_id', '=', accountId)
    .where('mine.left_at', 'is', null)
    .where('theirs.left_at', 'is', null)
    .where('theirs.account_id', '!=', accountId)
    .select('theirs.account_id as id')
    .distinct()
    .execute()
  return rows.map((r) => r.id)
}
