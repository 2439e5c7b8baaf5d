import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { CompiledQuery } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { listConversations, sendMessage, startConversation } from '#contract/messaging/messages'
import { migrate } from '../../../server/db/migrations'
import { newId } from '../../../server/tokens'
import { freePort } from '../../support/server/process'
import { testApp, type TestApp } from '../../support/server/server'
import { startEngine, until } from '../hub/engine'

const root = join(import.meta.dirname, '../../..')
let open: TestApp[] = []
afterEach(async () => {
  await Promise.all(open.map((t) => t.close()))
  open = []
})
const app = async (...args: Parameters<typeof testApp>): Promise<TestApp> => {
  const t = await testApp(...args)
  open.push(t)
  return t
}

test('logs never contain members’ texts, addresses, tokens or codes in paths, even on failures', async () => {
  let text = ''
  const logStream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString()
      done()
    },
  })
  const t = await app({ LOG_LEVEL: 'debug', SLOW_QUERY_MS: '1' }, { logStream })
  const [me, friend] = [await t.member('lola_secrete'), await t.member('amie_secrete')]
  const {
    body: { conversation },
  } = await me.call(startConversation, { body: { handle: friend.handle } })
  const words = 'Rendez-vous au 12 rue des Lilas'
  await me.call(sendMessage, {
    params: { id: conversation.id },
    body: { content: words, sender_identity_id: me.identityIds[0] ?? null, client_msg_id: newId() },
  })
  await t.client().raw('POST', '/api/auth/login', {
    body: { email: 'lola_secrete@test.invalid', password: 'un-mauvais-mot-de-passe' },
  })
  await t.client().raw('POST', '/api/auth/login', {
    body: { email: 'lola_secrete@test.invalid', password: 'un-bon-mot-de-passe' },
  })
  await t.client().raw('GET', '/j/un-lien-dinvitation-tres-secret?token=jeton-secret')
  await me.raw('POST', '/api/auth/reset-password', {
    body: { token: 'jeton-de-mail-secret', password: 'nouveau-mot-de-passe' },
  })
  // a database error contains the values of its query
  await t.ctx.db
    .insertInto('accounts')
    .values({
      id: me.accountId,
      handle: 'lola_secrete',
      handle_key: 'lola_secrete',
      avatar_media_id: null,
      created_at: 1,
      last_seen_at: null,
      last_seen_identity_id: null,
      heartbeat_at: null,
      deleted_at: null,
    })
    .execute()
    .catch((error: unknown) => t.ctx.log.error({ err: error }, 'a query failed'))
  expect(text).toContain('request completed')
  for (const secret of [
    words,
    'Lilas',
    'lola_secrete@',
    'un-bon-mot-de-passe',
    'un-mauvais-mot-de-passe',
    me.token,
    'tres-secret',
    'jeton-secret',
    'jeton-de-mail',
    conversation.id,
  ])
    expect(text, secret).not.toContain(secret)
})

test('unavailable services give 503 with Retry-After and are counted by kind; our own faults stay 500', async () => {
  const METRICS_PORT = String(await freePort())
  const t = await app({ METRICS_PORT })
  const me = await t.member()
  const fails = async (error: object, status: number): Promise<string | undefined> => {
    const selectFrom = t.ctx.db.selectFrom.bind(t.ctx.db)
    t.ctx.db.selectFrom = () => {
      throw Object.assign(new Error('x'), error)
    }
    const answer = await me.raw('GET', '/api/conversations')
    t.ctx.db.selectFrom = selectFrom
    expect(answer.status).toBe(status)
    return answer.headers['retry-after'] as string | undefined
  }
  for (const error of [
    { code: '57P01' },
    { code: 'ECONNREFUSED' },
    { message: 'Connection terminated unexpectedly' },
    { code: '53300' },
    { code: 'SQLITE_BUSY' },
  ])
    expect(Number(await fails(error, 503))).toBe(1)
  expect(Number(await fails({ code: 'SQLITE_FULL' }, 503))).toBe(30)
  expect(await fails({ code: '23502' }, 500)).toBeUndefined()
  expect((await me.call(listConversations)).status).toBe(200)
  const page = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  expect(page).toContain('failures{kind="database"} 5')
  expect(page).toContain('failures{kind="disk"} 1')
  expect(page).toContain('failures{kind="other"} 1')
})

