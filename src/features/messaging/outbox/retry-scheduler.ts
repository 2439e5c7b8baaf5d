import { retryDelayMs } from '../../../data/http/queue-retry'

const LONGEST_MS = 30_000
const PATIENCE_MS = 4_000
/** So many tries are short: what hangs is more often a dead line than a slow one. */
const SHORT_TRIES = 3

/** When the outbox is worked off: one run at a time over all tabs, and after failures of the network 1, 2, 4 … 30 s apart. */
export interface RetryScheduler {
  /** Runs, unless it is paused. */
  run(): void
  /** Runs now: the network may be back, or the member asks. */
  kick(): void
  isPaused(): boolean
  /** The network failed (`afterS`: the server asked for so long). Answers until when nothing is tried, in ms since epoch. */
  failed(afterS: number | undefined): number
  /** Another tab's failure. */
  pauseUntil(until: number): void
  /** It works. Answers whether it had not before. */
  succeeded(): boolean
  /** How long an answer may take before the message is sent again: longer and longer after the first failures. */
  patienceMs(): number
  /** Resolves when there is more to do than the run under way has seen. */
  asked(): Promise<void>
  stop(): void
}

/** `locked` calls the work once it alone may work; the work ends when nothing is left to try. */
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
