import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../context'

const EVERY_MS = 500

/** Each call announces the roles that were taken away since the one before. */
export const roleWatch = (ctx: Pick<Ctx, 'db' | 'bus'>): (() => Promise<void>) => {
  let known: readonly string[] = []
  return async () => {
    const rows = await ctx.db.selectFrom('staff').select('user_id').execute()
    const now = rows.map((r) => r.user_id)
    for (const userId of known) if (!now.includes(userId)) ctx.bus.emit('staff.changed', { userId })
    known = now
  }
}

/**
 * Closes open desks whose role was taken away elsewhere: `npm run staff` is a process without
 * sockets.
 */
export const watchRoles = (ctx: Pick<Ctx, 'db' | 'bus'>, fastify: FastifyInstance): void => {
  const look = roleWatch(ctx)
  // an unavailable database is reported elsewhere; the next look finds the same
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS)
  timer.unref()
  fastify.addHook('onClose', () => clearInterval(timer))
}
