import type { Ctx } from './context'
import { unavailableDependency } from './outage'

/**
 * Announces what is committed. While the database is unavailable it is retried after the reply: the
 * change is stored, and a repeated call finds nothing to announce.
 */
export const announceStored = async (
  ctx: Pick<Ctx, 'bus'>,
  name: string,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!unavailableDependency(error)) throw error
    ctx.bus.later(name, work)
  }
}
