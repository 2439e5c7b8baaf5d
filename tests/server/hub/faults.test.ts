import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signChannel } from '../../../server/hub/auth'
import { conversation, id, KEYS, pause, startEngine, until, type Engine, type Raw } from './engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const alive = async (): Promise<void> => {
  const client = engine.client({ accountId: id(7) })
  let got = false
  ;(await engine.subscribe(client, conversation(7))).bind('alive', () => {
    got = true
  })
  engine.hub.publish([conversation(7)], 'alive', 1)
  await until(() => got)
  client.disconnect()
}
const sign = (raw: Raw, channel: string): { channel: string; auth: string } => ({
  channel,
  auth: signChannel(KEYS.key, KEYS.secret, raw.socketId, channel),
})

test('after a restart of the engine the library comes back by itself and subscribes again', async () => {
  const client = engine.client({ accountId: id(1) })
  const got: unknown[] = []
  ;(await engine.subscribe(client, conversation(1))).bind('e', (data: unknown) => got.push(data))
  const before = client.connection.socket_id
  const states: string[] = []
  client.connection.bind('state_change', (s: { current: string }) => states.push(s.current))
  await engine.restart()
  await until(() => engine.hub.stats().subscriptions === 1)
  expect(client.connection.socket_id).not.toBe(before)
  expect(states).not.toContain('disconnected')
  expect(states.at(-1)).toBe('connected')
  engine.hub.publish([conversation(1)], 'e', 'back')
  await until(() => got.length === 1)
})

test('closing sends 4200 to every client and ends in time, even with unresponsive clients', async () => {
  const raws = await Promise.all(Array.from({ length: 20 }, () => engine.raw()))
  const mute = raws[0] as Raw
  ;(mute.ws as unknown as { _socket: { pause(): void } })._socket.pause()
  const from = Date.now()
  await engine.hub.close(300)
  // without a limit it would wait for the mute one for the library's 30 s
  expect(Date.now() - from).toBeLessThan(10_000)
  expect(engine.hub.stats().sockets).toBe(0)
  await until(() => raws.slice(1).every((r) => r.closed === 4200))
})

test('a slow reader is closed, typing left out first; the others get everything', async () => {
  const [slow, quick] = [await engine.raw(), await engine.raw()]
  for (const raw of [slow, quick]) raw.send('pusher:subscribe', sign(raw, conversation(1)))
  await until(() => engine.hub.stats().subscriptions === 2)
  ;(slow.ws as unknown as { _socket: { pause(): void } })._socket.pause()
  const data = 'x'.repeat(60_000)
  let sent = 0
  let droppedFirst = -1
  for (; sent < 1_000 && engine.hub.stats().slowClosed === 0; sent += 1) {
    engine.hub.publish([conversation(1)], 'conversation.message.created', data)
    engine.hub.publish([conversation(1)], 'typing.updated', data)
    if (droppedFirst < 0 && engine.hub.stats().droppedFrames > 0) droppedFirst = sent
    // the quick reader reads in the meantime: the kernel's buffers of the slow one fill once
    await pause(1)
  }
  expect(engine.hub.stats()).toMatchObject({ slowClosed: 1, sockets: 1, subscriptions: 1 })
  // typing was left out before the close
  expect(droppedFirst).toBeGreaterThan(0)
  expect(droppedFirst).toBeLessThan(sent)
  const messages = (): number =>
    quick.frames.filter((f) => f.event === 'conversation.message.created').length
  await until(() => messages() === sent)
  await alive()
})

test('a burst larger than the bound within one turn does not close a reader that reads', async () => {
  const raw = await engine.raw()
  raw.send('pusher:subscribe', sign(raw, conversation(1)))
  await until(() => engine.hub.stats().subscriptions === 1)
  for (let n = 0; n < 30; n += 1) engine.hub.publish([conversation(1)], 'e', 'x'.repeat(50_000))
  await until(() => raw.frames.filter((f) => f.event === 'e').length === 30)
  expect(engine.hub.stats()).toMatchObject({ slowClosed: 0, droppedFrames: 0 })
})

test('10,000 subscribe attempts on one socket stay bounded, and the socket goes', async () => {
  await engine.close()
  engine = await startEngine({ maxSubscriptionsPerSocket: 100 })
  const raw = await engine.raw()
  for (let n = 0; n < 10_000; n += 1) raw.send('pusher:subscribe', sign(raw, conversation(n)))
  let most = 0
  await until(() => {
    most = Math.max(most, engine.hub.stats().subscriptions)
    return raw.closed
  })
  expect(raw.closed).toBe(4301)
  expect(most).toBeLessThanOrEqual(100)
  expect(engine.hub.stats()).toMatchObject({ subscriptions: 0, floodClosed: 1, channels: 0 })
  const errors = raw.frames.filter((f) => f.event === 'pusher:subscription_error')
  expect(errors[0]?.data).toMatchObject({ type: 'LimitReached', status: 429 })
  // not every dropped frame gets an error
  expect(raw.frames.length).toBeLessThan(1_400)
  await alive()
})

