// `npm run bench -- day [--minutes=30]`: 24 hours of a community of 2,000 on one process and its
// embedded database: an evening peak, a night, photos, three outings with 200 seats for 260 who
// want to come, a restart, a backup. p99 of each route, memory by kind, disk per member, failures;
// at the end every acknowledged message must be in the database, and every outing full, not over.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Libsql from 'libsql'
import sharp from 'sharp'
import { newId } from '../../server/tokens'
import { startServer } from '../support/server/process'
import { createCalls, createSockets, insertMembers } from './support/day-calls.mjs'
import { growth, memoryKinds } from './support/memory-kinds.mjs'

const given = process.argv.find((a) => a.startsWith('--minutes='))
const MINUTES = Number(given?.split('=')[1] ?? process.env.MINUTES ?? 30)
const MEMBERS = 2_000
const SEATS = 200
const WANTING = 260
const OUTINGS = 3
/** Of each hour of the day, in parts of the evening's. */
const CURVE = [
  0.4, 0.2, 0.08, 0.04, 0.03, 0.03, 0.06, 0.15, 0.2, 0.2, 0.22, 0.25, 0.35, 0.3, 0.22, 0.22, 0.25,
  0.35, 0.5, 0.6, 0.8, 1, 1, 0.7,
]
/** Actions a second in the evening, of real time: a day is as dense at any `--minutes`. */
const PEAK = 40
const ONLINE_PEAK = 500
const DAY_MS = MINUTES * 60_000
const METRICS_PORT = 20_000 + Math.floor(Math.random() * 20_000)
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const any = (list) => list[Math.floor(Math.random() * list.length)]
const quantile = (list, q) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))]
const megabytes = async (dir) =>
  Number((await promisify(execFile)('du', ['-sk', dir])).stdout.split('\t')[0]) / 1_024

const DATA_DIR = mkdtempSync(join(tmpdir(), 'connivence-day-'))
const SECRET = 'un banc de mesure, sur cette machine et pour personne'
const settings = { DATA_DIR, SECRET, PUSH: '0', RATE_FACTOR: '0' }
const { members, sign } = await insertMembers(settings, MEMBERS, {
  hosts: OUTINGS,
  guests: WANTING,
})
let server = await startServer({ ...settings, METRICS_PORT: String(METRICS_PORT) })
const renewal = setInterval(() => void sign(), 10 * 60_000)
const { call, times, failures, retries } = createCalls(server.url)
const { realtime } = await call(members[0], 'GET', '/api/config')
const sockets = createSockets(server.url, realtime.key, members, call)
const talks = []
for (let i = 0; i < MEMBERS; i += 1)
  talks.push(
    (
      await call(members[i], 'POST', '/api/conversations/start', {
        handle: `membre_${(i + 1) % MEMBERS}`,
      })
    ).conversation.id,
  )
const photo = await sharp({
  create: {
    width: 1_600,
    height: 1_200,
    channels: 3,
    background: '#824',
    noise: { type: 'gaussian', mean: 120, sigma: 20 },
  },
})
  .jpeg({ quality: 80 })
  .toBuffer()
const diskFrom = await megabytes(DATA_DIR)

