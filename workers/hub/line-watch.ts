import type { ConnectionState } from '#contract/workers/tabs'

/**
 * The library detects a dead connection after up to 150 s. This one pings after 15 s of silence and
 * gives up 5 s later.
 */
const PING_AFTER_MS = 15_000
const PONG_WITHIN_MS = 5_000

interface LineWatchDeps {
  state(): ConnectionState
  ping(): void
  /** No reply to the ping, or the machine was asleep. */
  onDead(slept: boolean): void
  /** The server refused the connection (wrong key, over capacity); called at every check. */
  onRefused(): void
}
interface LineWatch {
  start(): void
  /** Something was received. */
  heard(): void
  stop(): void
  /** False: no check until it is true again, then a ping at once when nothing was received lately. */
  enable(on: boolean): void
}

/**
 * Checks the connection every 5 s while it is enabled. A check that is far too late means that the machine was asleep.
 */
export const createLineWatch = (deps: LineWatchDeps): LineWatch => {
  let timer: ReturnType<typeof setInterval> | undefined
  let started = false
  let enabled = true
  let heardAt = 0
  let checkedAt = 0

  const check = (): void => {
    const now = Date.now()
    const slept = now - checkedAt > 3 * PONG_WITHIN_MS
    checkedAt = now
    const state = deps.state()
    if (state === 'disconnected' || state === 'failed') return deps.onRefused()
    if (state !== 'connected') return undefined
    const silentMs = now - heardAt
    if (slept || silentMs >= PING_AFTER_MS + PONG_WITHIN_MS) return deps.onDead(slept)
    if (silentMs >= PING_AFTER_MS) deps.ping()
    return undefined
  }
  const follow = (): void => {
    const on = started && enabled
    if (on === (timer !== undefined)) return
    clearInterval(timer)
    timer = undefined
    if (!on) return
    checkedAt = Date.now()
    // the reply to a ping of now is what is waited for
    heardAt = Math.max(heardAt, checkedAt - PING_AFTER_MS)
    timer = setInterval(check, PONG_WITHIN_MS)
    check()
  }
  return {
    start: () => {
      started = true
      follow()
    },
    heard: () => {
      heardAt = Date.now()
    },
    stop: () => {
      started = false
      follow()
    },
    enable: (on) => {
      enabled = on
      follow()
    },
  }
}
