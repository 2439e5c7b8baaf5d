import type { Ctx } from '../context'
import { settleDividedEvents } from '../events/service'
import { queueLetters, sendLettersLater } from '../mail/queue'
import { chosenIds } from './choices'

/**
 * What follows the division: events, places, letters. Repeatable: it is run again when it was
 * interrupted.
 */
export const finishParting = async (ctx: Ctx, id: string): Promise<void> => {
  const row = await ctx.db
    .selectFrom('partings')
    .where('id', '=', id)
    .where('state', '=', 'split')
    .selectAll()
    .executeTakeFirst()
  if (!row) return
  await settleDividedEvents(ctx, row.account_id, [...(await chosenIds(ctx.db, row, 'event'))])
  await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now()
    const { numUpdatedRows } = await trx
      .updateTable('partings')
      .set({ state: 'done', done_at: now })
      .where('id', '=', id)
      .where('state', '=', 'split')
      .executeTakeFirstOrThrow()
    // another process was faster
    if (numUpdatedRows === 0n) return
    await trx.deleteFrom('parting_choices').where('parting_id', '=', id).execute()
    const users = await trx
      .selectFrom('users')
      .where((eb) =>
        eb.or([
          eb('id', '=', row.user_id),
          eb('account_id', '=', row.account_id),
          eb('account_id', '=', row.new_account_id ?? ''),
        ]),
      )
      .select(['id', 'account_id'])
      .execute()
    const letters = users.map(
      (user) =>
        ({ to: { userId: user.id }, what: user.account_id === null ? 'left' : 'parted' }) as const,
    )
    await queueLetters(trx, letters, now)
  })
  sendLettersLater(ctx)
}
