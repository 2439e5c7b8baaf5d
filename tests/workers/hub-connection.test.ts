import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { channelsOf } from '../../workers/hub/live'
import { pusherOptions } from '../../workers/hub/socket-options'
import { hubBench, hubConfig, member, pass, type Bench } from '../support/hub/bench'

let bench: Bench
beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
  })
  bench = await hubBench()
})
afterEach(() => {
  bench.end()
  vi.useRealTimers()
})
const start = async (tabs = 1, session = member()) => {
  const all = Array.from({ length: tabs }, () => bench.tab())
  for (const t of all) {
    void t.hub.call('setSession', t.id, session)
    void t.hub.call('setVisible', t.id, true)
  }
  await pass(200, 10)
  return { tabs: all, tab: all[0] as (typeof all)[number], session }
}
const states = (t: { of(type: 'state'): { patch: { connection?: string } }[] }) =>
  t.of('state').flatMap((m) => m.patch.connection ?? [])
/** Ms between the attempts; each tries the plain line first, then the other transport beside it. */
const gapsOf = (
  sockets: readonly { readonly url: string; readonly openedAt: number }[],
): number[] => {
  const at = sockets.filter((s) => s.url.startsWith('ws://')).map((s) => s.openedAt)
  return at.slice(1).map((t, i) => t - (at[i] as number))
}
const read = (accountId: string) => ({
  conversationId: randomUUID(),
  accountId,
  identityIds: [],
  readAt: new Date().toISOString(),
  lastReadMessageId: null,
  lastReadSeq: 1,
  unreadCount: 0,
})