test('10,000 forged signatures open nothing', async () => {
  const raw = await engine.raw()
  for (let n = 0; n < 10_000; n += 1)
    raw.send('pusher:subscribe', {
      channel: conversation(1),
      auth: `${KEYS.key}:${n.toString(16).padStart(64, '0')}`,
    })
  await until(() => raw.closed === 4301)
  expect(raw.frames.some((f) => f.event === 'pusher_internal:subscription_succeeded')).toBe(false)
})

test('1,000 malformed frames: each is answered with an error, nothing falls', async () => {
  const deep = `${'['.repeat(4_000)}${']'.repeat(4_000)}`
  const kinds = [
    '',
    '{',
    'null',
    '7',
    '"x"',
    '[]',
    '{}',
    '{"event":7}',
    '{"event":null,"data":{}}',
    '{"event":"nobody:knows"}',
    '{"event":"__proto__","data":{"__proto__":{"x":1}}}',
    deep,
    `{"event":"x","data":${deep}}`,
    `{"event":"${'x'.repeat(300)}"}`,
    '{"event":"pusher:signin"}',
    '{"event":"pusher:subscribe"}',
    '{"event":"pusher:subscribe","data":"{{"}',
    '{"event":"pusher:subscribe","data":{"channel":{}}}',
    '{"event":"pusher:subscribe","data":{"channel":"a b"}}',
    '\u0000\u0001',
    '{"event":"client-x","data":5,"channel":[]}',
  ]
  let sent = 0
  for (let round = 0; round < 2; round += 1) {
    const raw = await engine.raw()
    for (let n = 0; n < 500; n += 1, sent += 1) raw.ws.send(kinds[n % kinds.length] ?? '')
    await until(() => raw.frames.filter((f) => f.event === 'pusher:error').length === 500)
    for (const kind of ['pusher:unsubscribe', 'pusher:pong']) raw.send(kind, { channel: 5 })
    raw.ws.send(Buffer.from([1, 2, 3]), { binary: true })
    await until(() => raw.frames.filter((f) => f.event === 'pusher:error').length === 501)
    expect(raw.closed).toBeNull()
  }
  expect(sent).toBe(1_000)
  await alive()
})

test('invalid frames close their own socket only', async () => {
  const head = `GET /app/${KEYS.key}?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`
  const masked = (opcode: number, body: Buffer): Buffer =>
    Buffer.concat([Buffer.from([opcode, 0x80 | body.length, 0, 0, 0, 0]), body])
  const tails = [
    Buffer.from('garbage that is no frame'),
    Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]),
    masked(0x81, Buffer.from([0xff, 0xfe])),
    Buffer.from([0x81, 0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    Buffer.concat([
      masked(0x01, Buffer.from('a')),
      ...Array.from({ length: 50 }, () => masked(0x00, Buffer.from('a'))),
    ]),
    masked(0x88, Buffer.from([0])),
  ]
  for (const tail of tails)
    await new Promise<void>((resolve) => {
      const socket = connect(engine.port, '127.0.0.1', () =>
        socket.write(Buffer.concat([Buffer.from(head), tail])),
      )
      socket
        .on('data', () => undefined)
        .on('close', () => resolve())
        .on('error', () => undefined)
    })
  const raw = await engine.raw()
  raw.ws.on('error', () => undefined)
  raw.ws.send('x'.repeat(10_241))
  await until(() => raw.closed === 1009)
  await until(() => engine.hub.stats().sockets === 0)
  await alive()
})

test('a socket of another origin is refused with 403, one of ours is not', async () => {
  await expect(engine.raw({ origin: 'https://evil.test' })).rejects.toThrow('403')
  await expect(engine.raw({ origin: 'https://own.test.evil.test' })).rejects.toThrow('403')
  await expect(engine.raw({ origin: 'null' })).rejects.toThrow('403')
  expect((await engine.raw({ origin: 'https://own.test' })).socketId).not.toBe('')
})

test('wrong key, wrong or missing protocol, wrong path, over capacity', async () => {
  const code = async (path: string): Promise<unknown> => {
    const raw = await engine.raw({ path })
    await until(() => raw.closed)
    expect(raw.frames[0]).toMatchObject({ event: 'pusher:error', data: { code: raw.closed } })
    return raw.closed
  }
  expect(await code('/app/other-key?protocol=7')).toBe(4001)
  expect(await code(`/app/${KEYS.key}?protocol=99`)).toBe(4007)
  expect(await code(`/app/${KEYS.key}`)).toBe(4006)
  await expect(engine.raw({ path: '/elsewhere' })).rejects.toThrow('404')
  await engine.close()
  engine = await startEngine({ maxSockets: 2 })
  await engine.raw()
  await engine.raw()
  expect(await code(`/app/${KEYS.key}?protocol=7`)).toBe(4100)
})
