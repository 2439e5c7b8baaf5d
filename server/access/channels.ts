import { parseChannel } from '#contract/realtime'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { areBlocked } from './blocks'
import { areRelations } from './accounts'

/** Whether the viewer may subscribe to a channel; checked at every subscription. */
export const mayListen = async (
  ctx: Pick<Ctx, 'db'>,
  viewer: Viewer,
  channel: string,
): Promise<boolean> => {
  const parsed = parseChannel(channel)
  if (!parsed) return false
  const { kind, id } = parsed
  if (kind === 'account' || kind === 'system') return id === viewer.accountId
  if (kind === 'identity') return viewer.identityIds.includes(id)
  if (kind === 'conversation') {
    const row = await ctx.db
      .selectFrom('conversation_participants')
      .where('conversation_id', '=', id)
      .where('account_id', '=', viewer.accountId)
      .where('left_at', 'is', null)
      .select('account_id')
      .executeTakeFirst()
    return row !== undefined
  }
  return maySeePresence(ctx.db, viewer.accountId, id)
}

/**
 * Whether an account sees the presence of another: its own, relations, and members of a shared
 * conversation (a direct one needs a message of both); never across a block, nor when one of the two hides
 * its presence.
 */
export const maySeePresence = async (
  db: Conn,
  accountId: string,
  otherId: string,
): Promise<boolean> => {
  if (accountId === otherId) return true
  const hidden = await db
    .selectFrom('accounts')
    .where('id', 'in', [accountId, otherId])
    .where('presence_hidden', '=', 1)
    .select('id')
    .executeTakeFirst()
  if (hidden || (await areBlocked(db, accountId, otherId))) return false
  if (await areRelations(db, accountId, otherId)) return true
  const shared = await db
    .selectFrom('conversation_participants as mine')
    .innerJoin(
      'conversation_participants as theirs',
      'theirs.conversation_id',
      'mine.conversation_id',
    )
    .innerJoin('conversations as c', 'c.id', 'mine.conversation_id')
    // a direct conversation once both have written: a message alone would open a stranger's presence
    .where((eb) =>
      eb.or([
        eb('c.type', '!=', 'direct'),
        eb.and([eb('mine.has_written', '=', 1), eb('theirs.has_written', '=', 1)]),
      ]),
    )
    .where('mine.account_id', '=', accountId)
    .where('theirs.account_id', '=', otherId)
    .where('mine.left_at', 'is', null)
    .where('theirs.left_at', 'is', null)
    // «Pseudo caché»: presence must not reveal a common event
    .where((eb) => eb.or([eb('theirs.hidden', '=', 0), eb('mine.is_admin', '=', 1)]))
    .select('mine.conversation_id')
    .executeTakeFirst()
  return shared !== undefined
}
