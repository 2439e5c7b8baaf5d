import { afterEach, beforeEach, expect, test } from 'vitest'
import { conversation, id, KEYS, pause, presence, startEngine, until, type Engine } from './engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

test('a member that leaves receives nothing from that moment; other subscriptions continue', async () => {
  const [leaver, stayer] = [
    engine.client({ accountId: id(1), sessionId: 's1' }),
    engine.client({ accountId: id(2), sessionId: 's2' }),
  ]
  const seen: Record<string, number[]> = { leaver: [], stayer: [], other: [] }
  const channel = await engine.subscribe(leaver, conversation(1))
  channel.bind('n', (n: number) => seen['leaver']?.push(n))
  ;(await engine.subscribe(leaver, conversation(2))).bind('n', (n: number) =>
    seen['other']?.push(n),
  )
  ;(await engine.subscribe(stayer, conversation(1))).bind('n', (n: number) =>
    seen['stayer']?.push(n),
  )
  let told: unknown
  channel.unbind('pusher:subscription_error')
  channel.bind('pusher:subscription_error', (e: unknown) => {
    told = e
  })

  engine.hub.publish([conversation(1)], 'n', 1)
  void engine.hub.withdraw({ channel: conversation(1), accountId: id(1) })
  engine.hub.publish([conversation(1), conversation(2)], 'n', 2)
  await until(() => seen['stayer']?.length === 2 && seen['other']?.length === 1)
  await pause(50)
  expect(seen['leaver']).toEqual([1])
  expect(told).toMatchObject({ status: 403 })
  expect(leaver.connection.state).toBe('connected')
})

test('the signature of an ended right no longer opens the channel, a new one does', async () => {
  const raw = await engine.raw()
  const member = { accountId: id(1), sessionId: 's1' }
  const { auth } = engine.hub.authorize(raw.socketId, conversation(1), undefined, member)
  void engine.hub.withdraw({ channel: conversation(1), accountId: id(1) })
  raw.send('pusher:subscribe', { channel: conversation(1), auth })
  expect((await raw.frame('pusher:subscription_error')).data).toMatchObject({ status: 403 })
  expect(engine.hub.stats().subscriptions).toBe(0)
  engine.hub.authorize(raw.socketId, conversation(1), undefined, member)
  raw.send('pusher:subscribe', { channel: conversation(1), auth })
  await raw.frame('pusher_internal:subscription_succeeded')
})

test('a channel that is no more loses all its subscribers', async () => {
  await engine.subscribe(engine.client({ accountId: id(1) }), conversation(1))
  await engine.subscribe(engine.client({ accountId: id(2) }), conversation(1))
  void engine.hub.withdraw({ channel: conversation(1) })
  expect(engine.hub.stats().subscriptions).toBe(0)
  void engine.hub.withdraw({})
  expect(engine.hub.stats().sockets).toBe(2)
})

test('logging out closes the session’s sockets at once with 4009; other sessions stay', async () => {
  const [gone, other] = [
    engine.client({ accountId: id(1), sessionId: 's1' }),
    engine.client({ accountId: id(1), sessionId: 's2' }),
  ]
  const got: unknown[] = []
  ;(await engine.subscribe(gone, `private-account-${id(1)}`)).bind('e', () => got.push('gone'))
  ;(await engine.subscribe(other, `private-account-${id(1)}`)).bind('e', () => got.push('other'))
  void engine.hub.withdraw({ sessionId: 's1' })
  expect(engine.hub.stats().sockets).toBe(1)
  engine.hub.publish([`private-account-${id(1)}`], 'e', 1)
  await until(() => gone.connection.state === 'disconnected' && got.length === 1)
  await pause(300)
  expect(gone.connection.state).toBe('disconnected')
  expect(got).toEqual(['other'])
})

test('an account that goes takes all its sockets with it, also one that has not subscribed yet', async () => {
  const client = engine.client({ accountId: id(1), sessionId: 's1' })
  await engine.subscribe(client, conversation(1))
  const raw = await engine.raw()
  engine.hub.authorize(raw.socketId, conversation(1), undefined, {
    accountId: id(1),
    sessionId: 's2',
  })
  void engine.hub.withdraw({ accountId: id(1) })
  await until(() => raw.closed === 4009 && client.connection.state === 'disconnected')
})

