// Two processes against one PostgreSQL and one Redis, beside one: how many deliveries a process makes with its processor, and
// how long a message takes to the members of the other process. Needs Debian's postgresql and redis-server.
// Client and servers share this machine, so deliveries are counted per second of the servers' own processor time.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { http, login, uuidOf } from '../support/http'
import { stackNeeds, startStack } from '../support/stack'

const SOCKETS = Number(process.env.SOCKETS ?? 600)
const SENDS = 150
const { why } = stackNeeds()
if (why) {
  console.log(`skipped: ${why}`)
  process.exit(0)
}
const wait = (ms) => new Promise((r) => setTimeout(r, ms))
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1]
const tick = Number(execFileSync('getconf', ['CLK_TCK']))
const cpu = (pid) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' '); return (Number(f[11]) + Number(f[12])) / tick }

const measure = async (processes) => {
  const stack = await startStack({ processes })
  const one = await login(stack.url, 'demo-2@connivence.test')
  const two = await login(stack.url, 'demo-3@connivence.test')
  const { body: me } = await http(stack.url, two.token).get('/api/auth/me')
  const id = (await http(stack.url, one.token).post('/api/conversations/start', { handle: me.account.account_handle })).body.conversation.id
  const key = (await http(stack.url).get('/api/config')).body.realtime.key
  const channel = `private-conversation-${id}`
  let heard = 0
  /** Message text → when each process's first socket heard it. */
  const first = stack.servers.map(() => new Map())
  const sockets = []
  for (let i = 0; i < SOCKETS; i += 1) {
    const n = i % processes
    sockets.push(new Promise((resolve) => {
      const ws = new WebSocket(`${stack.servers[n].url.replace('http', 'ws')}/app/${key}?protocol=7`)
      ws.on('message', async (data) => {
        const text = data.toString()
        if (text.includes('connection_established')) {
          const { socket_id } = JSON.parse(JSON.parse(text).data)
          const { body } = await http(stack.servers[n].url, two.token).post('/api/pusher/auth', { socket_id, channel_name: channel })
          ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...body } }))
        } else if (text.includes('subscription_succeeded')) resolve(ws)
        else if (text.includes('message.created')) {
          heard += 1
          const what = /mesure (\d+)/.exec(text)?.[0]
          if (what && !first[n].has(what)) first[n].set(what, performance.now())
        }
      })
    }))
    if (i % 50 === 49) await wait(100)
  }
  const open = await Promise.all(sockets)
  const times = stack.servers.map(() => [])
  const post = (i, n = 0) => http(stack.servers[n % processes].url, one.token).post(`/api/conversations/${id}/messages`, { content: `mesure ${i} `, sender_identity_id: one.identityIds[0], client_msg_id: uuidOf(`${processes} ${i}`) })
  for (let i = 0; i < 40; i += 1) {
    const from = performance.now()
    await post(i)
    await wait(150)
    for (const [n, m] of first.entries()) if (i >= 10 && m.has(`mesure ${i}`)) times[n].push(m.get(`mesure ${i}`) - from)
  }
  // everything of the other rooms stays out: events as a program publishes them, to the same channel
  heard = 0
  const before = stack.servers.map((s) => cpu(s.child.pid))
  const from = performance.now()
  for (let i = 0; i < SENDS; i += 4) await Promise.all([0, 1, 2, 3].map((k) => post(1_000 + i + k, k)))
  const until = Date.now() + 15_000
  while (heard < SENDS * SOCKETS && Date.now() < until) await wait(20)
  const wall = (performance.now() - from) / 1000
  const used = stack.servers.map((s, i) => cpu(s.child.pid) - before[i])
  for (const ws of open) ws.terminate()
  await stack.close()
  return { heard, wall, used, times: times.map(median) }
}
const one = await measure(1)
const two = await measure(2)
const show = (r) => `${r.heard} deliveries in ${r.wall.toFixed(1)} s, processor ${r.used.map((u) => u.toFixed(2)).join(' + ')} s`
console.log(`one process: ${show(one)}\ntwo processes: ${show(two)}`)
const rate = (r) => r.heard / Math.max(...r.used)
console.log(`deliveries per second of the busiest process's processor: ${rate(one).toFixed(0)} → ${rate(two).toFixed(0)}, × ${(rate(two) / rate(one)).toFixed(2)} (1.7 wanted on two free cores)`)
console.log(`send to socket: same process ${two.times[0].toFixed(1)} ms, other process ${two.times[1].toFixed(1)} ms, × ${(two.times[1] / two.times[0]).toFixed(2)} (1.5 wanted)`)
process.exit(0)
