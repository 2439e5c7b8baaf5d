import useSWR, { mutate, SWRConfig, type Key, type SWRConfiguration, type SWRResponse } from 'swr'
import { ApiError, isTransientFailure } from './api'
import { setMutate } from './mutate'
import { onReachable } from '../hub/reachable'
import { onForget } from '../session/state'

const RETRIES = 3

/** An error that is not of a call may be of the network. */
const isRetried = (error: unknown): boolean =>
  !(error instanceof ApiError) || isTransientFailure(error)

/**
 * swr's cache lives in memory only. Refusals (4xx) are not retried; network and server failures
 * are, three times.
 */
export const swrOptions: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  dedupingInterval: 2_000,
  errorRetryCount: RETRIES,
  errorRetryInterval: 2_000,
  shouldRetryOnError: (error: unknown) => isRetried(error),
}

/** `useSWR` with the options of this app; a provider would load swr with the shell. */
export const useData = <Data, Failure = Error>(
  key: Key,
  load: () => Promise<Data>,
  options?: SWRConfiguration<Data, Failure>,
): SWRResponse<Data, Failure> =>
  useSWR<Data, Failure>(key, load, { ...(swrOptions as typeof options), ...options })

setMutate(mutate)
onForget(() => void mutate(() => true, undefined, { revalidate: false }))

/** Retries what failed to load and is on the screen; leaves the rest alone. */
const reloadFailed = (): void => {
  const { cache } = SWRConfig.defaultValue
  for (const key of cache.keys()) {
    const error: unknown = cache.get(key)?.error
    if (error !== undefined && isRetried(error)) void mutate(key).catch(() => undefined)
  }
}

/**
 * Reloads everything on the screen, requests in flight included: one that was sent before the network
 * went may wait 30 s for nothing. swr itself would join that one, and does nothing in a hidden page.
 */
const reloadShown = (): void => void mutate(() => true).catch(() => undefined)

/** Reloads what may be stale or has failed once the server can be reached. */
export const startRecovery = (): (() => void) =>
  onReachable((online) => (online ? reloadShown : reloadFailed)())