test('a full disk: writes give 503 with Retry-After, reads continue; freed, nothing acknowledged is lost', async () => {
  const t = await app({ DATABASE_URL: '' })
  const [me, friend] = [await t.member(), await t.member()]
  const {
    body: { conversation },
  } = await me.call(startConversation, { body: { handle: friend.handle } })
  const send = () =>
    me.raw('POST', `/api/conversations/${conversation.id}/messages`, {
      body: {
        content: 'x'.repeat(4_000),
        sender_identity_id: me.identityIds[0],
        client_msg_id: newId(),
      },
    })
  const limit = async (n: number): Promise<void> =>
    void (await t.ctx.db.executeQuery(CompiledQuery.raw(`pragma max_page_count = ${n}`)))
  await limit(1)
  const acknowledged: string[] = []
  let full: Awaited<ReturnType<typeof send>> | undefined
  for (let i = 0; i < 200 && !full; i += 1) {
    const answer = await send()
    if (answer.status === 201) acknowledged.push((answer.body as { id: string }).id)
    else full = answer
  }
  expect([full?.status, Number(full?.headers['retry-after'])]).toEqual([503, 30])
  const list = async (): Promise<string[]> =>
    (
      (await me.raw('GET', `/api/conversations/${conversation.id}/messages?limit=100`)).body as {
        messages: { id: string }[]
      }
    ).messages.map((m) => m.id)
  expect((await list()).sort()).toEqual([...acknowledged].sort())
  await limit(1_000_000)
  const after = await send()
  expect(after.status).toBe(201)
  expect((await list()).sort()).toEqual([...acknowledged, (after.body as { id: string }).id].sort())
})

test('a server starts on a database migrated by a newer one, and both continue', async () => {
  const t = await app()
  await t.ctx.db.executeQuery(
    CompiledQuery.raw(
      `insert into kysely_migration (name, timestamp) values ('9999-of-a-newer-server', '2030-01-01T00:00:00.000Z')`,
    ),
  )
  await migrate(t.ctx.db)
  const older = await app(
    { SECRET: 's'.repeat(32), DATA_DIR: t.ctx.env.DATA_DIR },
    { database: t.ctx.database },
  )
  expect((await older.client().raw('GET', '/readyz')).body).toEqual({ ok: true })
})

test('a database that cannot be read is not taken for a new one', async () => {
  const t = await app()
  const away = t.ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('from kysely_migration')) throw new Error('connection lost')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  await expect(migrate(away)).rejects.toThrow('connection lost')
})

test('sockets asked to reconnect do so one by one, over six seconds', async () => {
  const engine = await startEngine()
  const raws = await Promise.all(Array.from({ length: 60 }, () => engine.raw()))
  const at: number[] = []
  for (const raw of raws) raw.ws.on('close', () => at.push(performance.now()))
  engine.hub.recycle(6_000)
  await until(() => at.length === raws.length, 10_000)
  expect(raws.every((r) => r.closed === 4200)).toBe(true)
  const most = Math.max(...at.map((from) => at.filter((x) => x >= from && x < from + 1_000).length))
  // a sixth by the clock; a machine that stands still for a second groups another sixth
  expect(most).toBeLessThanOrEqual(raws.length / 3 + 1)
  expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThan(4_500)
  await engine.close()
})

test('the dashboard uses only existing metrics, and metrics name no member', async () => {
  const METRICS_PORT = String(await freePort())
  const t = await app({ METRICS_PORT })
  const me = await t.member('membre_du_tableau')
  await me.call(listConversations)
  await t.app.jobs.tick()
  const page = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  const given = new Set([...page.matchAll(/^# TYPE (\w+) /gm)].map((m) => m[1] ?? ''))
  const board = JSON.parse(readFileSync(join(root, 'docs/grafana.json'), 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
  const asked = board.panels
    .flatMap((p) => (p.targets ?? []).map((x) => x.expr))
    .flatMap((e) =>
      [
        ...e.replace(/"[^"]*"/g, '').matchAll(/\b([a-z]\w*_\w+|realtime|failures)\b(?=[{[)\s]|$)/g),
      ].map((m) => m[1] ?? ''),
    )
  expect(asked.length).toBeGreaterThan(10)
  for (const name of new Set(asked))
    if (!['histogram_quantile', 'sum', 'by', 'rate'].includes(name))
      expect(given.has(name.replace(/_(bucket|count|sum)$/, '')) || given.has(name), name).toBe(
        true,
      )
  for (const text of [me.handle, me.accountId, me.userId]) expect(page).not.toContain(text)
})
