import { mutate, SWRConfig, type SWRConfiguration } from 'swr'
import { ApiError } from './api-error'
import { onReachable } from '../hub/reachable'
import { onForget } from '../session/state'

const RETRIES = 3

/** Another time it may go well: no network, too many at once, the server's own failure. */
const passing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** What swr keeps is the page's memory only. Refusals (4xx) are not tried again; no answer and server failures are, three times. */
export const swrOptions: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  dedupingInterval: 2_000,
  errorRetryCount: RETRIES,
  errorRetryInterval: 2_000,
  shouldRetryOnError: (error: unknown) => passing(error),
}

// the login page goes without this module: where it was never loaded there is nothing to empty
onForget(() => void mutate(() => true, undefined, { revalidate: false }))

/** Asks again for what could not be loaded and is on the screen; what stands is left alone. */
export const recoverFailed = (): void => {
  const { cache } = SWRConfig.defaultValue
  for (const key of cache.keys()) {
    const error: unknown = cache.get(key)?.error
    if (error !== undefined && passing(error)) void mutate(key).catch(() => undefined)
  }
}

/** A list that failed loads by itself once the server can be reached. */
export const startRecovery = (): (() => void) => onReachable(recoverFailed)
