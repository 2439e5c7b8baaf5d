import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the slowest of the paths that must not be told apart (one argon2id hash and one commit). */
const STEP_MS = 250

/**
 * Runs `work` and ends on a whole step of 250 ms since the start, whether it succeeds or fails: a caller with a stopwatch
 * cannot tell a known e-mail address (a row, a mail) from an unknown one.
 */
export const evenly = async <T>(work: () => Promise<T>): Promise<T> => {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const spent = performance.now() - start
    await sleep(Math.ceil(spent / STEP_MS) * STEP_MS - spent)
  }
}
