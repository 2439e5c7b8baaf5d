// The realtime engine: fan-out to 1,000 subscribers against a naive `for (…) ws.send(…)` loop, in
// the same run, and the memory of an idle socket. The readers are bare sockets of another process,
// so that the server's work is what is measured.
//   npm run bench -- hub
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

const SUBSCRIBERS = 1_000
const IDLE = Number(process.env.IDLE ?? 3_000)
const PUBLISHES = 200
const CALM = 30
const ROUNDS = 5
const KEYS = { appId: 'bench', key: 'bench-key', secret: 'bench-secret' }
const ID = '0192f0c0-0000-7000-8000-000000000001'
const CHANNEL = `private-conversation-${ID}`
const EVENT = 'conversation.message.created'

// ── the readers ──────────────────────────────────────────────────────────────────────────────────────────────────────
const readers = () => {
  const mask = (text) => {
    const body = Buffer.from(text)
    return Buffer.concat([
      Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0]),
      body,
    ])
  }
  let bytes = 0
  let expected = Number.POSITIVE_INFINITY
  const check = () => {
    if (bytes < expected) return
    expected = Number.POSITIVE_INFINITY
    process.send('all')
  }
  const buffer = Buffer.alloc(256 * 1024)
  const open = (port, path, subscribe) =>
    new Promise((resolve, reject) => {
      let text = ''
      let ready = false
      const socket = connect({
        port,
        host: '127.0.0.1',
        onread: {
          buffer,
          callback: (n) => {
            if (ready) {
              bytes += n
              check()
              return true
            }
            text += buffer.toString('latin1', 0, n)
            if (!text.includes('101 Switching')) return true
            if (!subscribe) {
              if (!text.includes('naive-ready')) return true
            } else {
              const id = /socket_id\\":\\"([\d.]+)/.exec(text)?.[1]
              if (id && !text.includes('asked')) {
                text += 'asked'
                const auth = `${KEYS.key}:${createHmac('sha256', KEYS.secret).update(`${id}:${CHANNEL}`).digest('hex')}`
                socket.write(
                  mask(
                    JSON.stringify({ event: 'pusher:subscribe', data: { channel: CHANNEL, auth } }),
                  ),
                )
              }
              if (!text.includes('subscription_succeeded')) return true
            }
            ready = true
            resolve(socket)
            return true
          },
        },
      })
      socket.on('error', reject)
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: ` +
          `Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: ` +
          `13\r\n\r\n`,
      )
    })
  let open_ = []
  process.on('message', async (order) => {
    if (order.open) {
      for (let i = 0; i < order.n; i += 50)
        open_.push(
          ...(await Promise.all(
            Array.from({ length: Math.min(50, order.n - i) }, () =>
              open(order.port, order.path, order.subscribe),
            ),
          )),
        )
      process.send('open')
    } else if (order.expect !== undefined) {
      bytes = 0
      expected = order.expect
      process.send('armed')
    } else if (order.close) {
      for (const s of open_) s.destroy()
      open_ = []
      process.send('closed')
    }
  })
}

// ── the server ───────────────────────────────────────────────────────────────────────────────────────────────────────
const main = async () => {
  const { WebSocketServer } = await import('ws')
  const { createChannelsServer } = await import('../../server/hub/server')
  const child = fork(fileURLToPath(import.meta.url), ['readers'])
  const ask = (order) =>
    new Promise((resolve) => (child.once('message', resolve), child.send(order)))
  const answer = () => new Promise((resolve) => child.once('message', resolve))
  const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1]
  const listen = async (attach) => {
    const server = createServer()
    attach(server)
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { server, port: server.address().port }
  }

  const hub = createChannelsServer({ ...KEYS, allowedOrigins: () => true })
  const own = await listen(hub.attach)
  const naive = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const plain = await listen((server) =>
    server.on('upgrade', (q, s, h) => naive.handleUpgrade(q, s, h, (ws) => ws.send('naive-ready'))),
  )

  // memory first, on a quiet heap
  const held = () => {
    globalThis.gc?.()
    const m = process.memoryUsage()
    return { rss: m.rss, heap: m.heapUsed + m.external }
  }
  await ask({
    open: true,
    n: 200,
    port: own.port,
    path: `/app/${KEYS.key}?protocol=7`,
    subscribe: true,
  })
  await ask({ close: true })
  await wait(300)
  const before = held()
  await ask({
    open: true,
    n: IDLE,
    port: own.port,
    path: `/app/${KEYS.key}?protocol=7`,
    subscribe: true,
  })
  await wait(500)
  const after = held()
  console.log(
    `idle, subscribed socket: ${((after.rss - before.rss) / IDLE / 1024).toFixed(1)} kB resident, ${globalThis.gc ? `${((after.heap - before.heap) / IDLE / 1024).toFixed(1)} kB heap` : 'heap unknown without --expose-gc'} (${IDLE} sockets)`,
  )
  await ask({ close: true })
  await wait(300)

  // what a message of 120 characters weighs with its envelope
  const payload = {
    id: ID,
    name: EVENT,
    occurredAt: '2026-11-01T20:00:00.000Z',
    source: 'api',
    correlationId: null,
    metadata: {},
    payload: {
      conversationId: ID,
      clientMsgId: ID,
      message: {
        id: ID,
        seq: 1,
        content: 'Bonsoir ! '.repeat(12),
        media: [],
        sender: { accountId: ID, identityId: ID },
        createdAt: '2026-11-01T20:00:00.000Z',
      },
    },
  }
  const text = JSON.stringify({ event: EVENT, channel: CHANNEL, data: JSON.stringify(payload) })
  const frame = Buffer.byteLength(text) + 4
  const engines = {
    naive: {
      port: plain.port,
      path: '/',
      subscribe: false,
      clients: naive.clients,
      publish: () => {
        const body = JSON.stringify({
          event: EVENT,
          channel: CHANNEL,
          data: JSON.stringify(payload),
        })
        for (const ws of naive.clients) ws.send(body)
      },
    },
    hub: {
      port: own.port,
      path: `/app/${KEYS.key}?protocol=7`,
      subscribe: true,
      publish: () => hub.publish([CHANNEL], EVENT, payload),
    },
  }
  /** `burst` publishes in each turn of the event loop; 0: one every 20 ms, what a calm server does. */
  const once = async (engine, burst) => {
    const publishes = burst === 0 ? CALM : PUBLISHES
    await ask({ expect: frame * SUBSCRIBERS * publishes })
    const done = answer()
    const cpu = process.cpuUsage()
    const from = performance.now()
    for (let i = 0; i < publishes; i += burst || 1) {
      for (let k = 0; k < (burst || 1); k += 1) engine.publish()
      await (burst === 0 ? wait(20) : turn())
    }
    await done
    const used = process.cpuUsage(cpu)
    return { wall: performance.now() - from, cpu: (used.user + used.system) / 1000 }
  }
  const deliveries = SUBSCRIBERS * PUBLISHES
  const bursts = [1, 5, 20, 100]
  const results = new Map()
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, engine] of Object.entries(engines)) {
      await ask({
        open: true,
        n: SUBSCRIBERS,
        port: engine.port,
        path: engine.path,
        subscribe: engine.subscribe,
      })
      for (const burst of [0, ...bursts]) {
        const r = await once(engine, burst)
        const key = `${name} ${burst}`
        results.set(key, [...(results.get(key) ?? []), r])
      }
      await ask({ close: true })
      await wait(200)
    }
  console.log(
    `fan-out to ${SUBSCRIBERS} subscribers, frames of ${frame} bytes, ` +
      `${PUBLISHES} publishes, median of ${ROUNDS} rounds`,
  )
  for (const burst of bursts) {
    const of = (name, figure) => median(results.get(`${name} ${burst}`).map((r) => r[figure]))
    const rate = (name) => `${Math.round(deliveries / of(name, 'wall')).toLocaleString('en')} k/s`
    console.log(
      `  ${String(burst).padStart(3)} publishes a turn: naive ${rate('naive')}, ` +
        `hub ${rate('hub')} · ratio ${(of('naive', 'wall') / of('hub', 'wall')).toFixed(1)} (time), ` +
        `${(of('naive', 'cpu') / of('hub', 'cpu')).toFixed(1)} (processor)`,
    )
  }
  const calm = (name) => median(results.get(`${name} 0`).map((r) => r.cpu)) / CALM
  console.log(
    `  calm, a publish every 20 ms: naive ${calm('naive').toFixed(1)} ms of processor each, ` +
      `hub ${calm('hub').toFixed(1)}`,
  )
  const ratio =
    median(results.get('naive 1').map((r) => r.wall)) /
    median(results.get('hub 1').map((r) => r.wall))
  console.log(
    `${ratio >= 5 ? 'good' : 'BAD'}: ratio ${ratio.toFixed(1)} when each publish has a turn of its own (5 wanted)`,
  )
  const stats = hub.stats()
  if (stats.slowClosed + stats.droppedFrames > 0)
    throw new Error(`frames were lost: ${JSON.stringify(stats)}`)
  await hub.close(100)
  child.kill()
  own.server.close()
  plain.server.close()
  process.exit(ratio >= 5 ? 0 : 1)
}

if (process.argv[2] === 'readers') readers()
else await main()
