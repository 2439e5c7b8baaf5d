import { PRESENCE_TIMEOUT_MS } from '#contract/limits'
import type { Presence } from '#contract/presence'
import { conversationPartnerIds } from '../access/members'
import type { Ctx, Viewer } from '../context'
import { isoMinute } from '../iso'
import { createDevices, type Devices, type OnlineSession } from './devices'
import {
  presenceCircleIds,
  clearHeartbeat,
  accountsHidingPresence,
  presenceRows,
  staleHeartbeats,
  writeHeartbeats,
  type Heartbeat,
} from './queries'

const FLUSH_MS = 5_000
const SWEEP_MS = 10_000

export interface PresenceRoom {
  beat(viewer: OnlineSession & Pick<Viewer, 'identityId'>): Promise<void>
  leave(viewer: OnlineSession): Promise<void>
  circle(accountId: string): Promise<Presence[]>
  /** Writes and publishes what is due now; called by the timers. */
  sweep(): Promise<void>
  stop(): Promise<void>
}

/** Runs the tasks of one key one after the other. */
const createKeyedQueue = () => {
  const tails = new Map<string, Promise<void>>()
  const inTurn = (key: string, work: () => Promise<void>): Promise<void> => {
    const next = (tails.get(key) ?? Promise.resolve()).then(work)
    const tail: Promise<void> = next
      .catch(() => undefined)
      .finally(() => tails.get(key) === tail && tails.delete(key))
    tails.set(key, tail)
    return next
  }
  return { inTurn, settled: () => Promise.all(tails.values()) }
}

/** Publishes the presence of accounts to their circles. */
const createPublisher = (ctx: Ctx, isFresh: (at: number) => boolean) => {
  /** Publishes to the circle, except accounts that hide their presence, which see none either. */
  const publish = async (p: Presence): Promise<void> => {
    const circle = [p.accountId, ...(await presenceCircleIds(ctx.db, p.accountId))]
    const hidden = await accountsHidingPresence(ctx.db, circle)
    if (!hidden.has(p.accountId))
      ctx.realtime.publish('account.presence.updated', p, {
        accounts: circle.filter((id) => !hidden.has(id)),
        presence: p.accountId,
      })
  }
  /** Withdraws the presence shown so far, on both sides. */
  const hide = async (accountId: string): Promise<void> => {
    // shown again since, when this is tried again after an outage
    if (!(await accountsHidingPresence(ctx.db, [accountId])).has(accountId)) return
    const circle = await presenceCircleIds(ctx.db, accountId)
    const gone = { accountId, isOnline: false, lastSeenAt: null, lastSeenIdentityId: null }
    ctx.realtime.publish('account.presence.updated', gone, {
      accounts: circle,
      presence: accountId,
    })
    await ctx.realtime.publisher.withdraw({ channel: `presence-account-${accountId}` })
    // members of a group are followed too, and are not in the circle
    const partners =
      ctx.realtime.publisher.presencePartners(accountId) ??
      new Set([...circle, ...(await conversationPartnerIds(ctx.db, accountId))])
    await ctx.realtime.publisher.withdrawAll(
      [...partners].map((id) => ({ channel: `presence-account-${id}`, accountId })),
    )
  }
  const show = async (accountId: string): Promise<void> => {
    const [row] = await presenceRows(ctx.db, [accountId])
    if (row?.heartbeat_at && isFresh(row.heartbeat_at))
      await publish({
        accountId,
        isOnline: true,
        lastSeenAt: isoMinute(row.heartbeat_at),
        lastSeenIdentityId: row.last_seen_identity_id,
      })
  }
  return { publish, hide, show }
}

/** Collects heartbeats, the last of each account, and writes them in one commit. */
const createHeartbeatBuffer = (ctx: Ctx, inTurn: ReturnType<typeof createKeyedQueue>['inTurn']) => {
  const pending = new Map<string, Heartbeat>()
  const flush = (): Promise<void> =>
    inTurn('beats', async () => {
      if (pending.size === 0) return
      const batch = [...pending.values()]
      pending.clear()
      try {
        await writeHeartbeats(ctx.db, batch)
      } catch (error) {
        for (const beat of batch)
          if (!pending.has(beat.accountId)) pending.set(beat.accountId, beat)
        throw error
      }
    })
  return { add: (beat: Heartbeat) => void pending.set(beat.accountId, beat), flush }
}

