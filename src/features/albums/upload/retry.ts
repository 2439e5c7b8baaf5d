import { ApiError } from '../../../data/http/api'
import { isRetriedByQueue, retryDelayMs } from '../../../data/http/queue-retry'

export interface RetriedWork {
  readonly stop: AbortController
  /** Failures since the last success. */
  failures: number
}

/** Waits until a try makes sense again: the network is back, or the delay has passed. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

/**
 * Retries transient failures until the work succeeds or is cancelled; `onWait` is called before
 * each delay.
 */
export const retryUntilDone = async <T>(
  work: RetriedWork,
  act: () => Promise<T>,
  onWait: () => void,
): Promise<T> => {
  for (;;) {
    try {
      const result = await act()
      work.failures = 0
      return result
    } catch (error) {
      if (work.stop.signal.aborted || !isRetriedByQueue(error)) throw error
      onWait()
      const retryAfterS = error instanceof ApiError ? error.retryAfterS : undefined
      await pause(retryDelayMs(work.failures, retryAfterS), work.stop.signal)
      work.failures += 1
      work.stop.signal.throwIfAborted()
    }
  }
}
