import type { Ctx } from '../context'
import { groupBy } from '../group-by'

/**
 * Open desks reload: at every change of a case, and of the own role. Only the sessions of that login:
 * the other login of the account must not learn that it is one of the staff.
 */
export const announceCaseChanges = (ctx: Ctx): void => {
  const tellDesks = async (userIds: readonly string[]): Promise<void> => {
    if (userIds.length === 0) return
    const open = await ctx.db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .where('s.user_id', 'in', userIds)
      .where('s.ended_at', 'is', null)
      .select(['s.id', 'u.account_id'])
      .execute()
    for (const [accountId, rows] of groupBy(open, (s) => s.account_id ?? ''))
      if (accountId)
        ctx.realtime.publish(
          'account.desk.changed',
          { accountId },
          { accounts: [accountId], sessions: rows.map((s) => s.id) },
        )
  }
  ctx.bus.on('case.changed', async () =>
    tellDesks((await ctx.db.selectFrom('staff').select('user_id').execute()).map((s) => s.user_id)),
  )
  ctx.bus.on('staff.changed', ({ userId }) => tellDesks([userId]))
}
