import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../context'

const EVERY_MS = 500
/** Without an open desk, only every 20th tick queries the database, to learn of new staff. */
const RARELY = 20

type Watched = Pick<Ctx, 'db' | 'bus' | 'realtime'>
interface RoleWatch {
  /** Announces the roles that were taken away since the look before. */
  look(): Promise<void>
  /** Whether a staff member of the last look has an open socket here. */
  hasOpenDesk(): boolean
}
export const createRoleWatch = (ctx: Watched): RoleWatch => {
  let known: readonly { user_id: string; account_id: string | null }[] = []
  return {
    look: async () => {
      const now = await ctx.db
        .selectFrom('staff as s')
        // left: the few rows of staff are read first, whatever the engine thinks of users
        .leftJoin('users as u', 'u.id', 's.user_id')
        .select(['s.user_id', 'u.account_id'])
        .execute()
      for (const { user_id: userId } of known)
        if (!now.some((n) => n.user_id === userId)) ctx.bus.emit('staff.changed', { userId })
      known = now
    },
    hasOpenDesk: () => ctx.realtime.isHeard({ accounts: known.flatMap((k) => k.account_id ?? []) }),
  }
}

/**
 * Closes open desks whose role was taken away elsewhere: `npm run staff` is a process without
 * sockets.
 */
export const watchRoles = (ctx: Watched, fastify: FastifyInstance): void => {
  const watch = createRoleWatch(ctx)
  let ticks = 0
  const tick = async (): Promise<void> => {
    ticks += 1
    if (ticks % RARELY === 1 || watch.hasOpenDesk()) await watch.look()
  }
  // an unavailable database is reported elsewhere; the next look finds the same
  const timer = setInterval(() => void tick().catch(() => undefined), EVERY_MS)
  timer.unref()
  fastify.addHook('onClose', () => clearInterval(timer))
}
