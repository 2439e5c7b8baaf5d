import { DAY_MS } from '#contract/limits'
import type { Ctx } from '../context'
import type { Counters, DropReason } from '../counters'
import { isForeignKeyViolation, retryOn } from '../db/dialect'
import { newId, sign } from '../tokens'
import { composePush, type PushDecision, type ReadyPush } from './compose'
import type { BeamsInstance, Vapid } from './keys'
import {
  claimPush,
  deleteDevice,
  duePushes,
  reachableDevices,
  reachableDevice,
  enqueuePushes,
  finishPush,
  takeDevices,
  type Device,
  type QueuedPush,
} from './queries'
import { deleteHosted, sendToBrowser, sendToHosted, type PushOutcome } from './send'

/** Delay before a message is sent: a message read at once on another screen is not pushed. */
export const MESSAGE_DELAY_MS = 3_000
/** Delay for states that toggle repeatedly: only the settled state is pushed. */
export const AGAIN_DELAY_MS = 600_000
/**
 * A row whose sending was interrupted is retried after this. If it had been sent, the second one has
 * the same tag and takes the place of the first, without a sound.
 */
const CLAIM_MS = 60_000
const RETRY_MS = 30_000
const TRIES_MAX = 6
/** Older notifications are dropped. */
const LIFE_MS = DAY_MS
const AT_ONCE = 8
const BATCH = 200
const UNCLAIMED_MS = DAY_MS

export interface PushQueue {
  /**
   * Queues a notification for these accounts' devices. `place`: a newer one with the same place
   * (conversation, event) replaces it.
   */
  put(
    accountIds: readonly string[],
    source: QueuedPush['source'],
    sourceId: string,
    place: string,
    delayMs: number,
  ): Promise<void>
  /** Sends what is due. Runs never overlap. */
  run(): Promise<void>
  /**
   * Deletes the devices of a session or an account, or those that may no longer receive anything.
   */
  forget(by: Parameters<typeof takeDevices>[1]): Promise<void>
  sweep(): Promise<void>
  stop(): Promise<void>
}

/** Sends one queued row, unless another process has claimed it. */
const createSender = (ctx: Ctx, instance: BeamsInstance, vapid: Vapid, counters: Counters) => {
  /**
   * Hosted Beams pushes the same text to all devices of an account: one row sends for all, with the
   * most discreet text that any of them requires.
   */
  const decideHosted = async (device: Device, row: QueuedPush): Promise<PushDecision> => {
    const all = (await reachableDevices(ctx.db, [device.account_id ?? ''], ctx.now())).filter(
      (d) => d.kind === 'hosted',
    )
    const decisions = await Promise.all(all.map((d) => composePush(ctx, d, row)))
    const ready = decisions.filter((d): d is ReadyPush => typeof d === 'object' && 'words' in d)
    return (
      ready.find((r) => r.discreet) ?? ready[0] ?? decisions.find((d) => d !== 'drop') ?? 'drop'
    )
  }
  const transmit = (device: Device, ready: ReadyPush, tag: string): Promise<PushOutcome> =>
    device.kind === 'hosted'
      ? sendToHosted(instance, ctx.env.publicUrl, device.account_id ?? '', ready, tag)
      : sendToBrowser(ctx, instance, vapid, device, ready, tag)

  const reportDrop = (row: QueuedPush, reason: DropReason, kind?: string): void => {
    counters.dropPush(reason)
    const level = reason === 'refused' || reason === 'exhausted' ? 'warn' : 'info'
    ctx.log[level]({ reason, kind, source: row.source, tries: row.tries }, 'push dropped')
  }

  const sendOne = async (row: QueuedPush): Promise<void> => {
    const until = ctx.now() + CLAIM_MS
    if (!(await claimPush(ctx.db, row, until))) return
    const finish = (next: { tries: number; next_at: number } | null = null): Promise<void> =>
      finishPush(ctx.db, row, until, next)
    const drop = (reason: DropReason, kind?: string): Promise<void> => {
      reportDrop(row, reason, kind)
      return finish()
    }
    if (ctx.now() - row.created_at >= LIFE_MS) return drop('expired')
    // checked last: the session may have ended meanwhile
    const device = await reachableDevice(ctx.db, row.device_id, ctx.now())
    if (!device) return drop('unreachable')
    const decision =
      device.kind === 'hosted'
        ? await decideHosted(device, row)
        : await composePush(ctx, device, row)
    if (decision === 'drop') return drop('unwanted', device.kind)
    if ('later' in decision) return finish({ tries: row.tries, next_at: decision.later })
    const outcome = await transmit(device, decision, row.tag)
    if (outcome === 'sent') return finish()
    if (outcome === 'gone') {
      reportDrop(row, 'gone', device.kind)
      return deleteDevice(ctx.db, device.id)
    }
    if (outcome === 'refused') return drop('refused', device.kind)
    if (row.tries + 1 >= TRIES_MAX) return drop('exhausted', device.kind)
    return finish({
      tries: row.tries + 1,
      next_at: ctx.now() + Math.max(RETRY_MS * 2 ** row.tries, outcome.retryMs),
    })
  }
  return sendOne
}

