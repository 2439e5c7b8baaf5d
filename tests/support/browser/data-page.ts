import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { Account } from '#contract/profile/profile'
import { lifeLock } from '#contract/workers/hub'
import { createTabHub } from '../../../workers/hub/hub'
import { servePort } from '../../../workers/hub/serve'
import { token, type Seen } from '../hub/bench'
import { FakeLocks } from '../hub/locks'
import { FakeWire } from '../hub/wire'

export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> }
type Route = (seen: Seen) => Answer | Promise<Answer>

export const account = (handles: readonly string[] = ['claire']): Account => ({
  id: randomUUID(),
  account_handle: 'compte',
  avatar_url: null,
  created_at: '2026-01-01T00:00:00.000Z',
  last_seen_at: null,
  is_online: true,
  deleted: false,
  is_own: true,
  permissions: { canViewFirstNames: true },
  identities: handles.map((identity_handle, i) => ({
    id: randomUUID(),
    identity_handle,
    gender: 'woman' as const,
    is_primary: i === 0,
    avatar_url: null,
    firstname: null,
  })),
})

/**
 * A browser for one test: the page's own modules, freshly loaded for each `load()` (a reload keeps
 * the storage), and the real hub behind a SharedWorker that is only a port. Faked: what the server
 * answers, the WebSocket, Web Locks.
 */
export const browser = async () => {
  localStorage.clear()
  sessionStorage.clear()
  const wire = new FakeWire()
  wire.install()
  const { default: Pusher } = await import('pusher-js/worker')
  const locks = new FakeLocks()
  const seen: Seen[] = []
  const own = { account: account() as Account | null }
  const routes = new Map<string, Route>([
    [
      'GET /api/auth/me',
      () => ({
        body: {
          id: randomUUID(),
          email: 'a@b.test',
          name: 'A',
          createdAt: '2026-01-01T00:00:00.000Z',
          emailVerified: true,
          preferences: { pushNotifications: false },
          account: own.account,
        },
      }),
    ],
    ['GET /api/accounts/check', () => ({ body: { hasAccount: own.account !== null } })],
    ['POST /api/auth/refresh', () => ({ body: { token: token() } })],
    ['POST /api/auth/logout', () => ({ body: { success: true } })],
    ['POST /api/pusher/auth', () => ({ body: { auth: 'k:s', channel_data: '{"user_id":"u"}' } })],
  ])
  const answer = (async (input: string, init: RequestInit = {}) => {
    const call: Seen = {
      method: init.method ?? 'GET',
      path: input,
      headers: new Headers(init.headers),
      init,
      at: Date.now(),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    seen.push(call)
    await Promise.resolve()
    const route = routes.get(`${call.method} ${call.path.split('?')[0]}`)
    const { status = 200, body = { success: true }, headers = {} } = (await route?.(call)) ?? {}
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }) as typeof fetch
  const hub = createTabHub({
    fetch: answer,
    locks,
    location: { hostname: '127.0.0.1', port: '8640', protocol: 'http:' },
    Pusher,
  })
  const ports: MessagePort[] = []
  class PortOnly extends EventTarget {
    readonly port: MessagePort
    constructor(script: URL) {
      super()
      // as the worker itself does: held for its whole life
      void locks.request(lifeLock(String(script)), () => new Promise(() => undefined))
      const { port1, port2 } = new MessageChannel()
      ports.push(port1, port2)
      servePort(hub, port1)
      this.port = port2
    }
  }
  Object.assign(globalThis, { fetch: answer, SharedWorker: PortOnly })
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })

  /** Loads the page: fresh modules, the hub joined. */
  const load = async () => {
    vi.resetModules()
    const hubModule = await import('../../../src/data/hub/hub')
    const session = await import('../../../src/data/session/session')
    const api = await import('../../../src/data/http/api')
    const { storage } = await import('../../../src/data/device/storage')
    await hubModule.startHub({
      key: 'k',
      cluster: 'local',
      host: '',
      port: null,
      forceTLS: null,
      buildDate: '2026-01-01T00:00:00.000Z',
    })
    const changes: string[] = []
    session.onSessionChange((what, reason) => changes.push(reason ? `${what}:${reason}` : what))
    return { ...hubModule, ...session, ...api, storage, changes }
  }
  return {
    load,
    hub,
    wire,
    locks,
    routes,
    seen,
    own,
    count: (what: string): number => seen.filter((s) => `${s.method} ${s.path}` === what).length,
    calls: (what: string): Seen[] => seen.filter((s) => `${s.method} ${s.path}` === what),
    end: () => {
      for (const port of ports) port.close()
    },
  }
}
export type Browser = Awaited<ReturnType<typeof browser>>

/** Puts a signed-in session on the device, as an earlier visit leaves it. */
export const remember = (accountId: string, authToken = token()): void => {
  localStorage.setItem('auth_token', authToken)
  localStorage.setItem('account_id', accountId)
  localStorage.setItem('hasAccount', 'true')
  localStorage.setItem('session_active', 'true')
}
export const wait = (ms = 60): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
