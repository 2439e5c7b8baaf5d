import type { Ctx } from '../context'
import { unavailableDependency } from '../outage'

/**
 * Work of a job on several events: one that fails is logged and retried by the next run, and the
 * others go on. Rejects while the database is unavailable.
 */
export const eachEvent = async <T extends { readonly id: string }>(
  ctx: Ctx,
  events: readonly T[],
  work: (event: T) => Promise<unknown>,
): Promise<void> => {
  for (const event of events) {
    try {
      await work(event)
    } catch (error) {
      if (unavailableDependency(error)) throw error
      ctx.log.error({ err: error, event: event.id }, 'a job failed for an event')
    }
  }
}
