// Cost of the hot routes from 1,000 accounts and 10,000 messages to 100,000 and 1,000,000, on the
// embedded engine and, with BENCH_DATABASE_URL (a PostgreSQL server that may be written to), there;
// the send path against raw committed inserts of the same database; pages of a conversation of
// 1,000 and of 100,000 messages. BENCH_SCALE=small: a tenth, for a quick look; BENCH_ONLY=sends:
// nothing but the send path.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { buildApp } from '../../server/app'
import { readEnv } from '../../server/env'
import { signAccessToken } from '../../server/plugins/auth'
import { newId } from '../../server/tokens'
import { fill } from './support/scale-rows.mjs'

const small = process.env.BENCH_SCALE === 'small'
const SIZES = small
  ? [
      [1_000, 10_000],
      [10_000, 100_000],
    ]
  : [
      [1_000, 10_000],
      [100_000, 1_000_000],
    ]
const onlySends = process.env.BENCH_ONLY === 'sends'
const TALK = small ? 10_000 : 100_000
const SAMPLE = 40
const ROUNDS = 15
/** Of each lane in a turn. */
const TURNS = 25
/** Turns before those that count: code that serves thousands of sends is compiled. */
const WARM = 12
/** Conversations that nobody sends in: their rows are stored without us. */
const ASIDE = 500
/** How many write at once. */
const LANES = [8, 32]
const TICK = Number(execFileSync('getconf', ['CLK_TCK']))
const quantile = (list, q) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))]
const ms = (n) => n.toFixed(2)

const start = async (postgres) => {
  const dir = mkdtempSync(join(tmpdir(), 'connivence-scale-'))
  let drop = async () => undefined
  let url = ''
  if (postgres) {
    const name = `scale_${newId().replaceAll('-', '')}`
    const admin = async (text) => {
      const c = new pg.Client({ connectionString: postgres })
      await c.connect()
      await c.query(text)
      await c.end()
    }
    await admin(`create database ${name}`)
    const u = new URL(postgres)
    u.pathname = `/${name}`
    url = u.href
    drop = () => admin(`drop database ${name} with (force)`)
  }
  const env = readEnv({
    NODE_ENV: 'test',
    DEMO: '0',
    PUSH: '0',
    DATA_DIR: dir,
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    RATE_FACTOR: '0',
  })
  const app = await buildApp(env, { logger: false })
  return {
    app,
    db: app.ctx.db,
    close: async () => {
      await app.close()
      await drop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const routes = (world, i, accounts) => {
  const talk = world.id('eeee', i % accounts)
  return {
    'list of conversations': ['GET', '/api/conversations'],
    'page of messages': ['GET', `/api/conversations/${talk}/messages?limit=50`],
    sync: [
      'GET',
      `/api/conversations/${talk}/sync?since=${encodeURIComponent(new Date(1_760_000_000_002).toISOString())}`,
    ],
    send: [
      'POST',
      `/api/conversations/${talk}/messages`,
      () => ({
        content: 'Bonsoir à toutes et à tous',
        sender_identity_id: world.id('bbbb', i),
        client_msg_id: newId(),
      }),
    ],
    read: [
      'POST',
      `/api/conversations/${talk}/mark-read`,
      () => ({ identityId: world.id('bbbb', i) }),
    ],
    news: ['GET', '/api/news'],
    'presence of the circle': ['GET', '/api/presence/bootstrap'],
    heartbeat: ['POST', '/api/presence/heartbeat'],
    'right to a channel': [
      'POST',
      '/api/pusher/auth',
      () => ({ socket_id: '1.2', channel_name: `private-conversation-${talk}` }),
    ],
    'own account': ['GET', '/api/auth/me'],
  }
}
const call = async (app, token, [method, url, body]) => {
  const from = performance.now()
  const answer = await app.fastify.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body()) } : {}),
  })
  const took = performance.now() - from
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
  return took
}

