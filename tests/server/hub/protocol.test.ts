import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { conversation, id, KEYS, pause, presence, startEngine, until, type Engine } from './engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

describe('unmodified pusher-js', () => {
  test('connects, is told an activity timeout of 120 s, and its ping is answered', async () => {
    const client = engine.client()
    await until(() => client.connection.state === 'connected')
    expect(client.connection.socket_id).toMatch(/^\d+\.\d+$/)
    const raw = await engine.raw()
    expect(JSON.parse(raw.frames[0]?.data as string)).toMatchObject({ activity_timeout: 120 })
    let pong = false
    client.connection.bind('message', (m: { event: string }) => {
      pong ||= m.event === 'pusher:pong'
    })
    client.send_event('pusher:ping', {})
    await until(() => pong)
  })

  test('MSG-184: the five kinds of channels are signed, subscribed and receive events', async () => {
    const client = engine.client({ accountId: id(1) })
    const names = [
      ...['conversation', 'account', 'identity', 'system'].map(
        (kind) => `private-${kind}-${id(1)}`,
      ),
      presence(1),
    ]
    const got: string[] = []
    for (const name of names)
      (await engine.subscribe(client, name)).bind('hello', (data: { to: string }) =>
        got.push(data.to),
      )
    for (const name of names) engine.hub.publish([name], 'hello', { to: name })
    await until(() => got.length === names.length)
    expect(got).toEqual(names)
    expect(engine.hub.hasAccount(id(1))).toBe(true)
    expect(engine.hub.hasAccount(id(2))).toBe(false)

    const unsigned = await engine.raw()
    for (const channel of names)
      unsigned.send('pusher:subscribe', {
        channel,
        auth: `${KEYS.key}:${'0'.repeat(64)}`,
        channel_data: JSON.stringify({ user_id: id(1) }),
      })
    for (const channel of names) unsigned.send('pusher:subscribe', { channel })
    await until(
      () => unsigned.frames.filter((f) => f.event === 'pusher:subscription_error').length === 10,
    )
    expect(unsigned.frames.some((f) => f.event === 'pusher_internal:subscription_succeeded')).toBe(
      false,
    )
  })

  test('every other channel name is refused, signed or not, and public ones too', async () => {
    const client = engine.client({ accountId: id(1) })
    for (const name of [
      'public',
      `conversation-${id(1)}`,
      `private-messages-${id(1)}`,
      'private-account-1',
      `presence-conversation-${id(1)}`,
      `private-account-${id(1)}-x`,
      `private-cache-${id(1)}`,
    ])
      await expect(engine.subscribe(client, name), name).rejects.toThrow(/403/)
    expect(engine.hub.stats().subscriptions).toBe(0)
  })

  test('the sender is left out when it names its socket; order is kept', async () => {
    const [a, b] = [engine.client({ accountId: id(1) }), engine.client({ accountId: id(2) })]
    const seen: Record<string, number[]> = { a: [], b: [] }
    ;(await engine.subscribe(a, conversation(1))).bind('n', (n: number) => seen['a']?.push(n))
    ;(await engine.subscribe(b, conversation(1))).bind('n', (n: number) => seen['b']?.push(n))
    for (let n = 0; n < 50; n += 1)
      engine.hub.publish([conversation(1)], 'n', n, n % 2 ? a.connection.socket_id : undefined)
    await until(() => seen['b']?.length === 50)
    expect(seen['b']).toEqual(Array.from({ length: 50 }, (_, n) => n))
    expect(seen['a']).toEqual(Array.from({ length: 25 }, (_, n) => 2 * n))
  })

  test('data arrives as it was: text, accents, long, null', async () => {
    const got: unknown[] = []
    const channel = await engine.subscribe(engine.client({ accountId: id(1) }), conversation(1))
    channel.bind('d', (data: unknown) => got.push(data))
    const sent = [
      'du texte',
      { é: '« ça »  😀', n: null },
      [1, 2],
      'x'.repeat(200),
      'x'.repeat(70_000),
      null,
    ]
    for (const data of sent) engine.hub.publish([conversation(1)], 'd', data)
    await until(() => got.length === sent.length)
    expect(got).toEqual(sent)
  })

  test('unsubscribed channels receive nothing more', async () => {
    const client = engine.client({ accountId: id(1) })
    await engine.subscribe(client, conversation(1))
    client.unsubscribe(conversation(1))
    await until(() => engine.hub.stats().subscriptions === 0)
    const before = engine.hub.stats().deliveries
    engine.hub.publish([conversation(1)], 'e', 1)
    expect(engine.hub.stats().deliveries).toBe(before)
  })

  test('client events are refused and reach nobody', async () => {
    const [a, b] = [engine.client({ accountId: id(1) }), engine.client({ accountId: id(2) })]
    const channel = await engine.subscribe(a, conversation(1))
    let forged = false
    ;(await engine.subscribe(b, conversation(1))).bind('client-typing.updated', () => {
      forged = true
    })
    let error: unknown
    a.connection.bind('error', (e: { data?: unknown }) => {
      error = e.data
    })
    channel.trigger('client-typing.updated', { isTyping: true })
    await until(() => error)
    expect(error).toMatchObject({ code: 4301 })
    // a frame that borrows a server's event name is no better
    a.send_event('conversation.message.created', { forged: true }, conversation(1))
    await pause(50)
    expect(forged).toBe(false)
    expect(engine.hub.stats().deliveries).toBe(0)
  })

  test('user authentication (signin) is refused, the connection stays', async () => {
    const raw = await engine.raw()
    raw.send('pusher:signin', { auth: 'x', user_data: '{"id":"1"}' })
    expect((await raw.frame('pusher:error')).data).toMatchObject({ code: 4009 })
    raw.send('pusher:ping', {})
    await raw.frame('pusher:pong')
  })
})