describe('one connection', () => {
  test('ten tabs share one socket', async () => {
    const { tabs } = await start(10)
    expect(bench.wire.open).toHaveLength(1)
    expect(bench.wire.sockets).toHaveLength(1)
    for (const t of tabs) expect(states(t).at(-1)).toBe('connected')
  })

  test('MSG-184 MSG-166: account, system, own presence, identity and watched conversation channels are subscribed and authorised', async () => {
    const [a, b, c1, c2] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const session = member({ activeIdentityId: a, identityIds: [a] })
    const { tabs } = await start(2, session)
    const acc = session.accountId as string
    const base = [`private-account-${acc}`, `private-system-${acc}`, `presence-account-${acc}`]
    const channels = () => [...(bench.wire.open[0]?.channels ?? [])].sort()
    expect(channels()).toEqual([...base, `private-identity-${a}`].sort())
    const auth = bench.calls('POST /api/pusher/auth')
    expect(auth).toHaveLength(4)
    expect(auth[0]?.headers.get('authorization')).toBe(`Bearer ${session.token}`)
    expect(auth[0]?.headers.get('x-active-identity')).toBe(a)

    const [one, two] = tabs as [(typeof tabs)[0], (typeof tabs)[0]]
    void one.hub.call('watchConversation', one.id, c1)
    void two.hub.call('watchConversation', two.id, c1)
    await pass(100, 10)
    expect(channels()).toContain(`private-conversation-${c1}`)
    void one.hub.call('watchConversation', one.id, c2)
    await pass(100, 10)
    expect(channels()).toEqual(
      expect.arrayContaining([`private-conversation-${c1}`, `private-conversation-${c2}`]),
    )
    two.close()
    await pass(100, 10)
    expect(channels()).not.toContain(`private-conversation-${c1}`)

    // both mode: both identities, and no identity header
    void one.hub.call('setSession', one.id, {
      ...session,
      activeIdentityId: null,
      identityIds: [a, b],
    })
    await pass(100, 10)
    expect(channels()).toEqual(
      expect.arrayContaining([`private-identity-${a}`, `private-identity-${b}`]),
    )
    expect(bench.calls('POST /api/pusher/auth').at(-1)?.headers.has('x-active-identity')).toBe(
      false,
    )
    expect(channelsOf({ ...session, accountId: null }, new Set([c1]))).toEqual([])
  })

  test('MSG-186: four transports over TLS; on this machine the plain WebSocket', () => {
    const options = pusherOptions(
      { ...hubConfig },
      { hostname: 'connivence.example', port: '', protocol: 'https:' },
    )
    expect(options).toMatchObject({
      enabledTransports: ['ws', 'wss', 'xhr_streaming', 'xhr_polling'],
      forceTLS: true,
      wsHost: 'connivence.example',
      wssPort: 443,
      httpHost: 'connivence.example',
    })
    expect(
      pusherOptions(hubConfig, { hostname: '127.0.0.1', port: '8080', protocol: 'http:' }),
    ).toMatchObject({ forceTLS: false, wsPort: 8080, enabledTransports: ['ws', 'wss'] })
    expect(
      pusherOptions(
        { ...hubConfig, host: 'rt.example', port: 6001 },
        { hostname: 'localhost', port: '8080', protocol: 'http:' },
      ),
    ).toMatchObject({ forceTLS: true, wsHost: 'rt.example', wssPort: 6001 })
  })

  test('MSG-187: activity, pong and unavailable timeouts; a server that never answers makes the state unavailable after 10 s', async () => {
    expect(pusherOptions(hubConfig, { hostname: 'x', port: '', protocol: 'https:' })).toMatchObject(
      { activityTimeout: 120_000, pongTimeout: 30_000, unavailableTimeout: 10_000 },
    )
    bench.wire.mode = 'silent'
    const { tab } = await start()
    await pass(9_700)
    expect(states(tab)).not.toContain('unavailable')
    await pass(400)
    expect(states(tab)).toContain('unavailable')
  })

  test('MSG-188: an error of the connection is kept as lastError, and forgotten when connected again', async () => {
    bench.wire.mode = 'closed'
    const { tab } = await start()
    await pass(12_000)
    expect(tab.of('state').findLast((m) => m.patch.lastError !== undefined)?.patch.lastError).toBe(
      'Serveur temps réel injoignable',
    )
    bench.wire.mode = 'open'
    await pass(20_000)
    expect(
      tab.of('state').findLast((m) => m.patch.lastError !== undefined)?.patch.lastError,
    ).toBeNull()
    bench.wire.open[0]?.say({
      event: 'pusher:error',
      data: JSON.stringify({ code: 4004, message: 'Over capacity' }),
    })
    await pass(100)
    expect(tab.of('state').findLast((m) => m.patch.lastError !== undefined)?.patch.lastError).toBe(
      'Over capacity (4004)',
    )
  })

  test('MSG-129: a cut line goes through the named states only and ends connected, with a resync', async () => {
    const { tab } = await start()
    bench.wire.mode = 'closed'
    bench.wire.open[0]?.cut()
    await pass(15_000)
    expect(tab.of('resync')).toHaveLength(1)
    bench.wire.mode = 'open'
    await pass(20_000)
    const all = states(tab)
    expect(all).toContain('unavailable')
    expect(all.at(-1)).toBe('connected')
    for (const s of all)
      expect([
        'initialized',
        'connecting',
        'connected',
        'unavailable',
        'failed',
        'disconnected',
      ]).toContain(s)
    expect(tab.of('resync')).toHaveLength(2)
    expect(bench.wire.open).toHaveLength(1)
  })

  test('a server that stays away is asked every 2 to 5 s, never at the same beat, and said unavailable until it is back', async () => {
    const { tab } = await start()
    bench.wire.mode = 'closed'
    bench.wire.open[0]?.cut()
    await pass(90_000)
    const gaps = gapsOf(bench.wire.sockets.slice(1))
    expect(gaps.length).toBeGreaterThan(15)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_600)
    // 2,000 members of one server do not come back in one second
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(1_000)
    expect(states(tab).filter((s) => s !== 'connected')).toEqual(['connecting', 'unavailable'])
    bench.wire.mode = 'open'
    await pass(5_700)
    expect(states(tab).at(-1)).toBe('connected')
    expect(bench.wire.open).toHaveLength(1)
    expect(tab.of('resync')).toHaveLength(2)
  })

  test('an attempt that hangs is given up after 8 s, the next ones are given more time', async () => {
    bench.wire.mode = 'silent'
    await start()
    await pass(37_000)
    const gaps = gapsOf(bench.wire.sockets)
    expect(gaps).toHaveLength(3)
    for (const [i, wanted] of [8_000, 12_000, 14_000].entries())
      expect(Math.abs((gaps[i] as number) - wanted)).toBeLessThan(800)
  })

  test('a line that dies without a word is noticed within 25 s', async () => {
    const { tab } = await start()
    await pass(33_000)
    bench.wire.mode = 'silent'
    const from = Date.now()
    while (bench.wire.sockets.length === 1 && Date.now() - from < 60_000) await pass(500)
    expect(Date.now() - from).toBeLessThanOrEqual(25_000)
    bench.wire.mode = 'open'
    await pass(20_000)
    expect(states(tab).at(-1)).toBe('connected')
    expect(tab.of('resync')).toHaveLength(2)
  })

  test('a machine that slept reconnects at once and catches up', async () => {
    const { tab } = await start()
    vi.setSystemTime(Date.now() + 60_000)
    await pass(6_000)
    expect(bench.wire.sockets).toHaveLength(2)
    expect(tab.of('resync')).toHaveLength(2)
  })

  test('MSG-209: a forced reconnect connects again 100 ms after the disconnect', async () => {
    const { tab } = await start()
    const before = Date.now()
    void tab.hub.call('reconnect')
    await pass(300, 1)
    expect(bench.wire.sockets).toHaveLength(2)
    const after = (bench.wire.sockets[1]?.openedAt ?? 0) - before
    expect(after).toBeGreaterThanOrEqual(100)
    expect(after).toBeLessThanOrEqual(110)
    expect(bench.wire.open).toHaveLength(1)
  })

  test('MSG-130: a return after 121 s checks the token and reconnects; after 60 s neither', async () => {
    const { tab, session } = await start(
      1,
      member({ token: (await import('../support/hub/bench')).token(250) }),
    )
    // less than 300 s are left from the start, and the timer is not due yet
    void tab.hub.call('returned', tab.id, 60_000)
    await pass(300)
    expect(bench.count('POST /api/auth/refresh')).toBe(0)
    expect(bench.wire.sockets).toHaveLength(1)
    void tab.hub.call('returned', tab.id, 121_000)
    await pass(300)
    expect(bench.count('POST /api/auth/refresh')).toBe(1)
    expect(bench.wire.sockets).toHaveLength(2)
    expect(tab.of('token')[0]?.token).not.toBe(session.token)
  })

  test('a line that the server closes because the session is over asks for its token at once; another close does not', async () => {
    await start()
    bench.wire.open[0]?.cut(1006)
    await pass(6_000)
    expect(bench.count('POST /api/auth/refresh')).toBe(0)
    bench.wire.open[0]?.cut(4009)
    await pass(300)
    expect(bench.count('POST /api/auth/refresh')).toBe(1)
  })

  test('a channel refused by a passing failure is asked again, and the tabs catch up', async () => {
    let failures = 2
    const good = bench.routes.get('POST /api/pusher/auth')
    bench.routes.set('POST /api/pusher/auth', (call) => {
      const name = (call.body as { channel_name: string }).channel_name
      if (name.startsWith('private-account-') && (failures -= 1) >= 0) return { status: 503 }
      return good?.(call) ?? {}
    })
    const { tab, session } = await start()
    expect(tab.of('resync')).toHaveLength(0)
    await pass(5_000)
    expect([...(bench.wire.open[0]?.channels ?? [])]).toContain(
      `private-account-${session.accountId}`,
    )
    expect(tab.of('resync')).toHaveLength(1)
  })

  test('a channel refused for good (403) is not asked again', async () => {
    bench.routes.set('POST /api/pusher/auth', () => ({ status: 403 }))
    const { tab } = await start()
    await pass(20_000)
    expect(bench.count('POST /api/pusher/auth')).toBe(3)
    expect(tab.of('state').some((m) => m.patch.lastError?.includes('403'))).toBe(true)
  })
})