// ── what members do
const acknowledged = []
const outings = []
const write = async (i, media_ids) => {
  const id = newId()
  const talk = talks[i]
  const sent = await call(members[i], 'POST', `/api/conversations/${talk}/messages`, {
    content: 'Bonsoir ! On se retrouve où, finalement ?',
    sender_identity_id: members[i].identityIds[0],
    client_msg_id: id,
    ...(media_ids ? { media_ids } : {}),
  })
  if (!sent) return
  acknowledged.push(id)
  const reader = members[(i + 1) % MEMBERS]
  await call(reader, 'GET', `/api/conversations/${talk}/messages?limit=50`)
  await call(reader, 'POST', `/api/conversations/${talk}/mark-read`, {
    identityId: reader.identityIds[0],
  })
  if (Math.random() < 0.3)
    await call(reader, 'PUT', `/api/messages/${sent.id}/reactions`, {
      emoji: '❤️',
      identity_id: reader.identityIds[0],
    })
  if (!media_ids) return
  const link = await call(reader, 'GET', `/api/media/${media_ids[0]}/thumbnail`)
  if (link) await call(reader, 'GET', link.thumbnail_url.replace(/^https?:\/\/[^/]+/, ''))
}
const sendPhoto = async (i) => {
  const form = new FormData()
  form.append('files', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg')
  const made = await call(members[i], 'POST', '/api/media/upload', new Response(form))
  if (made) await write(i, [made.media_id])
}
const ACTIONS = [
  [0.3, (i) => call(members[i], 'POST', '/api/presence/heartbeat')],
  [0.22, (i) => write(i)],
  [0.16, (i) => call(members[i], 'GET', '/api/conversations')],
  [0.08, (i) => call(members[i], 'GET', '/api/news')],
  [0.06, (i) => call(members[i], 'GET', '/api/places?bbox=1,47,3,49')],
  [0.06, (i) => call(members[i], 'GET', `/api/accounts/${any(members).accountId}`)],
  [0.06, (i) => call(members[i], 'GET', '/api/events/my-calendar')],
  [0.04, (i) => outings.length > 0 && look(i)],
  [0.02, sendPhoto],
]
const look = async (i) => {
  const { id } = any(outings)
  const member = OUTINGS + (i % WANTING)
  await call(members[member], 'GET', `/api/events/${id}`)
  await call(members[member], 'GET', `/api/events/${id}/participants`)
}
const act = async (i) => {
  let left = Math.random()
  for (const [share, work] of ACTIONS) if ((left -= share) <= 0) return work(i)
}
/** An outing is published, and 260 members want one of its 200 seats at once. */
const outing = async (h) => {
  const at = (days) => new Date(Date.now() + days * 86_400_000).toISOString()
  const made = await call(members[h], 'POST', '/api/events', {
    title: `Sortie ${h}`,
    start_date: at(20),
    end_date: at(21),
    access_type: 'open_to_relations',
    max_participants: SEATS,
    has_waitlist: true,
  })
  if (!made) return
  const { id } = made.event
  await call(members[h], 'POST', `/api/events/${id}/publish`, { status: 'published' })
  outings.push({ id })
  await Promise.all(
    Array.from({ length: WANTING }, async (_, g) => {
      await wait(Math.random() * 5_000)
      await call(members[OUTINGS + g], 'POST', `/api/events/${id}/subscribe`)
    }),
  )
}
const restart = async () => {
  await server.kill('SIGTERM')
  const { port } = server
  server = await startServer({
    ...settings,
    PORT: String(port),
    METRICS_PORT: String(METRICS_PORT),
  })
}
const backup = async () => {
  const to = mkdtempSync(join(tmpdir(), 'connivence-day-backup-'))
  await promisify(execFile)(process.execPath, ['dist/server/main.js', 'backup', join(to, 'b')], {
    env: { ...process.env, ...settings, NODE_ENV: 'test', DATABASE_URL: '' },
  }).catch((error) => failures.set(`backup: ${error.message}`, 1))
  rmSync(to, { recursive: true, force: true })
}
const PLAN = [
  [4, 'restart', restart],
  [5, 'backup', backup],
  ...[10, 15, 19].map((hour, h) => [hour, `outing ${h + 1}`, () => outing(h)]),
]

// ── the day
const running = new Set()
const samples = []
const begun = Date.now()
const planned = [...PLAN]
let sampledAt = 0
for (;;) {
  const passed = Date.now() - begun
  if (passed >= DAY_MS) break
  const hour = (passed / DAY_MS) * 24
  const level = CURVE[Math.floor(hour)]
  if (planned[0] && hour >= planned[0][0]) {
    const [, name, work] = planned.shift()
    const from = Date.now()
    const done = work().then(() =>
      console.log(`  ${name}: ${((Date.now() - from) / 1_000).toFixed(1)} s`),
    )
    running.add(done)
    void done.finally(() => running.delete(done))
  }
  if (Date.now() - sampledAt > Math.max(1_000, DAY_MS / 200)) {
    sampledAt = Date.now()
    const online = Math.round(ONLINE_PEAK * level)
    sockets.follow(new Set(Array.from({ length: online }, (_, n) => (n * 7) % MEMBERS)))
    const kinds = await memoryKinds(server.child.pid, METRICS_PORT)
    if (kinds) samples.push(kinds)
  }
  // a server that is slow is not asked faster than it answers
  if (running.size < 200) {
    const done = act(Math.floor(Math.random() * MEMBERS))
    running.add(done)
    void done.finally(() => running.delete(done))
  }
  await wait(1_000 / (PEAK * level))
}
await Promise.all(running)
clearInterval(renewal)

// ── what is left of it
const heard = sockets.heard()
const counts = []
for (const { id } of outings) {
  const { event } = await call(
    members[0 + outings.findIndex((o) => o.id === id)],
    'GET',
    `/api/events/${id}`,
  )
  counts.push(event.counts)
}
sockets.close()
await server.kill('SIGTERM')
const file = new Libsql(join(DATA_DIR, 'connivence.db'), { readonly: true })
const stored = new Set(file.prepare('select client_msg_id from messages').raw().all().flat())
file.close()
const lost = acknowledged.filter((id) => !stored.has(id)).length
for (const [route, list] of [...times].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(
    `  ${route}: ${list.length}, p50 ${quantile(list, 0.5).toFixed(1)} p99 ${quantile(list, 0.99).toFixed(1)} ms`,
  )
const disk = (await megabytes(DATA_DIR)) - diskFrom
console.log(
  `${MEMBERS} members, ${MINUTES} min: ${acknowledged.length} messages, ${lost} lost, ${heard} events heard, ${retries()} calls repeated, load ${loadavg()[0].toFixed(1)}`,
)
console.log(`outings: ${JSON.stringify(counts)}`)
for (const line of growth(samples)) console.log(`memory, least of each three hours: ${line}`)
console.log(`disk: ${disk.toFixed(1)} MB, ${((disk * 1_024) / MEMBERS).toFixed(1)} kB a member`)
for (const [cause, n] of failures) console.log(`  failed ${n} ×: ${cause}`)
rmSync(DATA_DIR, { recursive: true, force: true })
console.log(`${[...failures.values()].reduce((n, one) => n + one, lost)} failures (goal 0)`)
process.exit(failures.size + lost === 0 ? 0 : 1)
