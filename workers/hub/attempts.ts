/**
 * The library tries again 15, 30, then 60 s after an attempt that failed, however fast it failed. Ours comes 2 to 5 s after
 * its beginning, drawn anew each time: the members of a server that restarts do not come back in the same second.
 */
export const RETRY_MIN_MS = 2_000
export const RETRY_SPREAD_MS = 3_000
/** An attempt without any answer is given up after this, the next one half as long again; at 15 s the library would do it. */
export const HANG_MS = 8_000
const HANG_MAX_MS = 14_000
const LOOK_MS = 500
/** Without a line for this long the state is «unavailable», whatever is being tried (MSG-187). */
export const UNAVAILABLE_MS = 10_000

export interface AttemptDeps {
  /** Whether the attempt that runs has failed already. */
  failed(): boolean
  /** Gives the attempt up and begins another. */
  again(): void
  onUnavailable(): void
}
export interface Attempts {
  /** An attempt to open the line begins. */
  started(): void
  /** The line stands, or is not wanted any more. */
  over(): void
}

/** Watches the attempts to open the line. */
export const createAttempts = ({ failed, again, onUnavailable }: AttemptDeps): Attempts => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let unavailable: ReturnType<typeof setTimeout> | undefined
  let startedAt = 0
  let hangMs = HANG_MS

  const look = (): void => {
    const hangs = Date.now() - startedAt >= hangMs
    if (!failed() && !hangs) {
      timer = setTimeout(look, LOOK_MS)
      return
    }
    if (hangs) hangMs = Math.min(HANG_MAX_MS, hangMs * 1.5)
    again()
  }
  return {
    started: () => {
      clearTimeout(timer)
      startedAt = Date.now()
      unavailable ??= setTimeout(onUnavailable, UNAVAILABLE_MS)
      timer = setTimeout(look, RETRY_MIN_MS + Math.random() * RETRY_SPREAD_MS)
    },
    over: () => {
      clearTimeout(timer)
      clearTimeout(unavailable)
      unavailable = undefined
      hangMs = HANG_MS
    },
  }
}
