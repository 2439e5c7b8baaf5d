// Scripted members on one process and its embedded database: each reads, writes, reacts, tells its
// presence every 20 s, some send photos. The p99 of a send under all of them against that of an
// idle server, before and (a second one beside the first, so that what else the machine does falls
// on both) meanwhile, and the server's memory over time: the heap after collections and RSS.
// MEMBERS (1500), SECONDS (120) or MINUTES (30 for the slope that counts). `MINUTES=30 npm run
// bench -- members`
import { execFileSync } from 'node:child_process'
import { cpSync, fsync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import sharp from 'sharp'
import { WebSocket } from 'ws'
import { buildApp } from '../../server/app'
import { readEnv } from '../../server/env'
import { signAccessToken } from '../../server/plugins/auth'
import { insertMember } from '../../server/session/registration/member-rows'
import { newId } from '../../server/tokens'
import { startServer } from '../support/server/process'

const MEMBERS = Number(process.env.MEMBERS ?? 1_500)
const SECONDS = process.env.MINUTES
  ? Number(process.env.MINUTES) * 60
  : Number(process.env.SECONDS ?? 120)
const METRICS_PORT = 20_000 + Math.floor(Math.random() * 20_000)
/** Of a part of the time as long as this the least is taken: what is held after a collection, s. */
const WINDOW_S = Math.max(20, SECONDS / 12)
const SECRET = 'un banc de mesure, sur cette machine et pour personne'
const wait = (ms) => new Promise((r) => setTimeout(r, ms))
const quantile = (list, q) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))] ?? 0

const DATA_DIR = mkdtempSync(join(tmpdir(), 'connivence-members-'))
const app = await buildApp(
  readEnv({ NODE_ENV: 'test', DEMO: '0', DATA_DIR, SECRET, LOG_LEVEL: 'silent', RATE_FACTOR: '0' }),
  { logger: false },
)
const members = []
const sign = () =>
  Promise.all(
    members.map((m) =>
      signAccessToken({ secret: app.ctx.secret, now: Date.now }, m.userId, m.sessionId),
    ),
  )
for (let i = 0; i < MEMBERS; i += 1)
  members.push(
    await insertMember(app.ctx, {
      handle: `membre_${i}`,
      genders: ['woman'],
      email: `m${i}@test.invalid`,
      password: 'un-bon-mot-de-passe',
    }),
  )
const sessions = new Map(
  (await app.ctx.db.selectFrom('sessions').select(['id', 'user_id']).execute()).map((s) => [
    s.user_id,
    s.id,
  ]),
)
for (const m of members) m.sessionId = sessions.get(m.userId)
let tokens = await sign()
await app.close()
const IDLE_DIR = mkdtempSync(join(tmpdir(), 'connivence-members-'))
cpSync(DATA_DIR, IDLE_DIR, { recursive: true })
const server = await startServer({
  DATA_DIR,
  SECRET,
  PUSH: '0',
  METRICS_PORT: String(METRICS_PORT),
})
const calm = await startServer({ DATA_DIR: IDLE_DIR, SECRET, PUSH: '0' })
// a token lives fifteen minutes
const renewal = setInterval(
  () =>
    void sign().then((made) => {
      tokens = made
    }),
  14 * 60_000,
)
/** Connections are kept, like a browser's. */
const agent = new Agent({ keepAlive: true })
const resends = []
const once = (from, url, method, headers, body) =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: from }, async (answer) => {
      const parts = []
      const { socket } = answer
      answer.on('error', reject)
      for await (const part of answer) parts.push(part)
      socket.lastUsedAt = Date.now()
      resolve({ status: answer.statusCode, text: Buffer.concat(parts).toString() })
    })
    asked.on('error', (error) =>
      reject(
        Object.assign(error, {
          idleMs:
            asked.reusedSocket && asked.socket?.lastUsedAt
              ? asked.begunAt - asked.socket.lastUsedAt
              : null,
        }),
      ),
    )
    asked.begunAt = Date.now()
    asked.end(body)
  })
/**
 * A server closes a connection that was idle for long (72 s here); what is written to it in the
 * same moment meets a reset before any answer. Every browser sends that again on a new connection,
 * and nobody sees it: so does this one, and counts it.
 */
const ask = (...all) =>
  once(agent, ...all).catch((error) => {
    if (
      error.idleMs === null ||
      error.idleMs === undefined ||
      !['ECONNRESET', 'EPIPE'].includes(error.code)
    )
      throw error
    resends.push(error.idleMs)
    return once(false, ...all)
  })
