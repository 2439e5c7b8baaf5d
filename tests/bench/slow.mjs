// A reader that does not read, beside a hundred that do: how long a message takes to the others,
// with and without it, by turns in the same run; what the server keeps for it. The readers are
// another process. `npm run bench -- slow`
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'

const READERS = Number(process.env.READERS ?? 100)
const PUBLISHES = 300
const ROUNDS = 5
const KEYS = { appId: 'bench', key: 'bench-key', secret: 'bench-secret' }
const ALL = 'private-conversation-0192f0c0-0000-7000-8000-000000000001'
const OWN = 'private-account-0192f0c0-0000-7000-8000-000000000002'
/** What a process reads on the clock that all processes of a machine share, ms. */
const clock = () => performance.timeOrigin + performance.now()
const quantile = (list, q) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))] ?? 0

// ── the readers ──────────────────────────────────────────────────────────────────────────────────────────────────────
const readers = () => {
  let took = []
  let slow = null
  const open = (port, channels) =>
    new Promise((resolve, reject) => {
      const ws = new WebSocket(`ws://127.0.0.1:${port}/app/${KEYS.key}?protocol=7`, {
        perMessageDeflate: false,
      })
      let subscribed = 0
      ws.on('error', reject)
      ws.on('message', (data) => {
        const { event, data: inner } = JSON.parse(data.toString())
        if (event === 'said') took.push(clock() - JSON.parse(inner).at)
        else if (event === 'pusher:connection_established')
          for (const channel of channels) {
            const auth = `${KEYS.key}:${createHmac('sha256', KEYS.secret)
              .update(`${JSON.parse(inner).socket_id}:${channel}`)
              .digest('hex')}`
            ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }))
          }
        else if (
          event === 'pusher_internal:subscription_succeeded' &&
          (subscribed += 1) === channels.length
        )
          resolve(ws)
      })
    })
  process.on('message', async ({ port, slowIn, slowOut, take }) => {
    if (port && !slowIn) for (let i = 0; i < READERS; i += 1) await open(port, [ALL])
    if (slowIn) {
      slow = await open(port, [ALL, OWN])
      slow._socket.pause()
    }
    if (slowOut) slow.terminate()
    process.send(take ? took : 'done')
    if (take) took = []
  })
}

// ── the server ───────────────────────────────────────────────────────────────────────────────────────────────────────
const main = async () => {
  const { createChannelsServer } = await import('../../server/hub/server')
  const hub = createChannelsServer({ ...KEYS, allowedOrigins: () => true })
  const server = createServer()
  const held = new Set()
  server.on('connection', (socket) => {
    held.add(socket)
    socket.once('close', () => held.delete(socket))
  })
  hub.attach(server)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  const child = fork(fileURLToPath(import.meta.url), ['readers'])
  const ask = (order) =>
    new Promise((resolve) => (child.once('message', resolve), child.send(order)))
  const queued = () => Math.max(...[...held].map((s) => s.writableLength))
  await ask({ port })
  const speak = async () => {
    for (let i = 0; i < PUBLISHES; i += 1) {
      hub.publish([ALL], 'said', { at: clock(), text: 'Bonsoir ! '.repeat(30) })
      await wait(5)
    }
    await wait(200)
    return ask({ take: true })
  }
  await speak()
  const results = { without: [], with: [], cut: [] }
  let most = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    results.without.push(await speak())
    await ask({ port, slowIn: true })
    // until what the kernel takes for it is full and its queue at the server is half of the bound
    while (queued() < 500_000) {
      hub.publish([OWN], 'filling', 'x'.repeat(50_000))
      await wait(1)
    }
    results.with.push(await speak())
    most = Math.max(most, queued())
    // and the moment in which it is cut
    for (const before = hub.stats().slowClosed; hub.stats().slowClosed === before;)
      hub.publish([OWN], 'filling', 'x'.repeat(50_000))
    results.cut.push(await speak())
    await ask({ slowOut: true })
    await wait(100)
  }
  const figures = (name) => {
    const list = results[name].flat()
    return `p50 ${quantile(list, 0.5).toFixed(2)} p99 ${quantile(list, 0.99).toFixed(2)} ms`
  }
  const ratio = (name) =>
    quantile(
      results[name].map((list, i) => quantile(list, 0.5) / quantile(results.without[i], 0.5)),
      0.5,
    ).toFixed(2)
  console.log(
    `${READERS} readers, from the publish to each: ${figures('without')}; ` +
      `beside one that does not read: ${figures('with')}, × ${ratio('with')} (median); ` +
      `after it was cut: ${figures('cut')}, × ${ratio('cut')}; load ${loadavg()[0].toFixed(1)} ` +
      `on ${availableParallelism()} cores`,
  )
  const lost = PUBLISHES * READERS * ROUNDS - results.with.flat().length
  console.log(
    `${lost === 0 ? 'good: the others missed nothing' : `BAD: ${lost} deliveries missing`}; kept for the slow one ${(most / 1024).toFixed(0)} kB (1,024 at most), cut ${hub.stats().slowClosed} times of ${ROUNDS}`,
  )
  child.kill()
  process.exit(lost === 0 ? 0 : 1)
}

if (process.argv[2] === 'readers') readers()
else await main()