test('a signature is bound to its socket and its channel', async () => {
  const [owner, thief] = [await engine.raw(), await engine.raw()]
  const { auth } = engine.hub.authorize(owner.socketId, conversation(1), undefined, {
    accountId: id(1),
  })
  thief.send('pusher:subscribe', { channel: conversation(1), auth })
  await thief.frame('pusher:subscription_error')
  owner.send('pusher:subscribe', { channel: conversation(2), auth })
  await owner.frame('pusher:subscription_error')
  owner.send('pusher:subscribe', {
    channel: conversation(1),
    auth: auth.replace(KEYS.key, 'other-key'),
  })
  await until(
    () => owner.frames.filter((f) => f.event === 'pusher:subscription_error').length === 2,
  )
  expect(engine.hub.stats().subscriptions).toBe(0)
})

test('signing for somebody else’s socket does not shield it from its own withdrawal', async () => {
  const client = engine.client({ accountId: id(1), sessionId: 's1' })
  await engine.subscribe(client, conversation(1))
  engine.hub.authorize(client.connection.socket_id, conversation(1), undefined, {
    accountId: id(2),
    sessionId: 's2',
  })
  void engine.hub.withdraw({ channel: conversation(1), accountId: id(1) })
  expect(engine.hub.stats().subscriptions).toBe(0)
})

test('a presence member who loses the right is removed for the account it watched', async () => {
  const owner = await engine.subscribe(engine.client({ accountId: id(1) }), presence(1))
  let removed = ''
  owner.bind('pusher:member_removed', (m: { id: string }) => {
    removed = m.id
  })
  await engine.subscribe(engine.client({ accountId: id(2) }), presence(1))
  void engine.hub.withdraw({ channel: presence(1), accountId: id(2) })
  await until(() => removed === id(2))
  expect(engine.hub.members(presence(1)).map((m) => m.user_id)).toEqual([id(1)])
})

test('many rights end at once: those named, subscribed or only signed, and no other', async () => {
  const watched = engine.client({ accountId: id(1) })
  const [own, two, three] = [
    await engine.subscribe(watched, presence(1)),
    await engine.subscribe(engine.client({ accountId: id(2) }), presence(1)),
    await engine.subscribe(engine.client({ accountId: id(3) }), presence(1)),
  ]
  const refused = new Set<unknown>()
  for (const channel of [own, two, three])
    channel.bind('pusher:subscription_error', () => refused.add(channel))
  const signed = await engine.raw()
  const { auth, channel_data } = engine.hub.authorize(
    signed.socketId,
    presence(2),
    { user_id: id(1) },
    { accountId: id(1) },
  )
  await engine.hub.withdrawAll([
    { channel: presence(1), accountId: id(2) },
    { channel: presence(2), accountId: id(1) },
    { channel: presence(3), accountId: id(1) },
  ])
  await until(() => refused.size === 1)
  expect([...refused]).toEqual([two])
  expect(engine.hub.members(presence(1)).map((m) => m.user_id)).toEqual([id(1), id(3)])
  signed.send('pusher:subscribe', { channel: presence(2), auth, channel_data })
  await signed.frame('pusher:subscription_error')
  expect(engine.hub.members(presence(2))).toEqual([])
})

test('who listens, and whose presence an account may follow, are known while they are few', async () => {
  const [one, two] = [
    engine.client({ accountId: id(1), sessionId: 's1' }),
    engine.client({ accountId: id(2), sessionId: 's2' }),
  ]
  await engine.subscribe(one, conversation(1))
  await engine.subscribe(two, presence(3))
  await engine.subscribe(two, presence(1))
  expect(engine.hub.listeners(2)).toEqual(new Set([id(1), id(2)]))
  expect(engine.hub.listeners(1)).toBeNull()
  expect(engine.hub.presencePartners(id(1))).toEqual(new Set([id(2)]))
  expect(engine.hub.presencePartners(id(2))).toEqual(new Set([id(1), id(3)]))
  expect(engine.hub.presencePartners(id(3))).toEqual(new Set([id(2)]))
  // signed, not subscribed: a right as well
  const raw = await engine.raw()
  engine.hub.authorize(raw.socketId, presence(2), undefined, { accountId: id(4) })
  expect(engine.hub.presencePartners(id(2))).toEqual(new Set([id(1), id(3), id(4)]))
  expect(engine.hub.presencePartners(id(4))).toEqual(new Set([id(2)]))
})