describe('presence channels', () => {
  const members = (channel: unknown): string[] =>
    Object.keys((channel as { members: { members: object } }).members.members)

  test('members are announced at their first socket and removed with their last', async () => {
    await engine.close()
    engine = await startEngine({ memberVisible: () => true })
    const alone = await engine.subscribe(engine.client({ accountId: id(1) }), presence(1))
    const log: string[] = []
    alone.bind('pusher:member_added', (m: { id: string; info: unknown }) =>
      log.push(`+${m.id} ${JSON.stringify(m.info)}`),
    )
    alone.bind('pusher:member_removed', (m: { id: string }) => log.push(`-${m.id}`))
    const [first, second] = [
      engine.client({ accountId: id(2) }),
      engine.client({ accountId: id(2) }),
    ]
    const channel = await engine.subscribe(first, presence(1))
    expect(members(channel).toSorted()).toEqual([id(1), id(2)])
    expect(
      (channel as unknown as { members: { count: number; me: unknown } }).members,
    ).toMatchObject({ count: 2, me: { id: id(2), info: { handle: 'h' } } })
    await engine.subscribe(second, presence(1))
    expect(engine.hub.members(presence(1))).toHaveLength(2)
    first.disconnect()
    await until(() => engine.hub.stats().sockets === 2)
    expect(log).toEqual([`+${id(2)} {"handle":"h"}`])
    second.disconnect()
    await until(() => log.length === 2)
    expect(log[1]).toBe(`-${id(2)}`)
  })

  test('those who watch an account see it and themselves, not each other; the account sees all', async () => {
    const watcher = await engine.subscribe(engine.client({ accountId: id(2) }), presence(1))
    const other = engine.client({ accountId: id(3) })
    const added: string[] = []
    watcher.bind('pusher:member_added', (m: { id: string }) => added.push(m.id))
    expect(members(await engine.subscribe(other, presence(1)))).toEqual([id(3)])
    const owner = await engine.subscribe(engine.client({ accountId: id(1) }), presence(1))
    expect(members(owner).toSorted()).toEqual([id(1), id(2), id(3)])
    await until(() => added.length > 0)
    other.disconnect()
    await until(() => members(owner).length === 2)
    expect(added).toEqual([id(1)])
    expect(members(watcher).toSorted()).toEqual([id(1), id(2)])
  })

  test('channel_data is part of the signature and must name a user', async () => {
    const raw = await engine.raw()
    const { auth } = engine.hub.authorize(raw.socketId, presence(1), { user_id: id(1) })
    raw.send('pusher:subscribe', {
      channel: presence(1),
      auth,
      channel_data: JSON.stringify({ user_id: id(2) }),
    })
    const bare = engine.hub.authorize(raw.socketId, presence(1))
    raw.send('pusher:subscribe', { channel: presence(1), auth: bare.auth })
    await until(
      () => raw.frames.filter((f) => f.event === 'pusher:subscription_error').length === 2,
    )
    expect(engine.hub.members(presence(1))).toEqual([])
  })
})
