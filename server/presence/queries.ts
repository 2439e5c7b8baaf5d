import type { Conn } from '../db/dialect'

/** Relations and the others of direct conversations, without the blocked either way. */
export const circleIds = async (db: Conn, accountId: string): Promise<string[]> => {
  const relations = await db.selectFrom('relations').where('account_id', '=', accountId).select('with_account_id as id').execute()
  const direct = await db
    .selectFrom('conversation_participants as mine')
    .innerJoin('conversations as c', 'c.id', 'mine.conversation_id')
    .innerJoin('conversation_participants as theirs', 'theirs.conversation_id', 'mine.conversation_id')
    .where('mine.account_id', '=', accountId)
    .where('mine.left_at', 'is', null)
    .where('c.type', '=', 'direct')
    .where('c.last_message_id', 'is not', null)
    .where('theirs.account_id', '!=', accountId)
    .select('theirs.account_id as id')
    .execute()
  const blocks = await db.selectFrom('blocks').where((eb) => eb.or([eb('account_id', '=', accountId), eb('blocked_account_id', '=', accountId)])).selectAll().execute()
  const blocked = new Set(blocks.flatMap((b) => [b.account_id, b.blocked_account_id]))
  return [...new Set([...relations, ...direct].map((r) => r.id))].filter((id) => id !== accountId && !blocked.has(id))
}

export const presenceRows = (db: Conn, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('accounts').where('id', 'in', [...ids]).where('deleted_at', 'is', null).select(['id', 'last_seen_at', 'last_seen_identity_id', 'heartbeat_at']).execute()
