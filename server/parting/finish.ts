import type { Ctx } from '../context'
import { settleParting } from '../events/service'
import { partedLetter } from '../mail/letters-parting'
import { post } from '../mail/post'
import { chosenOf } from './choices'

/**
 * What follows the division: events, places, letters. Repeatable: it is run again when it was
 * interrupted.
 */
export const finish = async (ctx: Ctx, id: string): Promise<void> => {
  const row = await ctx.db
    .selectFrom('partings')
    .where('id', '=', id)
    .where('state', '=', 'split')
    .selectAll()
    .executeTakeFirst()
  if (!row) return
  await settleParting(ctx, row.account_id, [...(await chosenOf(ctx.db, row, 'event'))])
  const users = await ctx.db
    .selectFrom('users')
    .where((eb) =>
      eb.or([
        eb('id', '=', row.user_id),
        eb('account_id', '=', row.account_id),
        eb('account_id', '=', row.new_account_id ?? ''),
      ]),
    )
    .select(['email', 'account_id'])
    .execute()
  for (const { email, account_id } of users)
    post(ctx, email, partedLetter(ctx.env, account_id !== null))
  await ctx.db.deleteFrom('parting_choices').where('parting_id', '=', id).execute()
  await ctx.db
    .updateTable('partings')
    .set({ state: 'done', done_at: ctx.now() })
    .where('id', '=', id)
    .where('state', '=', 'split')
    .execute()
}
