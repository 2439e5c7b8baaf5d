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
}

/**
 * Checks the connection every 5 s. A check that is far too late means that the machine was asleep.
 */
export const createLineWatch = (deps: LineWatchDeps): LineWatch => {
  let timer: ReturnType<typeof setInterval> | undefined
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
  return {
    start: () => {
      checkedAt = Date.now()
      timer = setInterval(check, PONG_WITHIN_MS)
    },
    heard: () => {
      heardAt = Date.now()
    },
    stop: () => clearInterval(timer),
  }
}
