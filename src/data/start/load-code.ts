import { onReachable } from '../hub/reachable'
import { reloadFailedStyles } from './failed-styles'
import { isMissingChunk } from './missing-chunk'

const RETRY_MS = 4_000
const RETRY_MAX_MS = 60_000

/** Resolves after `ms`, or when the network or the live connection is back. */
const waitToRetry = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = onReachable(end)
  })

/**
 * Code that is fetched after the first screen; without network, and not cached yet, it is fetched
 * again until it comes. `onWait` is called before each retry. Rejects where the code itself fails.
 */
export const loadCodeWithRetry = async <T>(
  load: () => Promise<T>,
  onWait?: () => void,
): Promise<T> => {
  let failure: Error | null = null
  for (let ms = RETRY_MS; ; ms = Math.min(2 * ms, RETRY_MAX_MS)) {
    try {
      if (failure) await reloadFailedStyles(failure)
      return await load()
    } catch (error) {
      if (!isMissingChunk(error)) throw error
      failure = error
    }
    onWait?.()
    await waitToRetry(ms)
  }
}
