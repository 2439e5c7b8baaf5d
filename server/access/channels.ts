import { parseChannel } from '#contract/realtime'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { separatedAccounts } from './blocks'

/** Whether the viewer may subscribe to a channel; checked at every subscription. */
export const maySubscribe = async (
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
 * Which of these others the account sees the presence of, and which see its own: relations, and
 * members of a shared conversation (a direct one needs a message of both); never across a block, nor
 * when one of the two hides its presence. Four queries, whatever their number.
 */
export const presenceVisibility = async (
  db: Conn,
  accountId: string,
  otherIds: readonly string[],
): Promise<{ readonly sees: ReadonlySet<string>; readonly seenBy: ReadonlySet<string> }> => {
  const [sees, seenBy] = [new Set<string>(), new Set<string>()]
  const others = [...new Set(otherIds)]
  const hidden = await db
    .selectFrom('accounts')
    .where('id', 'in', [accountId, ...others])
    .where('presence_hidden', '=', 1)
    .select('id')
    .execute()
  const apart = new Set([...(await separatedAccounts(db, accountId)), ...hidden.map((r) => r.id)])
  if (apart.has(accountId) || others.length === 0) return { sees, seenBy }
  const related = await db
    .selectFrom('relations')
    .where('account_id', '=', accountId)
    .where('with_account_id', 'in', others)
    .select('with_account_id as id')
    .execute()
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
    .where('theirs.account_id', 'in', others)
    .where('mine.left_at', 'is', null)
    .where('theirs.left_at', 'is', null)
    .select([
      'theirs.account_id as id',
      'theirs.hidden as they_hide',
      'theirs.is_admin as they_lead',
      'mine.hidden as i_hide',
      'mine.is_admin as i_lead',
    ])
    .execute()
  for (const { id } of related) {
    sees.add(id)
    seenBy.add(id)
  }
  // «Pseudo caché»: presence must not reveal a common event
  for (const s of shared) {
    if (s.they_hide === 0 || s.i_lead === 1) sees.add(s.id)
    if (s.i_hide === 0 || s.they_lead === 1) seenBy.add(s.id)
  }
  for (const id of apart) {
    sees.delete(id)
    seenBy.delete(id)
  }
  return { sees, seenBy }
}

/** Whether an account sees the presence of another one, or its own. */
const maySeePresence = async (db: Conn, accountId: string, otherId: string): Promise<boolean> =>
  accountId === otherId || (await presenceVisibility(db, accountId, [otherId])).sees.has(otherId)
