import { REFRESH_LOCK } from '#contract/workers/hub'
import type { HubSession } from '#contract/workers/tabs'

export interface ApiRequest {
  readonly method: string
  readonly body?: unknown
}
const REQUEST_MS = 15_000

/** One request of the product API with the session's bearer token and identity. */
export const sendRequest = (
  fetcher: typeof fetch,
  session: HubSession | null,
  path: string,
  { method, body }: ApiRequest,
): Promise<Response> =>
  fetcher(`/api${path}`, {
    method,
    credentials: 'include',
    cache: 'no-store',
    signal: AbortSignal.timeout(REQUEST_MS),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(session && { authorization: `Bearer ${session.token}` }),
      ...(session?.activeIdentityId && { 'x-active-identity': session.activeIdentityId }),
    },
    // undefined without a body
    body: JSON.stringify(body),
  })

/**
 * A new access token; null: the server answers 401, the session has ended. Rejects on any
 * other failure.
 */
export const requestToken = async (
  fetcher: typeof fetch,
  locks: Pick<LockManager, 'request'> | undefined,
): Promise<string | null> => {
  // the lock serializes the hubs of two builds: the second rotates the cookie that the first
  // received
  const refresh = (): Promise<Response> =>
    sendRequest(fetcher, null, '/auth/refresh', { method: 'POST' })
  const response = await (locks?.request(REFRESH_LOCK, refresh) ?? refresh())
  const { status } = response
  // any other status may be an intermediary's, whatever it refuses
  if (status === 401) return null
  const body = response.ok ? ((await response.json()) as { token?: unknown }) : {}
  if (typeof body.token !== 'string') throw new Error(`HTTP ${status}`)
  return body.token
}
