import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { HubConfig, HubMessage, HubSession } from '#contract/workers/tabs'
import { tabLock } from '#contract/workers/hub'
import { createLink, type HubLink } from '../../../src/data/hub/rpc'
import { createTabHub } from '../../../workers/hub/hub'
import { servePort } from '../../../workers/hub/serve'
import { FakeLocks } from './locks'
import { FakeWire } from './wire'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
  readonly init: RequestInit
  readonly at: number
}
type Route = (
  seen: Seen,
) => { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }>

/** A JWT that lives `lifeS` from now; without a real signature. */
export const token = (lifeS = 900, sub = 'user'): string => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const nowS = Math.floor(Date.now() / 1000)
  return `${part({ alg: 'HS256' })}.${part({ sub, iat: nowS, exp: nowS + lifeS, jti: randomUUID() })}.x`
}
export const hubConfig: HubConfig = {
  key: 'app-key',
  cluster: 'local',
  host: '',
  port: null,
  forceTLS: null,
  buildDate: '2026-01-01T00:00:00.000Z',
}

export interface BenchTab {
  readonly id: string
  readonly hub: HubLink
  readonly got: HubMessage[]
  of<T extends HubMessage['type']>(type: T): Extract<HubMessage, { type: T }>[]
  close(): void
}

/**
 * The hub on a fake clock, with real MessageChannels to its tabs and fakes at the edge: fetch,
 * WebSocket, Web Locks.
 */
export const hubBench = async (
  options: { locks?: FakeLocks | null; config?: Partial<HubConfig>; wire?: FakeWire } = {},
) => {
  const wire = options.wire ?? new FakeWire()
  wire.install()
  const { default: Pusher } = await import('pusher-js/worker')
  const locks = options.locks ?? new FakeLocks()
  const config = { ...hubConfig, ...options.config }
  const seen: Seen[] = []
  const routes = new Map<string, Route>([
    ['POST /api/auth/refresh', () => ({ body: { token: token() } })],
    ['POST /api/auth/logout', () => ({ body: { success: true } })],
    ['POST /api/presence/heartbeat', () => ({ body: { success: true } })],
    ['POST /api/presence/offline', () => ({ body: { success: true } })],
    [
      'POST /api/pusher/auth',
      (call) => ({
        body: {
          auth: 'k:s',
          ...(String((call.body as { channel_name: string }).channel_name).startsWith('presence-')
            ? { channel_data: '{"user_id":"u"}' }
            : {}),
        },
      }),
    ],
    [
      'POST /api/media/urls',
      (call) => ({
        body: {
          links: (call.body as { items: { id: string; variant: string }[] }).items.map((i) => ({
            ...i,
            url: `/l/${i.id}/${i.variant}/${seen.length}`,
            expires_in: 60,
          })),
        },
      }),
    ],
    ['GET /version.json', () => ({ body: { version: '0.1.0', buildDate: hubConfig.buildDate } })],
  ])
  const fakeFetch = (async (input: string, init: RequestInit = {}) => {
    const call: Seen = {
      method: init.method ?? 'GET',
      path: input,
      headers: new Headers(init.headers),
      init,
      at: Date.now(),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    seen.push(call)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const route = routes.get(`${call.method} ${call.path}`)
    const { status = route ? 200 : 404, body = {} } = (await route?.(call)) ?? {}
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  }) as typeof fetch
  const hub = createTabHub({
    fetch: fakeFetch,
    // null: a browser without
    locks: options.locks === null ? undefined : locks,
    location: { hostname: '127.0.0.1', port: '8640', protocol: 'http:' },
    Pusher,
  })
  const ports: MessagePort[] = []

  const tab = (): BenchTab => {
    const id = randomUUID()
    const got: HubMessage[] = []
    let release = (): void => undefined
    void locks.request(
      tabLock(id),
      () =>
        new Promise<void>((done) => {
          release = done
        }),
    )
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    servePort(hub, port1)
    const link = createLink({
      tabId: id,
      config,
      onBatch: (batch) => got.push(...batch),
      onJoined: () => undefined,
    })
    void link.attach(port2)
    return {
      id,
      hub: link,
      got,
      of: <T extends HubMessage['type']>(type: T) =>
        got.filter((m): m is Extract<HubMessage, { type: T }> => m.type === type),
      close: () => release(),
    }
  }
  return {
    hub,
    wire,
    locks,
    routes,
    seen,
    tab,
    count: (what: string): number => seen.filter((s) => `${s.method} ${s.path}` === what).length,
    calls: (what: string): Seen[] => seen.filter((s) => `${s.method} ${s.path}` === what),
    end: () => {
      for (const port of ports) port.close()
    },
  }
}
export type Bench = Awaited<ReturnType<typeof hubBench>>

export const member = (given: Partial<HubSession> = {}): HubSession => ({
  token: token(),
  accountId: randomUUID(),
  activeIdentityId: null,
  identityIds: [],
  ...given,
})

/**
 * Lets `ms` of the fake clock pass in steps, and the real message ports and promises run in
 * between.
 */
export const pass = async (ms: number, stepMs = 50): Promise<void> => {
  for (let left = ms; left > 0; left -= stepMs) {
    await vi.advanceTimersByTimeAsync(Math.min(stepMs, left))
    await breathe()
  }
}
/** The member leaves this tab, and comes back `ms` later by the clock; no timer runs meanwhile. */
export const away = async (tab: BenchTab, ms: number): Promise<void> => {
  void tab.hub.call('setVisible', tab.id, false)
  await breathe()
  vi.setSystemTime(Date.now() + ms)
  void tab.hub.call('setVisible', tab.id, true)
  await pass(300)
}
/** MessagePorts answer in real time, whatever the fake clock says. */
export const breathe = async (): Promise<void> => {
  for (let i = 0; i < 3; i += 1) await new Promise<void>((resolve) => realImmediate(resolve))
}
const realImmediate = setImmediate
