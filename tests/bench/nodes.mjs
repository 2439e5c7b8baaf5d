// Two processes against one PostgreSQL and one Redis, beside one: how many deliveries a process
// makes with its processor, and how long a message takes to the members of the other process. Needs
// Debian's postgresql and redis-server. Client and servers share this machine, so deliveries are
// counted per second of the servers' own processor time.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { WebSocket } from 'ws'
import { http, login, uuidOf } from '../support/server/http'
import { stackNeeds, startStack } from '../support/server/stack'

const SOCKETS = Number(process.env.SOCKETS ?? 600)
const SENDS = 150
/** A first part of the sockets: from what both cost, what a message costs and what a delivery does. */
const FEW = Math.round(SOCKETS / 10)
const { why } = stackNeeds()
if (why) {
  console.log(`skipped: ${why}`)
  process.exit(0)
}
const wait = (ms) => new Promise((r) => setTimeout(r, ms))
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1]
const tick = Number(execFileSync('getconf', ['CLK_TCK']))
const stat = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
}
/**
 * Processor so far, s: of the clients (this process), and of all processes of PostgreSQL and Redis
 * that it started (one that ended counts as its parent's).
 */
const around = () => {
  const found = new Map(
    readdirSync('/proc')
      .filter((n) => /^\d+$/.test(n))
      .flatMap((pid) => {
        const text = stat(pid)
        const f = text?.split(') ')[1].split(' ')
        return f
          ? [
              [
                pid,
                {
                  name: /\((.*)\)/.exec(text)[1],
                  parent: f[1],
                  s: (Number(f[11]) + Number(f[12]) + Number(f[13]) + Number(f[14])) / tick,
                },
              ],
            ]
          : []
      }),
  )
  const isOurs = (pid) => {
    for (let at = pid; found.has(at); at = found.get(at).parent)
      if (at === String(process.pid)) return true
    return false
  }
  const sum = (name) =>
    [...found]
      .filter(([pid, p]) => p.name === name && isOurs(pid))
      .reduce((all, [, p]) => all + p.s, 0)
  return { clients: cpu(process.pid), PostgreSQL: sum('postgres'), Redis: sum('redis-server') }
}
const cpu = (pid) => {
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(f[11]) + Number(f[12])) / tick
}

