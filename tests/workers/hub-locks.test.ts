import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HubConfig } from '#contract/workers/tabs'
import { HUB_LOCK, SOCKET_LOCK } from '#contract/workers/hub'
import { createLink } from '../../src/data/hub/rpc'
import { attachToBusHubs } from '../../src/data/hub/port'
import { serveBus } from '../../workers/hub/serve'
import { hubBench, hubConfig, member, pass, token, type Bench } from '../support/hub/bench'
import { FakeLocks } from '../support/hub/locks'
import { FakeWire } from '../support/hub/wire'

// the page's module looks for Web Locks when it is loaded
vi.hoisted(() => void Object.assign(globalThis, { navigator: globalThis.navigator ?? {} }))

let benches: Bench[] = []
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
  })
})
afterEach(() => {
  for (const bench of benches) bench.end()
  benches = []
  vi.useRealTimers()
})
const bench = async (options: Parameters<typeof hubBench>[0]): Promise<Bench> => {
  const made = await hubBench(options)
  benches.push(made)
  return made
}
const signIn = (b: Bench, session = member()) => {
  const tab = b.tab()
  void tab.hub.call('setSession', tab.id, session)
  void tab.hub.call('setVisible', tab.id, true)
  return tab
}

test('without Web Locks the hub connects, renews the token and tells its tab', async () => {
  const b = await bench({ locks: null })
  const session = member({ token: token(7_200) })
  const tab = signIn(b, session)
  await pass(200, 10)
  expect(b.wire.open).toHaveLength(1)
  void tab.hub.call('refresh', session.token)
  await pass(200, 10)
  expect(b.count('POST /api/auth/refresh')).toBe(1)
  expect(tab.of('token')).toHaveLength(1)
})

describe('two versions of the hub', () => {
  const locks = (): { locks: FakeLocks; wire: FakeWire } => ({
    locks: new FakeLocks(),
    wire: new FakeWire(),
  })
  const OLD: Partial<HubConfig> = { buildDate: '2026-01-01T00:00:00.000Z' }
  const NEW: Partial<HubConfig> = { buildDate: '2026-02-01T00:00:00.000Z' }

  test('the newer takes the line; the older lets go, stops its heartbeat without a word and asks its tabs to reload', async () => {
    const shared = locks()
    const old = await bench({ ...shared, config: OLD })
    const oldTab = signIn(old)
    await pass(200, 10)
    expect(shared.wire.open).toHaveLength(1)
    const young = await bench({ ...shared, config: NEW })
    const newTab = signIn(young)
    await pass(300, 10)
    expect(shared.wire.open).toHaveLength(1)
    expect(
      newTab
        .of('state')
        .flatMap((m) => m.patch.connection ?? [])
        .at(-1),
    ).toBe('connected')
    expect(oldTab.of('reload')).toHaveLength(1)
    expect(newTab.of('reload')).toHaveLength(0)
    const beats = old.count('POST /api/presence/heartbeat')
    await pass(60_000, 500)
    expect(old.count('POST /api/presence/heartbeat')).toBe(beats)
    // the member is there, with the newer
    expect(old.count('POST /api/presence/offline')).toBe(0)
    expect(young.count('POST /api/presence/heartbeat')).toBeGreaterThanOrEqual(3)
  })

  test('an older hub that starts later waits and asks its tabs to reload', async () => {
    const shared = locks()
    const young = await bench({ ...shared, config: NEW })
    signIn(young)
    await pass(200, 10)
    const old = await bench({ ...shared, config: OLD })
    const oldTab = signIn(old)
    await pass(300, 10)
    expect(shared.wire.sockets).toHaveLength(1)
    expect(oldTab.of('reload')).toHaveLength(1)
  })

  test('one hub has one lock: a second of the same build does not connect', async () => {
    const shared = locks()
    signIn(await bench({ ...shared, config: OLD }))
    await pass(200, 10)
    const twin = signIn(await bench({ ...shared, config: OLD }))
    await pass(20_000, 500)
    expect(shared.wire.open).toHaveLength(1)
    expect(twin.of('reload')).toHaveLength(0)
    expect((await shared.locks.query()).held?.filter((l) => l.name === SOCKET_LOCK)).toHaveLength(1)
  })
})