const call = async (i, method, path, body, base = server.url) => {
  const { status, text } = await ask(
    `${base}/api${path}`,
    method,
    {
      authorization: `Bearer ${tokens[i]}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body && JSON.stringify(body),
  )
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
const send = async (i, id, base = server.url) => {
  const from = performance.now()
  const message = await call(
    i,
    'POST',
    `/conversations/${id}/messages`,
    {
      content: 'Bonsoir ! On se retrouve où, finalement ?',
      sender_identity_id: members[i].identityIds[0],
      client_msg_id: newId(),
    },
    base,
  )
  return [performance.now() - from, message.id]
}
const talks = []
for (let i = 0; i < MEMBERS; i += 1)
  talks.push(
    (await call(i, 'POST', '/conversations/start', { handle: `membre_${(i + 1) % MEMBERS}` }))
      .conversation.id,
  )
const idle = []
for (let i = 0; i < 200; i += 1) {
  const [took] = await send(i % MEMBERS, talks[i % MEMBERS])
  if (i >= 50) idle.push(took)
  await wait(20)
}
/** The same, as long as the members live, on the server that nobody else uses. */
const beside = []
const aside = async () => {
  const talk = (await call(0, 'POST', '/conversations/start', { handle: 'membre_1' }, calm.url))
    .conversation.id
  while (running) {
    const [took] = await send(0, talk, calm.url)
    beside.push(took)
    await wait(250)
  }
}
const { realtime } = await call(0, 'GET', '/config')
let heard = 0
let cut = 0
const sockets = []
for (let i = 0; i < MEMBERS; i += 1) {
  const ws = new WebSocket(`${server.url.replace('http', 'ws')}/app/${realtime.key}?protocol=7`)
  sockets.push(ws)
  ws.on('message', async (data) => {
    const { event, data: inner } = JSON.parse(data.toString())
    // who does not answer a ping is closed after 150 s
    if (event === 'pusher:ping') return ws.send(JSON.stringify({ event: 'pusher:pong', data: {} }))
    if (event !== 'pusher:connection_established') {
      if (!event.startsWith('pusher')) heard += 1
      return
    }
    const { socket_id } = JSON.parse(inner)
    const signed = await call(i, 'POST', '/pusher/auth', {
      socket_id,
      channel_name: `private-account-${members[i].accountId}`,
    }).catch(() => null)
    if (signed)
      ws.send(
        JSON.stringify({
          event: 'pusher:subscribe',
          data: { channel: `private-account-${members[i].accountId}`, ...signed },
        }),
      )
  })
  ws.on('error', () => undefined)
  ws.on('close', () => {
    cut += 1
  })
  if (i % 50 === 49) await wait(50)
}
const photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#824' } })
  .jpeg()
  .toBuffer()
const took = []
const counts = { sends: 0, reads: 0, reactions: 0, photos: 0, failures: 0 }
let running = true
const causes = new Map()
const startedAt = Date.now()
const life = async (i) => {
  await wait(Math.random() * 20_000)
  for (let turn = 0; running; turn += 1) {
    try {
      await call(i, 'POST', '/presence/heartbeat')
      // a member writes about every minute, reads more often than that
      if (Math.random() < 0.35) {
        const [ms, message] = await send(i, talks[i])
        took.push(ms)
        counts.sends += 1
        const other = (i + 1) % MEMBERS
        await call(other, 'GET', `/conversations/${talks[i]}/messages?limit=50`)
        await call(other, 'POST', `/conversations/${talks[i]}/mark-read`, {
          identityId: members[other].identityIds[0],
        })
        counts.reads += 1
        if (Math.random() < 0.3) {
          await call(other, 'PUT', `/messages/${message}/reactions`, {
            emoji: '❤️',
            identity_id: members[other].identityIds[0],
          }).then(
            () => {
              counts.reactions += 1
            },
            () => {
              counts.failures += 1
            },
          )
        }
      } else {
        await call(i, 'GET', '/conversations')
        counts.reads += 1
      }
      if (Math.random() < 0.004) {
        const form = new FormData()
        form.append('files', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg')
        const sent = new Response(form)
        const { status } = await ask(
          `${server.url}/api/media/upload`,
          'POST',
          {
            authorization: `Bearer ${tokens[i]}`,
            'content-type': sent.headers.get('content-type'),
          },
          Buffer.from(await sent.arrayBuffer()),
        )
        if (status >= 300) throw new Error(`photo: ${status}`)
        counts.photos += 1
      }
    } catch (error) {
      // the server stops below the last calls
      if (!running) return
      counts.failures += 1
      // told by cause: `fetch failed` alone says nothing
      const why =
        `${String(error)}${error.code ? ` (${error.code}, ${error.idleMs === null ? 'on a new connection' : `on one idle for ${Math.round(error.idleMs / 1000)} s`})` : ''}`.replace(
          /[0-9a-f]{8}-[0-9a-f-]{27}/g,
          '…',
        )
      if (!causes.has(why))
        console.log(
          `  first of its kind, at ${Math.round((Date.now() - startedAt) / 1000)} s: ${why}`,
        )
      causes.set(why, [...(causes.get(why) ?? []), Math.round((Date.now() - startedAt) / 1000)])
    }
    await wait(18_000 + Math.random() * 4_000)
  }
}
const rss = () =>
  Number(
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1] ?? 0,
  ) / 1024
const cpu = () => {
  const f = readFileSync(`/proc/${server.child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(f[11]) + Number(f[12])) / Number(execFileSync('getconf', ['CLK_TCK']))
}
// what the disk of this machine costs at this moment, beside it all: an fsync of a small file
const probe = openSync(join(DATA_DIR, 'probe'), 'w')
const syncs = []
const disk = setInterval(() => {
  const from = performance.now()
  writeSync(probe, 'x')
  fsync(probe, () => syncs.push(performance.now() - from))
}, 250)
const lag = monitorEventLoopDelay()
lag.enable()
const lives = members.map((_, i) => life(i))
lives.push(aside())
const heap = []
const held = []
const cpuFrom = cpu()
while (Date.now() - startedAt < SECONDS * 1000) {
  await wait(2_000)
  held.push([(Date.now() - startedAt) / 1000, rss()])
  const { text: page } = await ask(`http://127.0.0.1:${METRICS_PORT}/metrics`, 'GET', {})
  heap.push([
    (Date.now() - startedAt) / 1000,
    Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(page)?.[1]) / 1e6,
  ])
}
/**
 * Line through the least of each window, the first quarter left out: caches fill. MB at its middle,
 * and % of that in ten minutes.
 */
const slope = (series) => {
  const least = new Map()
  for (const [s, mb] of series)
    if (s > SECONDS / 4 && s < Math.floor(SECONDS / WINDOW_S) * WINDOW_S) {
      const w = Math.floor(s / WINDOW_S)
      least.set(w, Math.min(mb, least.get(w) ?? Infinity))
    }
  const points = [...least].map(([w, mb]) => [w * WINDOW_S, mb])
  const [mx, my] = [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length)
  const b =
    points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) /
    points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  const percent = ((b * 600) / my) * 100
  return `${my.toFixed(1)} MB, ${percent >= 0 ? '+' : ''}${percent.toFixed(1)} % in ten minutes`
}
const used = cpu() - cpuFrom
running = false
clearInterval(disk)
clearInterval(renewal)
const late = took.slice(Math.floor(took.length * 0.2))
console.log(
  `${MEMBERS} members, ${SECONDS} s: ${JSON.stringify(counts)}, ` +
    `${heard} events heard, ${cut} sockets cut, server ${((used / SECONDS) * 100).toFixed(0)} ` +
    `% of one core`,
)
for (const [why, at] of causes)
  console.log(`  failed ${at.length} ×: ${why} (at ${at.slice(0, 8).join(', ')} s)`)