const measure = async (processes) => {
  const stack = await startStack({ processes })
  const one = await login(stack.url, 'demo-2@connivence.test')
  const two = await login(stack.url, 'demo-3@connivence.test')
  const { body: me } = await http(stack.url, two.token).get('/api/auth/me')
  const id = (
    await http(stack.url, one.token).post('/api/conversations/start', {
      handle: me.account.account_handle,
    })
  ).body.conversation.id
  const key = (await http(stack.url).get('/api/config')).body.realtime.key
  const channel = `private-conversation-${id}`
  let heard = 0
  /** Message text → when each process's first socket heard it. */
  const first = stack.servers.map(() => new Map())
  const open = []
  const add = async (from, to) => {
    for (let i = from; i < to; i += 50)
      open.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, to - i) }, (_, k) => listener(i + k)),
        )),
      )
  }
  const listener = (i) => {
    const n = i % processes
    return new Promise((resolve) => {
      const ws = new WebSocket(
        `${stack.servers[n].url.replace('http', 'ws')}/app/${key}?protocol=7`,
      )
      ws.on('message', async (data) => {
        const text = data.toString()
        if (text.includes('connection_established')) {
          const { socket_id } = JSON.parse(JSON.parse(text).data)
          const { body } = await http(stack.servers[n].url, two.token).post('/api/pusher/auth', {
            socket_id,
            channel_name: channel,
          })
          ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...body } }))
        } else if (text.includes('subscription_succeeded')) resolve(ws)
        else if (text.includes('message.created')) {
          heard += 1
          const what = /mesure (\d+)/.exec(text)?.[0]
          if (what && !first[n].has(what)) first[n].set(what, performance.now())
        }
      })
    })
  }
  const times = stack.servers.map(() => [])
  const post = (i, n = 0) =>
    http(stack.servers[n % processes].url, one.token).post(`/api/conversations/${id}/messages`, {
      content: `mesure ${i} `,
      sender_identity_id: one.identityIds[0],
      client_msg_id: uuidOf(`${processes} ${i}`),
    })
  const load = async (count, round) => {
    heard = 0
    const [before, aroundBefore] = [stack.servers.map((s) => cpu(s.child.pid)), around()]
    const from = performance.now()
    for (let i = 0; i < SENDS; i += 4)
      await Promise.all([0, 1, 2, 3].map((k) => post(round + i + k, k)))
    const until = Date.now() + 15_000
    const all = Math.ceil(SENDS / 4) * 4 * count
    while (heard < all && Date.now() < until) await wait(20)
    const wall = (performance.now() - from) / 1000
    const after = around()
    return {
      heard,
      wall,
      used: stack.servers.map((s, i) => cpu(s.child.pid) - before[i]),
      others: Object.fromEntries(
        Object.entries(after).map(([name, s]) => [name, s - aroundBefore[name]]),
      ),
    }
  }
  await add(0, FEW)
  await load(FEW, 1_000)
  const few = await load(FEW, 2_000)
  await add(FEW, SOCKETS)
  for (let i = 0; i < 40; i += 1) {
    const from = performance.now()
    await post(i)
    await wait(150)
    for (const [n, m] of first.entries())
      if (i >= 10 && m.has(`mesure ${i}`)) times[n].push(m.get(`mesure ${i}`) - from)
  }
  const full = await load(SOCKETS, 3_000)
  for (const ws of open) ws.terminate()
  await stack.close()
  const messages = Math.ceil(SENDS / 4) * 4
  const busiest = Math.max(...full.used)
  // of the busiest process, ms: for a delivery, and for a message without any
  const delivery =
    ((busiest - Math.max(...few.used)) / ((messages * (SOCKETS - FEW)) / processes)) * 1000
  return {
    ...full,
    delivery,
    message: (Math.max(...few.used) / messages) * 1000 - (delivery * FEW) / processes,
    times: times.map(median),
  }
}
const one = await measure(1)
const two = await measure(2)
const show = (r) =>
  `${r.heard} deliveries in ${r.wall.toFixed(1)} s, processor ${r.used.map((u) => u.toFixed(2)).join(' + ')} s`
console.log(`one process: ${show(one)}\ntwo processes: ${show(two)}`)
const rate = (r) => r.heard / Math.max(...r.used)
for (const [name, r] of [
  ['one', one],
  ['two', two],
]) {
  const all = { ...r.others, ...Object.fromEntries(r.used.map((u, i) => [`process ${i + 1}`, u])) }
  const sum = Object.values(all).reduce((a, b) => a + b, 0)
  console.log(
    `  ${name}: ${Object.entries(all)
      .map(([who, s]) => `${who} ${((s / sum) * 100).toFixed(0)} %`)
      .join(
        ', ',
      )} of ${sum.toFixed(1)} s of processor (${(sum / r.wall).toFixed(1)} of ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}); of the busiest process a message takes ${r.message.toFixed(2)} ms whoever hears it, a delivery ${(r.delivery * 1000).toFixed(1)} µs`,
  )
}
console.log(
  `deliveries per second of the busiest process's processor: ${rate(one).toFixed(0)} → ${rate(two).toFixed(0)}, ` +
    `× ${(rate(two) / rate(one)).toFixed(2)} (1.7 wanted on two free cores)`,
)
// what two processes halve is the deliveries and the sends; a word of the other process is each one's own
const limit = (sockets) =>
  (one.message + one.delivery * sockets) / (two.message + (one.delivery * sockets) / 2)
console.log(
  `the limit by these figures, were a delivery the same in both: ` +
    `× ${limit(SOCKETS).toFixed(2)} for ${SOCKETS} sockets, × ${limit(10 * SOCKETS).toFixed(2)} ` +
    `for ${10 * SOCKETS}`,
)
console.log(
  `send to socket: same process ${two.times[0].toFixed(1)} ms, other process ${two.times[1].toFixed(1)} ` +
    `ms, × ${(two.times[1] / two.times[0]).toFixed(2)} (1.5 wanted)`,
)
process.exit(0)
