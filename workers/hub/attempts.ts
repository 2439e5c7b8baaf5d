/**
 * The library retries 15, 30, then 60 s after a failed attempt, however fast it failed. This one
 * retries 2 to 5 s after the start of the attempt, at random: after a restart of the server,
 * members do not all reconnect in the same second.
 */
export const RETRY_MIN_MS = 2_000
const RETRY_SPREAD_MS = 3_000
/**
 * Timeout of an attempt; each next one gets half as long again (the library's own is 15 s). An
 * attempt made without coverage still has to time out after coverage returns: the member may be
 * back after 14 s instead of 3. A shorter timeout would shut out slow lines: connection, TLS and
 * upgrade take five round trips, 5 to 8 s with a lost packet at 1 s each, and an abandoned attempt
 * starts all over again. Meanwhile HTTP requests do not wait for the socket.
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
