import { DAY_MS } from '#contract/limits'
import type { Conn } from '../db/dialect'

/** A case is moved forward by a week at most, so that the oldest of its priority are read too. */
const DAYS_MAX = 7

/**
 * What the reports of an account weigh, from what came of the answered ones: 1 without any, less
 * with each unfounded one.
 */
export const weightOf = (founded: number, unfounded: number): number =>
  (founded + 1) / (founded + unfounded + 1)

/** The place in the queue: each further member of weight 1 counts like a day of waiting. */
export const rankOf = (openedAt: number, weights: readonly number[]): number => {
  const days = weights.reduce((sum, one) => sum + one, 0) - 1
  return openedAt - Math.round(Math.min(days, DAYS_MAX) * DAY_MS)
}

/** Ranks a case by the members that reported it, each counted once; after each new report. */
export const rankCase = async (trx: Conn, caseId: string): Promise<void> => {
  const reporters = await trx
    .selectFrom('reports')
    .where('case_id', '=', caseId)
    .where('account_id', '!=', '')
    .select('account_id')
    .distinct()
    .execute()
  if (reporters.length === 0) return
  const ids = reporters.map((r) => r.account_id)
  const answered = await trx
    .selectFrom('reports')
    .where('account_id', 'in', ids)
    .where('outcome', 'in', ['measure', 'dismissed'])
    .groupBy(['account_id', 'outcome'])
    .select(['account_id', 'outcome'])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .execute()
  const count = (id: string, outcome: 'measure' | 'dismissed'): number =>
    answered.find((a) => a.account_id === id && a.outcome === outcome)?.n ?? 0
  const weights = ids.map((id) => weightOf(count(id, 'measure'), count(id, 'dismissed')))
  const row = await trx
    .selectFrom('cases')
    .where('id', '=', caseId)
    .select('opened_at')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('cases')
    .set({ ranked_at: rankOf(row.opened_at, weights) })
    .where('id', '=', caseId)
    .execute()
}
