import { mutate, type SWRConfiguration } from 'swr'
import { ApiError } from './api-error'

const RETRIES = 3

/** What swr keeps is the page's memory only. Refusals (4xx) are not tried again; no answer and server failures are, three times. */
export const swrOptions: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  dedupingInterval: 2_000,
  errorRetryCount: RETRIES,
  errorRetryInterval: 2_000,
  shouldRetryOnError: (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500,
}

/** Empties the data cache: another account, or nobody. */
export const clearCache = (): void => {
  void mutate(() => true, undefined, { revalidate: false })
}