describe('events', () => {
  test('an event that comes on two channels is told once, to every tab, in batches of 16 ms', async () => {
    const { tabs, session } = await start(3)
    const conversation = randomUUID()
    void tabs[0]?.hub.call('watchConversation', tabs[0].id, conversation)
    await pass(100, 10)
    const payload = read(session.accountId as string)
    const id = bench.wire.publish(`private-account-${session.accountId}`, 'message.read', payload)
    bench.wire.publish(`private-conversation-${conversation}`, 'message.read', payload, { id })
    await pass(60, 10)
    for (const t of tabs) expect(t.of('event').map((m) => m.event.id)).toEqual([id])
  })

  test('MSG-148: an event that does not fit its schema is ignored silently', async () => {
    const { tab, session } = await start()
    const channel = `private-account-${session.accountId}`
    const payload = read(session.accountId as string)
    const { readAt: _readAt, ...holed } = payload
    bench.wire.publish(channel, 'message.read', holed)
    bench.wire.publish(channel, 'unheard.of', payload)
    // a client event may claim anything: its name on the wire is not the one inside
    bench.wire.publish(channel, 'client-message.read', payload, { name: 'message.read' })
    bench.wire.publish(channel, 'message.read', payload, { occurredAt: 'hier' })
    await pass(100, 10)
    expect(tab.of('event')).toEqual([])
    expect(tab.of('state').some((m) => m.patch.lastError)).toBe(false)
    bench.wire.publish(channel, 'message.read', payload)
    await pass(60, 10)
    expect(tab.of('event')).toHaveLength(1)
  })

  test('MSG-150: an event with an id that is no uuid is ignored', async () => {
    const { tab, session } = await start()
    bench.wire.publish(`private-account-${session.accountId}`, 'message.read', {
      ...read(session.accountId as string),
      conversationId: 'abc',
    })
    await pass(100, 10)
    expect(tab.of('event')).toEqual([])
  })
})

describe('MSG-135: version', () => {
  test('MSG-135: one poll for all tabs every 5 minutes, past every cache; a later build date is a new version', async () => {
    const { tabs } = await start(3)
    expect(bench.count('GET /version.json')).toBe(0)
    await pass(5 * 60_000 + 100, 1_000)
    expect(bench.count('GET /version.json')).toBe(1)
    expect(bench.calls('GET /version.json')[0]?.init.cache).toBe('no-store')
    expect(tabs[0]?.of('state').some((m) => m.patch.newVersion)).toBe(false)
    bench.routes.set('GET /version.json', () => ({
      body: { version: '0.2.0', buildDate: '2026-02-01T00:00:00.000Z' },
    }))
    await pass(5 * 60_000, 1_000)
    expect(bench.count('GET /version.json')).toBe(2)
    for (const t of tabs)
      expect(t.of('state').findLast((m) => m.patch.newVersion)?.patch.newVersion).toBe('0.2.0')
  })
})
