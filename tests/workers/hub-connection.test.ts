import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { channelsOf } from '../../workers/hub/live'
import { pusherOptions } from '../../workers/hub/socket-options'
import { hubConfig, member, pass } from '../support/hub/bench'
import { setUp, bench, start, states } from './hub-connection-setup'

setUp()

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
