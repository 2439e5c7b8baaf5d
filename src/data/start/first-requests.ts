import { REFRESH_LOCK } from '#contract/workers/hub'
import { withLock } from '../device/locks'
import { routeKey, storage } from '../device/storage'
import { apiBase } from '../http/api-base'
import { isTokenExpired } from '../session/token'
import { preloadChunks, type FirstScreen } from './first-chunks'
import type { Prefetched } from './prefetched'

const REFRESH_MS = 15_000
/** As long as the app waits for a reply: until then a request that hangs holds a connection, ms. */
const REPLY_MS = 30_000
const EVENTS = '/events'

/** The path that the first screen will have: the installed app starts at «/» and goes to the last route. */
const firstPath = (isMember: boolean): string => {
  const account = storage.get('account_id')
  if (location.pathname !== '/' || !isMember || !account) return location.pathname
  const last = storage.get(routeKey(account))?.replace(/[?#].*/, '') ?? '/conversations'
  return /^\/conversations(?:\/|$)/.test(last) ? last : location.pathname
}

const firstScreens = (path: string, isMember: boolean): FirstScreen[] => {
  if (!isMember) return /^\/(?:login)?$/.test(path) ? ['login'] : []
  if (path === EVENTS) return ['member', 'events']
  return /^\/conversations\/./.test(path) ? ['member', 'thread'] : ['member']
}

const request = (prefetched: Prefetched, path: string, identity: string | null): void => {
  const reply = fetch(`${apiBase()}${path}`, {
    credentials: 'include',
    mode: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(REPLY_MS),
    headers: {
      authorization: `Bearer ${prefetched.token ?? ''}`,
      ...(identity ? { 'x-active-identity': identity } : {}),
    },
  }).then(async (response) => ({
    status: response.status,
    ok: response.ok,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  }))
  prefetched.replies[path] = reply
  reply.catch(() => {
    prefetched.offline = true
  })
}

/**
 * Renews the token under the lock that the hub takes too. Null: no new token; the app asks again.
 */
const renewToken = (expired: string | undefined): Promise<string | null> =>
  withLock(REFRESH_LOCK, async () => {
    const stored = storage.get('auth_token')
    // another tab was faster
    if (stored && stored !== expired && !isTokenExpired(stored)) return stored
    const response = await fetch(`${apiBase()}/auth/refresh`, {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      // a rotated cookie whose token is never used would later look like a theft
      keepalive: true,
      signal: AbortSignal.timeout(REFRESH_MS),
    })
    const { token } = response.ok ? ((await response.json()) as { token?: string }) : {}
    // signed out in the meantime
    if (!token || storage.get('session_active') !== 'true') return null
    storage.set('auth_token', token)
    return token
  })

/**
 * Sends a member's first requests while the bundle is loading, and starts loading the chunks of the
 * first screen. `prefetched.ts` hands the replies to the calls that need them; what
 * fails here is requested again by the app.
 */
export const startFirstRequests = (isPublic: (path: string) => boolean): void => {
  const token = storage.get('auth_token')
  const isMember = token !== undefined || storage.get('session_active') === 'true'
  const path = firstPath(isMember)
  preloadChunks(firstScreens(path, isMember))
  if (!isMember || (isPublic(location.pathname) && location.pathname !== '/')) return
  // a member's screen comes in a moment: showing the placeholder before it would cost two frames
  document.documentElement.dataset['opening'] = ''
  const prefetched: Prefetched = {
    token: null,
    identity: null,
    replies: {},
    renewed: null,
    offline: false,
  }
  ;(globalThis as { prefetched?: Prefetched }).prefetched = prefetched
  const requestAll = (current: string): void => {
    prefetched.token = current
    const isBoth = storage.get('identity_mode') === 'both'
    prefetched.identity = isBoth ? null : (storage.get('active_identity_id') ?? null)
    request(prefetched, '/auth/me', null)
    request(prefetched, '/accounts/check', null)
    if (storage.get('hasAccount') !== 'true') return
    // what the screen shows before what its shell counts
    if (path === EVENTS) request(prefetched, '/events/invited-events', prefetched.identity)
    request(prefetched, '/conversations', prefetched.identity)
  }
  if (token && !isTokenExpired(token)) return requestAll(token)
  prefetched.renewed = renewToken(token).then((renewed) => {
    if (renewed) requestAll(renewed)
  })
  prefetched.renewed.catch(() => {
    prefetched.offline = true
  })
}