/** A row for each device of these accounts; one for all hosted ones of an account. */
const rowsOf = async (
  ctx: Ctx,
  accountIds: readonly string[],
  what: Pick<QueuedPush, 'source' | 'source_id'>,
  place: string,
  delayMs: number,
): Promise<QueuedPush[]> => {
  const devices = await reachableDevices(ctx.db, accountIds, ctx.now())
  const leaders = new Set<string>()
  const chosen = devices.filter(
    (d) =>
      d.kind !== 'hosted' || (!leaders.has(d.account_id ?? '') && leaders.add(d.account_id ?? '')),
  )
  return chosen.map((d) => ({
    id: newId(),
    device_id: d.id,
    // the topic is readable by push services: equal tags would reveal which members belong together
    tag: sign(ctx.secret, 'push-tag', `${d.id} ${place}`).slice(0, 22),
    ...what,
    tries: 0,
    created_at: ctx.now(),
    next_at: ctx.now() + delayMs,
  }))
}

export const createQueue = (
  ctx: Ctx,
  instance: BeamsInstance,
  vapid: Vapid,
  counters: Counters,
): PushQueue => {
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  const timers = new Set<NodeJS.Timeout>()

  const sendOne = createSender(ctx, instance, vapid, counters)
  const sendDue = async (): Promise<void> => {
    for (;;) {
      const rows = stopped ? [] : await duePushes(ctx.db, ctx.now(), BATCH)
      const left = [...rows]
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let row = left.shift(); row; row = left.shift())
            await sendOne(row).catch((error: unknown) =>
              ctx.log.error({ err: error }, 'sending a notification failed'),
            )
        }),
      )
      if (rows.length < BATCH) return
    }
  }
  // after a run that failed, too: a database that was away for a moment must not end all pushes
  const run = (): Promise<void> => (running = running.catch(() => undefined).then(sendDue))
  const runIn = (ms: number): void => {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      run().catch((error: unknown) => ctx.log.error({ err: error }, 'sending notifications failed'))
    }, ms)
    timer.unref()
    timers.add(timer)
  }
  const forget: PushQueue['forget'] = async (by) => {
    const gone = await takeDevices(ctx.db, by)
    for (const device of gone)
      if (device.kind === 'hosted' && instance.hosted) await deleteHosted(instance, device.id)
  }

  return {
    put: async (accountIds, source, sourceId, place, delayMs) => {
      // a device may be deleted between the read of the devices and the insert
      const isQueued = await retryOn(isForeignKeyViolation, async () => {
        const rows = await rowsOf(ctx, accountIds, { source, source_id: sourceId }, place, delayMs)
        if (rows.length > 0) await enqueuePushes(ctx.db, rows)
        return rows.length > 0
      })
      if (isQueued) runIn(delayMs + 10)
    },
    run,
    forget,
    sweep: () => forget({ unclaimedBefore: ctx.now() - UNCLAIMED_MS, now: ctx.now() }),
    stop: async () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await running.catch(() => undefined)
    },
  }
}