let bad = 0
const engine = async (title, url) => {
  const worlds = []
  for (const [accounts, messages] of onlySends ? SIZES.slice(-1) : SIZES) {
    const s = await start(url)
    const from = performance.now()
    const world = await fill(s.db, Boolean(url), accounts, messages)
    worlds.push({ s, world, accounts, times: {} })
    console.log(
      `${title}: ${accounts.toLocaleString('en')} accounts, ${(world.talks * world.each).toLocaleString('en')} ` +
        `messages (filled in ${((performance.now() - from) / 1000).toFixed(0)} s)`,
    )
  }
  if (onlySends) {
    await sends(worlds[0].s, worlds[0].world, title)
    return worlds[0].s.close()
  }
  // by turns, so that whatever else the machine does falls on both
  for (let round = 0; round < 5; round += 1)
    for (let k = 0; k < SAMPLE; k += 1)
      for (const { s, world, accounts, times } of worlds) {
        const i = Math.floor(((k + 0.5) / SAMPLE) * accounts)
        const token = await signAccessToken(s.app.ctx, world.id('cccc', i), world.id('dddd', i))
        for (const [name, route] of Object.entries(routes(world, i, accounts))) {
          const took = await call(s.app, token, route)
          await s.app.ctx.bus.idle()
          if (round > 0) (times[name] ??= []).push(took)
        }
      }
  const [few, many] = worlds
  for (const name of Object.keys(few.times)) {
    const [a, b] = worlds.map((w) => quantile(w.times[name], 0.5))
    const good = b / a <= 1.5
    if (!good) bad += 1
    console.log(
      `  ${name.padEnd(24)} ${ms(a)} → ${ms(b)} ms, × ${(b / a).toFixed(2)}${good ? '' : '  ABOVE 1.5'}`,
    )
  }
  const { s, world, accounts } = many
  const size = url
    ? Number((await sql`select pg_database_size(current_database()) as n`.execute(s.db)).rows[0].n)
    : Number(
        (
          await sql`select page_count * page_size as n from pragma_page_count(), pragma_page_size()`.execute(
            s.db,
          )
        ).rows[0].n,
      )
  console.log(
    `  size: ${(size / 1e6).toFixed(0)} MB, ${(size / accounts / 1000).toFixed(1)} kB a member ` +
      `with ${world.each * 2} own messages, ${(size / (world.talks * world.each)).toFixed(0)} ` +
      `bytes a message with everything around it`,
  )
  await sends(s, world, title)
  await pages(s, world, title)
  for (const w of worlds) await w.s.close()
}

/**
 * Processor time so far, s: of this process, which is client and server in one, and of all
 * processes of a PostgreSQL on this machine (one that ended counts as its parent's).
 */
const processors = async (db, title) => {
  const { user, system } = process.cpuUsage()
  if (title === 'embedded') return [(user + system) / 1e6, 0]
  const stat = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    } catch {
      return null
    }
  }
  const {
    rows: [{ pid }],
  } = await sql`select pg_backend_pid() as pid`.execute(db)
  const parent = stat(pid)?.[1]
  let ticks = 0
  for (const name of parent ? readdirSync('/proc') : []) {
    const f = /^\d+$/.test(name) ? stat(name) : null
    if (f && (f[1] === parent || name === parent))
      ticks += f.slice(11, 15).reduce((sum, n) => sum + Number(n), 0)
  }
  return [(user + system) / 1e6, ticks / TICK]
}

/**
 * Sends of several members at once against as many lanes of durable inserts of the same database,
 * in short turns: whatever else the machine does falls on all, and the ratio is that of the turns
 * of one round. Two kinds of inserts, each committed by itself: the message as its table has it
 * (its indexes and foreign keys), which a send cannot do without; and the barest of all, a key and
 * a text. Sends that come together share a transaction, so the processor that one takes falls with
 * their number; that of an insert does not.
 */