/** Sets accounts offline: when their last session leaves, or when its heartbeats stop. */
const createDepartures = (
  ctx: Ctx,
  {
    devices,
    inTurn,
    publish,
    flush,
  }: {
    readonly devices: Devices
    readonly inTurn: ReturnType<typeof createKeyedQueue>['inTurn']
    readonly publish: (presence: Presence) => Promise<void>
    readonly flush: () => Promise<void>
  },
) => {
  /**
   * `ifBeat`: only when that is still its last heartbeat. Publishes nothing for an account that was
   * already offline.
   */
  const markOffline = async (
    accountId: string,
    lastSeenAt: number,
    ifBeat?: number,
  ): Promise<void> => {
    await flush()
    const row = await clearHeartbeat(ctx.db, accountId, lastSeenAt, ifBeat)
    if (row)
      await publish({
        accountId,
        isOnline: false,
        lastSeenAt: isoMinute(lastSeenAt),
        lastSeenIdentityId: row.last_seen_identity_id,
      })
  }
  const leave: PresenceRoom['leave'] = (who) =>
    inTurn(who.accountId, async () => {
      if (!(await devices.leave(who))) await markOffline(who.accountId, ctx.now())
    })
  const sweep = async (): Promise<void> => {
    await flush()
    devices.sweep()
    // also accounts last seen by another process, or by this one before its restart
    for (const row of await staleHeartbeats(ctx.db, ctx.now() - PRESENCE_TIMEOUT_MS))
      await inTurn(row.id, () => markOffline(row.id, row.heartbeat_at, row.heartbeat_at))
  }
  return { leave, sweep }
}

/**
 * Online state of accounts. Heartbeats are collected and written together every 5 s (a commit each
 * would cost an fsync per member and 20 s); only changes between online and offline are published,
 * to the member's circle. An account may be online on several devices and with two users: it goes
 * offline with the last of its sessions.
 */
export const createPresence = (ctx: Ctx): PresenceRoom => {
  const devices = createDevices(ctx)
  const isFresh = (at: number): boolean => ctx.now() - at < PRESENCE_TIMEOUT_MS

  const { inTurn, settled } = createKeyedQueue()
  const { publish, hide, show } = createPublisher(ctx, isFresh)
  const { add, flush } = createHeartbeatBuffer(ctx, inTurn)
  const { leave, sweep } = createDepartures(ctx, { devices, inTurn, publish, flush })
  const circle: PresenceRoom['circle'] = async (accountId) => {
    await flush()
    const ids = await presenceCircleIds(ctx.db, accountId)
    const hidden = await accountsHidingPresence(ctx.db, [accountId, ...ids])
    if (hidden.has(accountId)) return []
    return (
      await presenceRows(
        ctx.db,
        ids.filter((id) => !hidden.has(id)),
      )
    ).map((r) => ({
      accountId: r.id,
      isOnline: r.heartbeat_at !== null && isFresh(r.heartbeat_at),
      lastSeenAt: isoMinute(r.last_seen_at),
      lastSeenIdentityId: r.last_seen_identity_id,
    }))
  }
  const guarded = (work: () => Promise<void>) => (): void =>
    void work().catch((error: unknown) => ctx.log.error({ err: error }, 'presence job failed'))
  const timers = [setInterval(guarded(flush), FLUSH_MS), setInterval(guarded(sweep), SWEEP_MS)]
  timers.forEach((t) => t.unref())

  ctx.bus.on('session.ended', async ({ accountId, sessionId }) => {
    if (accountId && (await devices.knows({ accountId, sessionId })))
      await leave({ accountId, sessionId })
  })

  ctx.bus.on('presence.chosen', ({ accountId, hidden }) =>
    ctx.bus.later('presence', () =>
      inTurn(accountId, () => (hidden ? hide(accountId) : show(accountId))),
    ),
  )

  return {
    beat: async (viewer) => {
      const { accountId, identityId } = viewer
      const note = async (): Promise<boolean> => {
        const at = ctx.now()
        add({ accountId, identityId, at })
        return devices.beat(viewer, at)
      }
      if (devices.isHere(accountId)) return void (await note())
      return inTurn(accountId, async () => {
        if (await note()) return
        const at = ctx.now()
        await flush()
        await publish({
          accountId,
          isOnline: true,
          lastSeenAt: isoMinute(at),
          lastSeenIdentityId: identityId,
        })
      })
    },
    leave,
    circle,
    sweep,
    stop: async () => {
      timers.forEach((t) => clearInterval(t))
      await settled()
      await flush().catch(() => undefined)
    },
  }
}
