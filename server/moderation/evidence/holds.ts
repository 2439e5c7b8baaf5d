import { sql } from 'kysely'
import { DAY_MS } from '#contract/limits'
import { APPEALED_DAYS, HOLD_ASKED_DAYS } from '#contract/staff/measures'
import type { Ctx } from '../../context'
import { queueLetters, sendQueued } from '../../mail/queue'
import { othersFor } from '../conflict'

/** Nobody: everybody of the staff who may handle the case. */
const NOBODY = { userId: '' }

/**
 * Once a day: asks the operators who may handle a case whether its evidence is kept on, some days
 * before the end of the hold. Without an answer the hold ends.
 */
export const askHolds = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const asked = await ctx.db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('cases')
      .where('kept_until', '>', now)
      .where('kept_until', '<=', now + HOLD_ASKED_DAYS * DAY_MS)
      .where((eb) =>
        eb.or([eb('kept_asked_for', 'is', null), eb('kept_asked_for', '!=', eb.ref('kept_until'))]),
      )
      // something goes with the end of the hold
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('evidence as e')
            .whereRef('e.case_id', '=', 'cases.id')
            .where('e.payload', 'is not', null)
            .where(
              sql<number>`coalesce(e.expires_at, e.captured_at + ${APPEALED_DAYS * DAY_MS})`,
              '<=',
              sql<number>`cases.kept_until`,
            )
            .select('e.id'),
        ),
      )
      .select(['id', 'kept_until'])
      .execute()
    const operators = await trx
      .selectFrom('staff')
      .where('role', '=', 'operator')
      .select('user_id')
      .execute()
    const told = new Set<string>()
    for (const { id, kept_until } of due) {
      const able = await othersFor(trx, NOBODY, id)
      for (const { user_id } of operators) if (able.includes(user_id)) told.add(user_id)
      await trx
        .updateTable('cases')
        .set({ kept_asked_for: kept_until })
        .where('id', '=', id)
        .execute()
    }
    // one letter, however many holds end
    await queueLetters(
      trx,
      [...told].map((userId) => ({ to: { userId }, what: 'hold' })),
      now,
    )
    return told.size > 0
  })
  if (asked) await sendQueued(ctx)
}
