/**
 * The library retries 15, 30, then 60 s after a failed attempt, however fast it failed. This one
 * retries 2 to 5 s after the start of the attempt, with jitter: after a server restart its members
 * do not all reconnect in the same second.
 */
export const RETRY_MIN_MS = 2_000
const RETRY_SPREAD_MS = 3_000
/**
 * Timeout of an attempt, half as long again for each next one; the library's own is 15 s. An attempt
 * made in a dead spot is waited for as long after the line heals, so a member can be back 14 s later
 * instead of 3. Shorter ones would keep slow lines out: connection, TLS and upgrade take five round
 * trips, 5 to 8 s with a lost packet on a line of 1 s, and an attempt that is given up starts all of
 * them again. What the member does meanwhile goes by HTTP and does not wait for the socket.
 */
const HANG_MS = 8_000
const HANG_MAX_MS = 14_000
const CHECK_MS = 500
/**
 * Without a connection for this long the state is «unavailable», even during an attempt (MSG-187).
 */
const UNAVAILABLE_MS = 10_000

interface AttemptDeps {
  /** Whether the current attempt has already failed. */
  failed(): boolean
  /** Aborts the attempt and starts another. */
  restart(): void
  onUnavailable(): void
}
interface Attempts {
  /** An attempt to connect starts. */
  started(): void
  /** The connection is established, or no longer wanted. */
  stopped(): void
}

/** Watches the attempts to connect and restarts those that fail or hang. */
export const createConnectAttempts = ({
  failed,
  restart,
  onUnavailable,
}: AttemptDeps): Attempts => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let unavailable: ReturnType<typeof setTimeout> | undefined
  let startedAt = 0
  let hangMs = HANG_MS

  const check = (): void => {
    const hangs = Date.now() - startedAt >= hangMs
    if (!failed() && !hangs) {
      timer = setTimeout(check, CHECK_MS)
      return
    }
    if (hangs) hangMs = Math.min(HANG_MAX_MS, hangMs * 1.5)
    restart()
  }
  return {
    started: () => {
      clearTimeout(timer)
      startedAt = Date.now()
      unavailable ??= setTimeout(onUnavailable, UNAVAILABLE_MS)
      timer = setTimeout(check, RETRY_MIN_MS + Math.random() * RETRY_SPREAD_MS)
    },
    stopped: () => {
      clearTimeout(timer)
      clearTimeout(unavailable)
      unavailable = undefined
      hangMs = HANG_MS
    },
  }
}
