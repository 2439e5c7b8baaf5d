import { fillPath, type RouteInput, type Reply, type RouteShape } from '#contract/route'
import { apiBase } from './api-base'
import { errorOfResponse, ApiError, networkError } from './api-error'
import { takePrefetched } from '../start/prefetched'
import { serverState } from './server-state'
import { hubIfStarted } from '../hub/hub'
import { endSession } from '../session/end'
import { emitSession, session } from '../session/state'
import { acceptToken } from '../session/accept-token'

export { ApiError } from './api-error'

/** A black-hole network never fails: no response within this time counts as no network, ms. */
const PATIENCE_MS = 30_000
export interface CallOptions {
  signal?: AbortSignal
  /**
   * `none` omits x-active-identity: the call concerns the whole account. `as`: that identity,
   * whoever acts. Without it: `active` for routes of an account, `none` for those of a login.
   */
  identity?: 'active' | 'none' | { readonly as: string }
  /** The call outlives the page (body of at most 64 kB). */
  keepalive?: boolean
}
interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

const queryOf = (query: Record<string, unknown> | undefined): string => {
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  return pairs.length === 0
    ? ''
    : `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()}`
}

/**
 * Current bearer and identity. In both mode there is no identity header: the call acts for the
 * whole account.
 */
export const authHeaders = (
  identity: NonNullable<CallOptions['identity']> = 'active',
): Record<string, string> => ({
  ...(session.token ? { authorization: `Bearer ${session.token}` } : {}),
  ...(typeof identity === 'object'
    ? { 'x-active-identity': identity.as }
    : identity === 'active' && session.mode === 'single' && session.activeIdentityId
      ? { 'x-active-identity': session.activeIdentityId }
      : {}),
})

/**
 * After a 401: a new token through the hub, once for all tabs. Null when the session cannot be
 * kept.
 */
export const renewToken = async (failed: string | null): Promise<string | null> => {
  const started = hubIfStarted()
  if (!started) return null
  try {
    const token = await started.refresh(failed)
    if (token) acceptToken(token)
    return token
  } catch {
    throw networkError()
  }
}

/** Status and whole body: a truncated response counts as none. */
interface HttpReply {
  readonly status: number
  readonly ok: boolean
  readonly retryAfter: string | null
  readonly body: unknown
}

/** Rejects with an AbortError when the signal fires first. */
const untilAborted = <T>(signal: AbortSignal, answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')), {
        once: true,
      }),
    ),
  ])

const noteServerState = (reply: HttpReply): HttpReply => {
  serverState.failing = reply.status >= 500
  return reply
}

const send = async (
  route: RouteShape,
  { params, query, body }: Parts,
  options: CallOptions,
): Promise<HttpReply> => {
  const base = apiBase()
  const path = `${fillPath(route.path, params)}${queryOf(query)}`
  const ending = new AbortController()
  const stop = (): void => ending.abort()
  const timer = setTimeout(stop, PATIENCE_MS)
  options.signal?.addEventListener('abort', stop)
  try {
    options.signal?.throwIfAborted()
    const headers = authHeaders(options.identity ?? (route.auth === 'account' ? 'active' : 'none'))
    const prefetched = route.method === 'GET' ? takePrefetched(path, headers) : undefined
    if (prefetched) {
      const { text, ...reply } = await untilAborted(ending.signal, prefetched)
      return noteServerState({ ...reply, body: parseBody(text, reply.ok) })
    }
    const response = await fetch(`${base}${path}`, {
      method: route.method,
      // same origin only, so that the bearer never leaves; no response enters the HTTP cache
      credentials: 'include',
      mode: 'same-origin',
      cache: 'no-store',
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: ending.signal,
      ...(options.keepalive ? { keepalive: true } : {}),
    })
    const text = await response.text()
    return noteServerState({
      status: response.status,
      ok: response.ok,
      retryAfter: response.headers.get('retry-after'),
      body: parseBody(text, response.ok),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    serverState.failing = false
    throw networkError()
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
  }
}

/**
 * A successful response that is not JSON comes from an intermediary (a hotel's sign-in page):
 * throws.
 */
const parseBody = (text: string, isOk: boolean): unknown => {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch (error) {
    if (isOk) throw error
    return undefined
  }
}

/**
 * Calls a route of the contract. A 401 of a route that needs a session causes one refresh and one
 * retry; a second 401 ends the session (`lost`). Throws ApiError for every failure (status 0: no
 * response), AbortError when aborted.
 */
export const call = async <R extends RouteShape>(
  route: R,
  input: RouteInput<R>,
  options: CallOptions = {},
): Promise<Reply<R>> => {
  const parts = input as Parts
  const used = session.token
  const needsSession = route.auth !== 'none' && route.auth !== 'cookie'
  let answer = await send(route, parts, options)
  if (answer.status === 401 && needsSession && hubIfStarted()) {
    if (await renewToken(used)) answer = await send(route, parts, options)
    if (answer.status === 401) endSession('lost')
  }
  if (!answer.ok) {
    const error = errorOfResponse(answer.status, answer.body, answer.retryAfter)
    if (error.code === 'account_deleting' && !session.deletesAt) emitSession('deleting')
    if (error.code === 'account_suspended') session.suspended = true
    if (error.code === 'age_required') session.ageRequired = true
    throw error
  }
  return answer.body as Reply<R>
}

/** Whether a retry may help: no response, rate limited, or a server failure. */
export const isTransientFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
