import { retryDelayMs } from '../../../data/http/queue-retry'

const LONGEST_MS = 30_000
const PATIENCE_MS = 4_000
/** Tries with a short timeout: a silent connection is more often dead than slow. */
const SHORT_TRIES = 3

/**
 * Schedules the outbox: one run at a time over all tabs, 1, 2, 4 … 30 s apart after network
 * failures.
 */
export interface RetryScheduler {
  /** Runs, unless it is paused. */
  run(): void
  /** Runs now: the network may be back, or the member asks. */
  kick(): void
  isPaused(): boolean
  /**
   * The network failed (`afterS`: Retry-After). Returns when the next try is, in ms since epoch.
   */
  failed(afterS: number | undefined): number
  /** A failure in another tab. */
  pauseUntil(until: number): void
  /** A send succeeded. Returns whether the one before had failed. */
  succeeded(): boolean
  /** Timeout of a send, ms: doubles after the first failures. */
  patienceMs(): number
  /** Resolves when work was added during the current run. */
  asked(): Promise<void>
  stop(): void
}

/** `locked` runs the work under the lock of all tabs; the work ends when nothing is left to try. */
export const createRetryScheduler = (
  locked: (work: () => Promise<void>) => void,
  work: () => Promise<void>,
): RetryScheduler => {
  let tries = 0
  let until = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: 'idle' | 'running' | 'again' = 'idle'
  let stopped = false
  let tell: () => void = () => undefined
  const isPaused = (): boolean => Date.now() < until

  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(run, Math.max(0, until - Date.now()) + 5)
  }
  const run = (): void => {
    if (stopped) return
    if (isPaused()) return later()
    clearTimeout(timer)
    tell()
    if (state !== 'idle') {
      state = 'again'
      return
    }
    state = 'running'
    locked(async () => {
      try {
        await work()
      } finally {
        const again = state === 'again'
        state = 'idle'
        if (isPaused()) later()
        else if (again) run()
      }
    })
  }
  return {
    run,
    isPaused,
    kick: () => {
      until = 0
      run()
    },
    failed: (afterS) => {
      until = Date.now() + retryDelayMs(tries, afterS)
      tries += 1
      later()
      return until
    },
    pauseUntil: (time) => {
      until = Math.max(until, time)
      later()
    },
    succeeded: () => {
      const was = tries > 0
      tries = 0
      return was
    },
    patienceMs: () => Math.min(LONGEST_MS, PATIENCE_MS * 2 ** Math.max(0, tries - SHORT_TRIES + 1)),
    asked: () =>
      new Promise((resolve) => {
        tell = resolve
      }),
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