/** Beyond every clock of the world. */
let stored = 1_900_000_000_000
const sends = async (s, world, title) => {
  await sql`create table raw (id text primary key, content text not null)`.execute(s.db)
  for (const count of LANES) await sendsAtOnce(s, world, title, count)
}
const sendsAtOnce = async (s, world, title, count) => {
  const tokens = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      signAccessToken(s.app.ctx, world.id('cccc', i), world.id('dddd', i)),
    ),
  )
  const total = count * TURNS
  const lanes = async (work) => {
    await Promise.all(
      Array.from({ length: count }, async (_, lane) => {
        for (let i = 0; i < TURNS; i += 1) await work(lane)
      }),
    )
    await s.app.ctx.bus.idle()
  }
  const measured = async (work) => {
    const before = await processors(s.db, title)
    const from = performance.now()
    await lanes(work)
    const wall = (performance.now() - from) / 1000
    const after = await processors(s.db, title)
    return [wall, after[0] - before[0], after[1] - before[1]]
  }
  const insert = () =>
    s.db
      .transaction()
      .execute((trx) => sql`insert into raw values (${newId()}, ${'x'.repeat(120)})`.execute(trx))
  const message = (i) =>
    s.db.transaction().execute((trx) =>
      trx
        .insertInto('messages')
        .values({
          id: newId(),
          conversation_id: world.id('eeee', i + ASIDE),
          seq: (stored += 1),
          changed: stored,
          sender_account_id: world.id('aaaa', i + ASIDE),
          sender_identity_id: world.id('bbbb', i + ASIDE),
          content: 'x'.repeat(120),
          client_msg_id: newId(),
          client_hash: 'x'.repeat(64),
          media_count: 0,
          created_at: stored,
          quote_id: null,
        })
        .execute(),
    )
  const send = (i) =>
    call(s.app, tokens[i], [
      'POST',
      `/api/conversations/${world.id('eeee', i)}/messages`,
      () => ({
        content: 'x'.repeat(120),
        sender_identity_id: world.id('bbbb', i),
        client_msg_id: newId(),
      }),
    ])
  const [raws, messages, paths] = [[], [], []]
  for (let round = -WARM; round < ROUNDS; round += 1) {
    const all = [await measured(insert), await measured(message), await measured(send)]
    if (round >= 0) [raws, messages, paths].forEach((turns, k) => turns.push(all[k]))
  }
  const rate = (turns) =>
    total /
    quantile(
      turns.map(([wall]) => wall),
      0.5,
    )
  const ratio = (turns) =>
    quantile(
      turns.map(([wall], i) => wall / paths[i][0]),
      0.5,
    ).toFixed(2)
  const sum = (turns, k) => turns.reduce((all, turn) => all + turn[k], 0)
  const each = (turns, k) => (sum(turns, k) / (total * turns.length)) * 1000
  const share = (turns) => Math.round(((sum(turns, 1) + sum(turns, 2)) / sum(turns, 0)) * 100)
  console.log(
    `  ${title}, ${count} at once: sends ${rate(paths).toFixed(0)}/s (0.5 × wanted); ` +
      `raw committed inserts of the same messages ${rate(messages).toFixed(0)}/s, ` +
      `ratio ${ratio(messages)}; of a key and a text ${rate(raws).toFixed(0)}/s, ` +
      `ratio ${ratio(raws)}`,
  )
  console.log(
    `    processor of the barest insert ${each(raws, 1).toFixed(2)} ms here + ${each(raws, 2).toFixed(2)} in the database (${share(raws)} % of one core), of a send, HTTP and telling included, ${each(paths, 1).toFixed(2)} + ${each(paths, 2).toFixed(2)} (${share(paths)} %): with the processor alone the ratio would be ${((each(raws, 1) + each(raws, 2)) / (each(paths, 1) + each(paths, 2))).toFixed(2)}; load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`,
  )
}

/** Pages of one long conversation, at random places, against a short one. */
const pages = async (s, world, title) => {
  const run = (text) => s.db.executeQuery(CompiledQuery.raw(text))
  const postgres = title !== 'embedded'
  const p99 = []
  for (const [k, count] of [
    [1, 1_000],
    [2, TALK],
  ]) {
    const talk = world.id('eeee', k)
    const n = postgres
      ? `generate_series(0, ${count - 1}) as g(i)`
      : `(with recursive c(i) as (select 0 union all select i + 1 from c where i < ${count - 1}) select i from c) as g`
    const uid = postgres ? `gen_random_uuid()::text` : `lower(hex(randomblob(16)))`
    const mid = postgres
      ? `('0192f0c1-${k}000-7000-8000-' || lpad(to_hex(i), 12, '0'))`
      : `('0192f0c1-${k}000-7000-8000-' || printf('%012x', i))`
    await run(
      `insert into messages (id, conversation_id, seq, changed, sender_account_id, ` +
        `sender_identity_id, content, client_msg_id, media_count, created_at) select ${mid}, ` +
        `'${talk}', 1765000000000 + i, 1765000000000 + i, '${world.id('aaaa', k)}', ` +
        `'${world.id('bbbb', k)}', 'Message de la longue discussion numéro ' || i, ` +
        `${uid}, 0, 1765000000000 + i from ${n}`,
    )
    if (postgres) await run('analyze messages')
    const token = await signAccessToken(s.app.ctx, world.id('cccc', k), world.id('dddd', k))
    const times = []
    for (let i = 0; i < 240; i += 1) {
      const before = `0192f0c1-${k}000-7000-8000-${Math.floor(
        (((i * 37) % 200) / 200) * (count - 60) + 60,
      )
        .toString(16)
        .padStart(12, '0')}`
      const took = await call(s.app, token, [
        'GET',
        `/api/conversations/${talk}/messages?limit=50&oldestLoadedMessageId=${before}`,
      ])
      if (i >= 40) times.push(took)
    }
    p99.push([quantile(times, 0.99), quantile(times, 0.5)])
  }
  const ratio = p99[1][0] / p99[0][0]
  console.log(
    `  ${title}: page at ${TALK.toLocaleString('en')} messages p99 ${ms(p99[1][0])} ms (median ` +
      `${ms(p99[1][1])}), at 1,000 ${ms(p99[0][0])} ms (median ${ms(p99[0][1])}): ` +
      `× ${ratio.toFixed(2)} (2 wanted)`,
  )
}

await engine('embedded', '')
if (process.env.BENCH_DATABASE_URL) await engine('PostgreSQL', process.env.BENCH_DATABASE_URL)
console.log(bad === 0 ? 'good: every route at most 1.5 ×' : `${bad} routes above 1.5 ×`)
process.exit(0)
