import { separatedAccounts } from '../../access/blocks'
import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'

/**
 * Those who see an account by its name: its relations, and the members of its conversations. Left out
 * are an empty direct conversation, which must not reveal who opened it, and those of an event to whom
 * it is «Pseudo caché».
 */
const knownTo = async (db: Conn, accountId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('conversation_participants as mine')
    .innerJoin('conversations as c', 'c.id', 'mine.conversation_id')
    .innerJoin('conversation_participants as theirs', 'theirs.conversation_id', 'c.id')
    .where('mine.account_id', '=', accountId)
    .where('mine.left_at', 'is', null)
    .where('theirs.account_id', '!=', accountId)
    .where('theirs.left_at', 'is', null)
    .where((eb) => eb.or([eb('c.type', '!=', 'direct'), eb('c.last_message_id', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb('mine.hidden', '=', 0),
        eb('mine.is_admin', '=', 1),
        eb('theirs.is_admin', '=', 1),
      ]),
    )
    .select('theirs.account_id as id')
    .union(
      db
        .selectFrom('relations')
        .where('account_id', '=', accountId)
        .select('with_account_id as id'),
    )
    .execute()
  return rows.map((r) => r.id)
}
/** Open pages show the name and presence of an account that went or came back until they load again. */
export const notifyVisibilityChange = async (ctx: Ctx, accountId: string): Promise<void> => {
  const separated = await separatedAccounts(ctx.db, accountId)
  for (const id of await knownTo(ctx.db, accountId))
    if (!separated.has(id))
      ctx.realtime.publish(
        'account.relation.updated',
        { accountId: id, withAccountId: accountId, isRenamed: true },
        { accounts: [id] },
      )
}
