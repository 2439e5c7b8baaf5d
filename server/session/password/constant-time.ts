import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

/** Longer than the slowest of the paths that must not be told apart (one argon2id hash and one commit). */
const STEP_MS = 250
/** Timers count whole milliseconds from when they are set, so they would show a fraction of what was spent before. */
const TIMER_ERROR_MS = 2

/**
 * Runs `work` and ends on a whole step of 250 ms since the start, whether it succeeds or fails: a caller with a stopwatch
 * cannot tell a known e-mail address (a row, a mail) from an unknown one.
 */
export const evenly = async <T>(work: () => Promise<T>): Promise<T> => {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const end = start + Math.ceil((performance.now() - start) / STEP_MS) * STEP_MS
    await sleep(Math.max(0, end - performance.now() - TIMER_ERROR_MS))
    while (performance.now() < end) await turn()
  }
}
