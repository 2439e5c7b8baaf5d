import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

/** Longer than the slowest path to hide (one argon2id hash and one commit). */
const STEP_MS = 250
/**
 * Timers count whole milliseconds from when they are set, so they would reveal a fraction of the
 * time spent before.
 */
const TIMER_ERROR_MS = 2

const untilStep = async (start: number): Promise<void> => {
  const end = start + Math.ceil((performance.now() - start) / STEP_MS) * STEP_MS
  await sleep(Math.max(0, end - performance.now() - TIMER_ERROR_MS))
  while (performance.now() < end) await turn()
}

/**
 * Runs `work` and settles on a multiple of 250 ms since the start, whether it succeeds or fails:
 * response times do not reveal whether an e-mail address is known (a row, a mail).
 */
export const inConstantTime = async <T>(work: () => Promise<T>): Promise<T> => {
  const start = performance.now()
  try {
    return await work()
  } finally {
    await untilStep(start)
  }
}

/**
 * The same for failures alone, and for results that are a refusal: where one sentence stands for
 * several reasons, its time does not tell which. What succeeds is not delayed.
 */
export const refuseInConstantTime = async <T>(
  work: () => Promise<T>,
  isRefusal: (result: T) => boolean = () => false,
): Promise<T> => {
  const start = performance.now()
  try {
    const result = await work()
    if (isRefusal(result)) await untilStep(start)
    return result
  } catch (error) {
    await untilStep(start)
    throw error
  }
}
