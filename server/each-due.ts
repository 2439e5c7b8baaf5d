import type { Ctx } from './context'
import { unavailableDependency } from './outage'

/**
 * Work of a job on each of several rows: one that fails is logged and retried by the next run, and
 * the others go on. Rejects while the database is unavailable.
 */
export const forEachDueRow = async <T extends { readonly id: string }>(
  ctx: Pick<Ctx, 'log'>,
  rows: readonly T[],
  work: (row: T) => Promise<unknown>,
): Promise<void> => {
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      if (unavailableDependency(error)) throw error
      ctx.log.error({ err: error, id: row.id }, 'a job failed for one row')
    }
  }
}
