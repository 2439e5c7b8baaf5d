import { WebSocket } from 'ws'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signChannel } from '../../server/hub/auth'
import { conversation, id, KEYS, startEngine, until, type Engine } from '../server/hub/engine'

const CROWD = 2_000
/** Sockets of the real library; the others are bare sockets that behave like it. */
const LIBRARY = 20
/** The library reconnects this long after a cut: without a throttle, all in the same second. */
const LIBRARY_WAITS_MS = 1_000

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

interface Member {
  opened: number[]
  isSubscribed: boolean
  got: number
  stop(): void
}
const bare = (n: number): Member => {
  const self: Member = { opened: [], isSubscribed: false, got: 0, stop: () => undefined }
  let stopped = false
  const open = (): void => {
    const ws = new WebSocket(`ws://127.0.0.1:${engine.port}/app/${KEYS.key}?protocol=7`, {
      perMessageDeflate: false,
    })
    self.stop = () => {
      stopped = true
      ws.terminate()
    }
    ws.on('error', () => undefined)
    ws.on('message', (text) => {
      const { event, data } = JSON.parse(text.toString()) as { event: string; data: string }
      if (event === 'pusher:connection_established') {
        self.opened.push(Date.now())
        const { socket_id } = JSON.parse(data) as { socket_id: string }
        ws.send(
          JSON.stringify({
            event: 'pusher:subscribe',
            data: {
              channel: conversation(n),
              auth: signChannel(KEYS.key, KEYS.secret, socket_id, conversation(n)),
            },
          }),
        )
      } else if (event === 'pusher_internal:subscription_succeeded') self.isSubscribed = true
      else if (event === 'hello') self.got += 1
    })
    ws.on('close', () => {
      self.isSubscribed = false
      if (!stopped)
        setTimeout(() => {
          if (!stopped) open()
        }, LIBRARY_WAITS_MS)
    })
  }
  open()
  return self
}
const library = (n: number): Member => {
  const self: Member = { opened: [], isSubscribed: false, got: 0, stop: () => client.disconnect() }
  const client = engine.client({ accountId: id(n) })
  client.connection.bind('connected', () => self.opened.push(Date.now()))
  client.connection.bind('state_change', ({ previous }: { previous: string }) => {
    if (previous === 'connected') self.isSubscribed = false
  })
  const channel = client.subscribe(conversation(n))
  channel.bind('pusher:subscription_succeeded', () => {
    self.isSubscribed = true
  })
  channel.bind('hello', () => {
    self.got += 1
  })
  return self
}

test('2,000 cut sockets reconnect at most a fifth per second and all hear again within 30 s', async () => {
  const members = Array.from({ length: CROWD }, (_, n) => (n < LIBRARY ? library(n) : bare(n)))
  await until(() => members.every((m) => m.isSubscribed), 30_000)
  const cutAt = Date.now()
  engine.cut()
  await until(() => members.every((m) => (m.opened.at(-1) ?? 0) > cutAt && m.isSubscribed), 30_000)
  for (let n = 0; n < CROWD; n += 1) engine.hub.publish([conversation(n)], 'hello', 1)
  await until(() => members.every((m) => m.got === 1), 5_000)
  expect(Date.now() - cutAt).toBeLessThan(30_000)
  const back = members.map((m) => m.opened.at(-1) ?? 0).toSorted((a, b) => a - b)
  const busiest = Math.max(
    ...back.map((at, i) => back.findLastIndex((other) => other < at + 1_000) - i + 1),
  )
  // a fifth, and what a machine that was busy for a moment sees late
  expect(busiest).toBeLessThanOrEqual((CROWD / 5) * 1.15)
  expect(engine.hub.stats()).toMatchObject({ sockets: CROWD, subscriptions: CROWD, slowClosed: 0 })
  for (const m of members) m.stop()
})
