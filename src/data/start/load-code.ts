import { onReachable } from '../hub/reachable'
import { reloadFailedStyles } from './failed-styles'
import { isMissingChunk } from './missing-chunk'
import { isOutdated } from './version'

const RETRY_MS = 4_000
const RETRY_MAX_MS = 60_000
const SCREEN_RETRY_MS = 300
/** With their waits, 4.5 s. */
const SCREEN_RETRIES = 4

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
 * again until it comes, after 4 s (or `firstMs`), then twice as long each time. `onFailure` is called
 * before each retry and may give up by throwing. Rejects where the code itself fails.
 */
export const loadCodeWithRetry = async <T>(
  load: () => Promise<T>,
  onFailure?: (failure: Error) => void | Promise<void>,
  firstMs = RETRY_MS,
): Promise<T> => {
  let failure: Error | null = null
  for (let ms = firstMs; ; ms = Math.min(2 * ms, RETRY_MAX_MS)) {
    try {
      if (failure) await reloadFailedStyles(failure)
      return await load()
    } catch (error) {
      if (!isMissingChunk(error)) throw error
      failure = error
    }
    await onFailure?.(failure)
    await waitToRetry(ms)
  }
}

/**
 * The code of a screen, for which the member waits: fetched again a few times. Rejects after those,
 * and at once without network or where a newer version has taken its place: CrashScreen then says so,
 * or loads that version.
 */
export const loadScreenCode = <T>(load: () => Promise<T>): Promise<T> => {
  let retries = 0
  return loadCodeWithRetry(
    load,
    async (failure) => {
      retries += 1
      if (retries > SCREEN_RETRIES || !navigator.onLine || (await isOutdated())) throw failure
    },
    SCREEN_RETRY_MS,
  )
}
