import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Message } from '#contract/messaging/messages'
import { groupOf, pageOf, say, syncOf } from '../../support/world/exchanges'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { until as untilWithin } from './engine'
import { liveClient, type Live } from '../live-client'

/** Queue limit of the engine per reader, bytes. */
const BOUND = 1_048_576
const OTHERS = 4
/** A busy machine may take its time. */
const until = <T>(ask: () => T): Promise<NonNullable<T>> => untilWithin(ask, 20_000)

let t: TestApp
beforeEach(async () => {
  t = await testApp()
})
afterEach(() => t.close())

/** A bare socket of a member, which can stop reading: TCP then fills up to the server. */
const bare = async (url: string, who: Member, channels: readonly string[], key: string) => {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/app/${key}?protocol=7`, {
    perMessageDeflate: false,
  })
  const heard: { event: string; channel?: string; data: string }[] = []
  let isClosed = false
  ws.on('error', () => undefined)
  ws.on('close', () => {
    isClosed = true
  })
  ws.on('message', (text) => heard.push(JSON.parse(text.toString()) as (typeof heard)[number]))
  const established = await until(() =>
    heard.find((h) => h.event === 'pusher:connection_established'),
  )
  const { socket_id } = JSON.parse(established.data) as { socket_id: string }
  for (const channel of channels) {
    const { body } = await who.raw('POST', '/api/pusher/auth', {
      body: { socket_id, channel_name: channel },
    })
    ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...body } }))
  }
  await until(
    () =>
      heard.filter((h) => h.event === 'pusher_internal:subscription_succeeded').length ===
      channels.length,
  )
  const { _socket: socket } = ws as unknown as { _socket: Socket }
  // messages arrive on the conversation's channel and on the account's
  const messages = (): string[] =>
    heard
      .filter((h) => h.event === 'conversation.message.created' && h.channel === channels[0])
      .map((h) => idOf(JSON.parse(h.data)))
  return {
    messages,
    closed: () => isClosed,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    stop: () => ws.terminate(),
  }
}
const idOf = (data: unknown): string =>
  (data as { payload: { message: Message } }).payload.message.id
const heardBy = (live: Live): string[] =>
  live.named('conversation.message.created').map((h) => idOf(h.data))

test('a reader that stalls costs a bounded queue and catches up with sync after reconnecting', async () => {
  const held = new Set<Socket>()
  t.app.fastify.server.on('connection', (socket: Socket) => {
    held.add(socket)
    socket.once('close', () => held.delete(socket))
  })
  const url = await t.listen()
  const members = await Promise.all(Array.from({ length: OTHERS + 2 }, () => t.member()))
  const [writer, slow, ...others] = members as [Member, Member, ...Member[]]
  const id = await groupOf(t, members)
  const channel = `private-conversation-${id}`
  const lives = await Promise.all(others.map((who) => liveClient(url, who)))
  for (const live of lives) await live.subscribe(channel)
  const { realtime } = (await writer.raw('GET', '/api/config')).body as {
    realtime: { key: string }
  }
  const own = `private-account-${slow.accountId}`
  const first = await bare(url, slow, [channel, own], realtime.key)
  const since = (await pageOf(slow, id)).lastSyncDate
  const hub = t.app.hub ?? expect.fail('no engine')

  const sent: string[] = []
  const speak = async (): Promise<void> => {
    sent.push((await say(writer, id, `message ${sent.length}, ${'de la soirée '.repeat(40)}`)).id)
  }
  for (let i = 0; i < 5; i += 1) await speak()
  await until(() => first.messages().length === 5)
  first.pause()
  // besides what all get, the slow one alone is owed much: what the kernel takes for it is filled soon
  let most = 0
  for (let turn = 0; turn < 500 && hub.stats().slowClosed === 0; turn += 1) {
    if (turn % 10 === 0) await speak()
    hub.publish([own], 'filling', 'x'.repeat(100_000))
    await new Promise((resolve) => setImmediate(resolve))
    for (const socket of held) most = Math.max(most, socket.writableLength)
  }
  expect(hub.stats()).toMatchObject({ slowClosed: 1, sockets: OTHERS })
  expect(most).toBeGreaterThan(BOUND / 2)
  // and the word with which it is closed
  expect(most).toBeLessThanOrEqual(BOUND + 100)
  for (let i = 0; i < 10; i += 1) await speak()
  for (const live of lives) {
    await until(() => heardBy(live).length >= sent.length)
    expect(heardBy(live)).toEqual(sent)
  }
  // the queue of a closed socket is released
  await until(() => [...held].every((socket) => socket.writableLength === 0))

  first.resume()
  await until(() => first.closed())
  const back = await bare(url, slow, [channel, own], realtime.key)
  const got: string[] = []
  for (let from = since, size = -1; got.length > size;) {
    size = got.length
    const answer = await syncOf(slow, id, from)
    for (const message of answer.messages) if (!got.includes(message.id)) got.push(message.id)
    from = answer.lastSyncDate
  }
  expect(got).toEqual(sent)
  await speak()
  await until(() => back.messages().length > 0)
  expect(back.messages()).toEqual(sent.slice(-1))
  back.stop()
  for (const live of lives) live.pusher.disconnect()
}, 90_000)