/**
 * The locks after the death of the first hub's process: tabs still hold theirs, those of the hub
 * are free.
 */
const afterDeath = (alive: FakeLocks): FakeLocks => {
  const own = new FakeLocks()
  const freed = new FakeLocks()
  own.request = (name: string, ...rest: [never]) =>
    (name.startsWith('tab:') ? alive : freed).request(name, ...rest)
  return own
}

/** A BroadcastChannel without threads: what one posts, the others hear a moment later. */
const bus = () => {
  const all: { onmessage: ((event: MessageEvent) => void) | null }[] = []
  return () => {
    const mine = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage: (data: unknown) => {
        const copy: unknown = structuredClone(data)
        for (const one of all)
          if (one !== mine)
            queueMicrotask(() => one.onmessage?.(new MessageEvent('message', { data: copy })))
      },
    }
    all.push(mine)
    return mine
  }
}

describe('without SharedWorker', () => {
  test('tabs reach the hub over the bus; when it dies the next one takes over, open calls are repeated, tabs catch up', async () => {
    const locks = new FakeLocks()
    const wire = new FakeWire()
    const air = bus()
    const session = member({ token: token(7_200) })
    const conversation = '0198c0de-0000-7000-8000-0000000000cc'
    // the first hub answers no `link` at all: it dies in the middle of one
    const first = await bench({ locks, wire })
    first.routes.set(
      'GET /api/media/0198c0de-0000-7000-8000-000000000001/url',
      () => new Promise(() => undefined),
    )
    let kill = (): void => undefined
    void locks.request(HUB_LOCK, () => {
      serveBus(first.hub, air(), 'hub-1')
      return new Promise<void>((done) => {
        kill = done
      })
    })
    await pass(10, 5)

    const tabs = ['tab-1', 'tab-2'].map((id) => {
      const got: string[] = []
      const link = createLink({
        tabId: id,
        config: hubConfig,
        onBatch: (batch) => got.push(...batch.map((m) => m.type)),
        onJoined: () => undefined,
      })
      void locks.request(`tab:${id}`, () => new Promise(() => undefined))
      attachToBusHubs(air(), id, link.attach)
      void link.call('setSession', id, session)
      void link.call('setVisible', id, true)
      void link.call('watchConversation', id, conversation)
      return { id, got, link }
    })
    await pass(200, 10)
    expect(wire.open).toHaveLength(1)
    const [one] = tabs as [(typeof tabs)[0]]
    const pending = one.link.call('link', '0198c0de-0000-7000-8000-000000000001', 'full')
    await pass(50, 10)

    // the owner's process ends: its line with it, its lock is free
    wire.open[0]?.close()
    const second = await bench({ locks: afterDeath(locks), wire })
    second.routes.set('GET /api/media/0198c0de-0000-7000-8000-000000000001/url', () => ({
      body: { signed_url: '/full', expires_in: 60 },
    }))
    void locks.request(HUB_LOCK, () => {
      serveBus(second.hub, air(), 'hub-2')
      return new Promise(() => undefined)
    })
    kill()
    await pass(500, 10)
    await expect(pending).resolves.toMatchObject({ url: '/full' })
    const line = wire.open.at(-1)
    expect([...(line?.channels ?? [])]).toEqual(
      expect.arrayContaining([
        `private-account-${session.accountId}`,
        `private-conversation-${conversation}`,
      ]),
    )
    expect(second.count('POST /api/presence/heartbeat')).toBe(1)
    for (const t of tabs) expect(t.got).toContain('resync')
    // late replies of the dead hub are ignored
    expect(await one.link.call('dropLinks', []).then(() => true)).toBe(true)
  })
})
