import { fillPath, type Input, type Reply, type RouteShape } from '#contract/route'
import { apiBase } from './api-base'
import { answerError, ApiError, networkError } from './api-error'
import { takePrefetched } from '../start/prefetched'
import { hubIfStarted } from '../hub/hub'
import { endSession } from '../session/end'
import { emitSession, session } from '../session/state'
import { acceptToken } from '../session/accept-token'

export { ApiError } from './api-error'

/** A line that swallows everything never fails by itself: no answer at all within this is no network. */
const PATIENCE_MS = 30_000
export interface CallOptions {
  signal?: AbortSignal
  /** `none` leaves x-active-identity out: the call concerns the whole account. `as`: this one, whoever acts. */
  identity?: 'active' | 'none' | { readonly as: string }
  /** The call outlives the page (64 kB of body at most). */
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

/** Bearer and identity of this moment. In both mode there is no identity header: the call acts for the whole account. */
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

/** After a 401: a new token, by the hub, once for all tabs. Null when the session cannot be saved. */
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

/** Status and whole body: an answer that stops in its middle is none. */
interface Answer {
  readonly status: number
  readonly ok: boolean
  readonly retryAfter: string | null
  readonly body: unknown
}

/** The answer, unless nobody waits for it any more. */
const unless = <T>(signal: AbortSignal, answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')), {
        once: true,
      }),
    ),
  ])

const send = async (
  route: RouteShape,
  { params, query, body }: Parts,
  options: CallOptions,
): Promise<Answer> => {
  const base = apiBase()
  const path = `${fillPath(route.path, params)}${queryOf(query)}`
  const ending = new AbortController()
  const stop = (): void => ending.abort()
  const timer = setTimeout(stop, PATIENCE_MS)
  options.signal?.addEventListener('abort', stop)
  try {
    options.signal?.throwIfAborted()
    const headers = authHeaders(options.identity)
    const asked = route.method === 'GET' ? takePrefetched(path, headers) : undefined
    if (asked) {
      const { text, ...answer } = await unless(ending.signal, asked)
      return { ...answer, body: read(text, answer.ok) }
    }
    const response = await fetch(`${base}${path}`, {
      method: route.method,
      // same origin only: the bearer never travels elsewhere, and nothing of an answer stays in the HTTP cache
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
    return {
      status: response.status,
      ok: response.ok,
      retryAfter: response.headers.get('retry-after'),
      body: read(text, response.ok),
    }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw networkError()
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
  }
}

/** A good answer that is no JSON comes from something in between (the sign-in page of a hotel): it throws. */
const read = (text: string, good: boolean): unknown => {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch (error) {
    if (good) throw error
    return undefined
  }
}

/**
 * Calls a route of the contract. A 401 of a route that needs a session is answered by one refresh and one retry; a second
 * 401 ends the session (`lost`). Throws ApiError for every failure (status 0: no answer), AbortError when aborted.
 */
export const call = async <R extends RouteShape>(
  route: R,
  input: Input<R>,
  options: CallOptions = {},
): Promise<Reply<R>> => {
  const parts = input as Parts
  const used = session.token
  const guarded = route.auth === 'user' || route.auth === 'account'
  let answer = await send(route, parts, options)
  if (answer.status === 401 && guarded && hubIfStarted()) {
    if (await renewToken(used)) answer = await send(route, parts, options)
    if (answer.status === 401) endSession('lost')
  }
  if (!answer.ok) {
    const error = answerError(answer.status, answer.body, answer.retryAfter)
    if (error.code === 'account_deleting' && !session.deletesAt) emitSession('deleting')
    throw error
  }
  return answer.body as Reply<R>
}

/** Whether trying again later may help: no answer, too many, or a failure of the server. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
