// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { REFRESH_LOCK } from '#contract/workers/hub'
import { isPublicPath } from '../../../src/app/shell/nav'
import { startFirstRequests } from '../../../src/data/start/first-requests'
import { takePrefetched } from '../../../src/data/start/prefetched'

const jwt = (expS: number): string => `x.${btoa(JSON.stringify({ exp: expS }))}.y`
const GOOD = jwt(Date.now() / 1000 + 600)
const OVER = jwt(Date.now() / 1000 - 600)
const RENEWED = jwt(Date.now() / 1000 + 900)

let asked: { path: string; headers: Record<string, string> }[] = []
let signals: (AbortSignal | undefined)[] = []
let locks: string[] = []
const start = async (
  path: string,
  stored: Record<string, string>,
  refreshed = 200,
): Promise<void> => {
  history.replaceState(null, '', path)
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  vi.stubGlobal(
    'fetch',
    async (url: string, init: { headers?: Record<string, string>; signal?: AbortSignal }) => {
      asked.push({ path: url, headers: init.headers ?? {} })
      signals.push(init.signal)
      return url === '/api/auth/refresh'
        ? new Response(JSON.stringify({ token: RENEWED }), { status: refreshed })
        : new Response('{"of":1}')
    },
  )
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: async (name: string, _options: LockOptions, work: () => Promise<unknown>) => (
        locks.push(name),
        work()
      ),
    },
  })
  startFirstRequests(isPublicPath)
  await new Promise((resolve) => setTimeout(resolve, 5))
}
const paths = (): string[] => asked.map((a) => a.path)
const preloads = (): string[] =>
  [...document.querySelectorAll('link[rel=modulepreload], link[rel=preload]')].map(
    (l) => `${l.getAttribute('rel') ?? ''} ${l.getAttribute('href') ?? ''}`,
  )
const bearer = (token: string, identity?: string) => ({
  authorization: `Bearer ${token}`,
  ...(identity ? { 'x-active-identity': identity } : {}),
})

beforeEach(() => {
  asked = []
  signals = []
  locks = []
  document.head.innerHTML =
    '<meta name="chunks" data-for-login="login.js login.css" data-for-member="inside.js inside.css" data-for-thread="thread.js inside.js" data-for-events="events.js inside.js">'
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  delete (globalThis as { prefetched?: unknown }).prefetched
})

describe('requests before the bundle runs', () => {
  test('a visitor: no request; the chunks of the login are preloaded', async () => {
    await start('/login', {})
    expect(asked).toEqual([])
    expect(preloads()).toEqual(['modulepreload /assets/login.js', 'preload /assets/login.css'])
  })

  test('a member: user, account and list, with the active identity; the bundle takes each reply once, for that identity only', async () => {
    await start('/conversations/0198', {
      auth_token: GOOD,
      hasAccount: 'true',
      active_identity_id: 'i-1',
    })
    expect(paths()).toEqual(['/api/auth/me', '/api/accounts/check', '/api/conversations'])
    expect(asked.map((a) => a.headers)).toEqual([bearer(GOOD), bearer(GOOD), bearer(GOOD, 'i-1')])
    expect(preloads()).toEqual([
      'modulepreload /assets/inside.js',
      'preload /assets/inside.css',
      'modulepreload /assets/thread.js',
    ])
    expect(takePrefetched('/auth/me', bearer('another'))).toBeUndefined()
    expect(await takePrefetched('/accounts/check', bearer(GOOD, 'i-1'))).toMatchObject({
      status: 200,
      ok: true,
      text: '{"of":1}',
    })
    expect(takePrefetched('/accounts/check', bearer(GOOD))).toBeUndefined()
    expect(takePrefetched('/conversations', bearer(GOOD, 'i-2'))).toBeUndefined()
    expect(takePrefetched('/events', bearer(GOOD))).toBeUndefined()
  })

  test('the list of events: its code and its first list, before what the shell counts', async () => {
    await start('/events', {
      auth_token: GOOD,
      hasAccount: 'true',
      active_identity_id: 'i-1',
    })
    expect(paths()).toEqual([
      '/api/auth/me',
      '/api/accounts/check',
      '/api/events/invited-events',
      '/api/conversations',
    ])
    expect(preloads()).toContain('modulepreload /assets/events.js')
    expect(takePrefetched('/events/invited-events', bearer(GOOD, 'i-2'))).toBeUndefined()
    await start('/events', { auth_token: GOOD, hasAccount: 'true', active_identity_id: 'i-1' })
    expect(takePrefetched('/events/invited-events', bearer(GOOD, 'i-1'))).toBeDefined()
  })

  test('both mode: the list is requested without an identity', async () => {
    await start('/news', {
      auth_token: GOOD,
      hasAccount: 'true',
      identity_mode: 'both',
      active_identity_id: 'i-1',
    })
    expect(asked.at(-1)).toEqual({ path: '/api/conversations', headers: bearer(GOOD) })
    expect(takePrefetched('/conversations', bearer(GOOD))).toBeDefined()
  })

  test('an expired token is renewed under the hub’s lock, then used; a refusal is left to the app', async () => {
    await start('/conversations', { auth_token: OVER, hasAccount: 'true', session_active: 'true' })
    expect(locks).toEqual([REFRESH_LOCK])
    expect(paths()).toEqual([
      '/api/auth/refresh',
      '/api/auth/me',
      '/api/accounts/check',
      '/api/conversations',
    ])
    expect(localStorage.getItem('auth_token')).toBe(RENEWED)
    expect(asked[1]?.headers).toEqual(bearer(RENEWED))

    asked = []
    await start('/conversations', { auth_token: OVER }, 401)
    expect(paths()).toEqual(['/api/auth/refresh'])
    expect(localStorage.getItem('auth_token')).toBe(OVER)
  })

  test('signed out during the renewal: no token is stored', async () => {
    await start('/conversations', { auth_token: OVER })
    expect(paths()).toEqual(['/api/auth/refresh'])
    expect(localStorage.getItem('auth_token')).toBe(OVER)
  })

  test('each request ends at last where nothing replies: a browser has six connections', async () => {
    const ending = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(ending.signal)
    await start('/conversations', { auth_token: GOOD, hasAccount: 'true' })
    ending.abort()
    expect(signals.map((s) => s?.aborted)).toEqual([true, true, true])
  })

  test('no session, or a public screen: no request', async () => {
    await start('/register', { auth_token: GOOD })
    localStorage.clear()
    await start('/conversations', {})
    expect(asked).toEqual([])
  })
})
