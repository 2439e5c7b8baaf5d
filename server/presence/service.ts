import { PRESENCE_TIMEOUT_MS } from '#contract/limits'
import type { Presence } from '#contract/presence'
import type { Ctx } from '../context'
import { circleIds, presenceRows } from './queries'

const FLUSH_MS = 5_000
const SWEEP_MS = 10_000

export interface PresenceRoom {
  beat(accountId: string, identityId: string | null): Promise<void>
  leave(accountId: string): Promise<void>
  circle(accountId: string): Promise<Presence[]>
  stop(): Promise<void>
}

/**
 * Who is online. Heartbeats are gathered and written together every 5 s (a commit each would hold the database for an
 * fsync per member and 20 s); only changes between online and offline are published, to the member's circle.
 */
export const createPresence = (ctx: Ctx): PresenceRoom => {
  const pending = new Map<string, { at: number; identityId: string | null }>()
  /** Accounts this process believes to be online, with their last beat. */
  const online = new Map<string, number>()

  const publish = async (p: Presence): Promise<void> => {
    const accounts = [p.accountId, ...(await circleIds(ctx.db, p.accountId))]
    ctx.realtime.publish('account.presence.updated', p, { accounts, presence: p.accountId })
  }
  const flush = async (): Promise<void> => {
    if (pending.size === 0) return
    const batch = [...pending]
    pending.clear()
    await ctx.db.transaction().execute(async (trx) => {
      for (const [id, beat] of batch)
        await trx.updateTable('accounts').set({ heartbeat_at: beat.at, last_seen_at: beat.at, last_seen_identity_id: beat.identityId }).where('id', '=', id).execute()
    })
  }
  const sayOffline = async (accountId: string, lastSeenAt: number): Promise<void> => {
    online.delete(accountId)
    pending.delete(accountId)
    const row = await ctx.db.updateTable('accounts').set({ heartbeat_at: null, last_seen_at: lastSeenAt }).where('id', '=', accountId).returning('last_seen_identity_id').executeTakeFirst()
    await publish({ accountId, isOnline: false, lastSeenAt: new Date(lastSeenAt).toISOString(), lastSeenIdentityId: row?.last_seen_identity_id ?? null })
  }
  const sweep = async (): Promise<void> => {
    await flush()
    const limit = ctx.now() - PRESENCE_TIMEOUT_MS
    // also those whom another process, or this one before its restart, has seen last
    const stale = await ctx.db.selectFrom('accounts').where('heartbeat_at', 'is not', null).where('heartbeat_at', '<', limit).select(['id', 'heartbeat_at']).limit(500).execute()
    for (const row of stale) await sayOffline(row.id, row.heartbeat_at ?? limit)
  }
  const guarded = (work: () => Promise<void>) => (): void => void work().catch((error: unknown) => ctx.log.error({ err: error }, 'presence failed'))
  const timers = [setInterval(guarded(flush), FLUSH_MS), setInterval(guarded(sweep), SWEEP_MS)]
  timers.forEach((t) => t.unref())

  return {
    beat: async (accountId, identityId) => {
      const at = ctx.now()
      const last = online.get(accountId)
      online.set(accountId, at)
      pending.set(accountId, { at, identityId })
      if (last !== undefined && at - last < PRESENCE_TIMEOUT_MS) return
      await flush()
      await publish({ accountId, isOnline: true, lastSeenAt: new Date(at).toISOString(), lastSeenIdentityId: identityId })
    },
    leave: (accountId) => sayOffline(accountId, ctx.now()),
    circle: async (accountId) => {
      await flush()
      const limit = ctx.now() - PRESENCE_TIMEOUT_MS
      return (await presenceRows(ctx.db, await circleIds(ctx.db, accountId))).map((r) => ({
        accountId: r.id, isOnline: r.heartbeat_at !== null && r.heartbeat_at >= limit,
        lastSeenAt: r.last_seen_at === null ? null : new Date(r.last_seen_at).toISOString(), lastSeenIdentityId: r.last_seen_identity_id,
      }))
    },
    stop: async () => {
      timers.forEach((t) => clearInterval(t))
      await flush().catch(() => undefined)
    },
  }
}