if (resends.length > 0)
  console.log(
    `  sent again: ${resends.length}, on connections idle for ${(Math.min(...resends) / 1000).toFixed(1)} ` +
      `to ${(Math.max(...resends) / 1000).toFixed(1)} s; the longest standstill of this client ` +
      `${(lag.max / 1e9).toFixed(1)} s`,
  )
const figures = (list) =>
  `p50 ${quantile(list, 0.5).toFixed(1)} p99 ${quantile(list, 0.99).toFixed(1)} ms`
console.log(
  `send: under all ${figures(late)}; idle before ${figures(idle)}: ` +
    `× ${(quantile(late, 0.99) / quantile(idle, 0.99)).toFixed(2)}; ` +
    `an idle server beside it, in the same minutes, ${figures(beside)}: ` +
    `× ${(quantile(late, 0.99) / quantile(beside, 0.99)).toFixed(2)} (2 wanted)`,
)
console.log(
  `fsync on this disk meanwhile: p50 ${quantile(syncs, 0.5).toFixed(1)} p99 ${quantile(syncs, 0.99).toFixed(1)} ` +
    `ms; load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`,
)
console.log(
  `memory, the least of each ${WINDOW_S.toFixed(0)} s after the first quarter: ` +
    `heap after collection ${slope(heap)}; resident ${slope(held)} (1 % wanted, ` +
    `over 30 minutes)`,
)
console.log(
  `resident over time: ${held
    .filter((_, i) => i % Math.ceil(held.length / 12) === 0)
    .map(([, mb]) => mb.toFixed(0))
    .join(' ')} MB; least heap of each window: ${Array.from(
    { length: Math.ceil(SECONDS / WINDOW_S) },
    (_, w) =>
      heap
        .filter(([s]) => Math.floor(s / WINDOW_S) === w)
        .reduce((least, [, mb]) => Math.min(least, mb), Infinity)
        .toFixed(0),
  ).join(' ')} MB`,
)
for (const ws of sockets) ws.terminate()
await Promise.race([Promise.all(lives), wait(100)])
await Promise.all([server.close(), calm.close()])
rmSync(IDLE_DIR, { recursive: true, force: true })
rmSync(DATA_DIR, { recursive: true, force: true })
process.exit(0)
