import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, test } from 'vitest'
import { http, login, type Http } from '../support/server/http'
import { startServer } from '../support/server/process'

interface Page {
  messages: { id: string; content: string }[]
}

/** `npm run keys`, on the folder of a server; `killAfter`: ends it with SIGKILL after so many lines. */
const keys = (dataDir: string, word: string, killAfter = Infinity): Promise<string> =>
  new Promise((resolve) => {
    const tool = spawn(process.execPath, ['dist/server/main.js', 'keys', word], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    const read = (data: Buffer): void => {
      text += data.toString()
      if (text.split('\n').length > killAfter) tool.kill('SIGKILL')
    }
    tool.stdout.on('data', read)
    tool.stderr.on('data', read)
    tool.once('exit', () => resolve(text))
  })

interface Traffic {
  readonly sent: Map<string, string>
  readonly statuses: Set<number>
  /** Of each request, ms. */
  readonly times: number[]
}
const trafficOf = (): Traffic => ({ sent: new Map(), statuses: new Set(), times: [] })

/** The address of the messages of a direct conversation. */
const talkOf = async (api: Http): Promise<string> => {
  const { conversations } = (
    await api.get<{ conversations: { id: string; type: string }[] }>('/api/conversations')
  ).body
  return `/api/conversations/${conversations.find((c) => c.type === 'direct')?.id}/messages`
}
/** Sends, reads and searches, one after the other, until `work` is over. */
const during = async (
  work: () => Promise<unknown>,
  api: Http,
  talk: string,
  identity: string | undefined,
  { sent, statuses, times }: Traffic,
): Promise<void> => {
  let isOver = false
  const timed = async <T extends { status: number }>(call: Promise<T>): Promise<T> => {
    const begun = performance.now()
    const reply = await call
    times.push(performance.now() - begun)
    statuses.add(reply.status)
    return reply
  }
  const traffic = async (): Promise<void> => {
    while (!isOver) {
      const content = `Pendant la rotation ${sent.size}`
      const reply = await timed(
        api.post<{ id: string }>(talk, {
          content,
          sender_identity_id: identity,
          client_msg_id: randomUUID(),
        }),
      )
      sent.set(reply.body.id, content)
      await timed(api.get(`${talk}?limit=50`))
      await timed(api.get('/api/messages/search?q=rotation'))
    }
  }
  const busy = traffic()
  await work().finally(() => {
    isOver = true
  })
  await busy
}

test('the master key is rotated while members write and read; killed in the middle, it goes on, and the old key can go', async () => {
  let server = await startServer({ DEMO: '1', DATABASE_URL: '' })
  const { dataDir } = server
  const me = await login(server.url, 'demo-2@connivence.test')
  let api = http(server.url, me.token)
  const talk = await talkOf(api)
  const read = async (): Promise<Page['messages']> =>
    (await api.get<Page>(`${talk}?limit=100`)).body.messages
  const before = await read()
  expect(before.length).toBeGreaterThan(0)

  const traffic = trafficOf()
  const { sent, statuses } = traffic
  const identity = me.identityIds[0]
  // the first lines are of the database, which is a part of the way
  await during(() => keys(dataDir, 'rotate', 5), api, talk, identity, traffic)
  expect(await keys(dataDir, 'check')).toMatch(/^\d+ values .*, [1-9]\d* with the old one/m)

  // half rotated, a start needs both keys
  await server.kill('SIGKILL')
  server = await startServer({ DEMO: '1', DATABASE_URL: '', DATA_DIR: dataDir })
  api = http(server.url, me.token)
  await during(() => keys(dataDir, 'rotate'), api, talk, identity, traffic)
  expect([...statuses].sort()).toEqual([200, 201])
  const counts = await keys(dataDir, 'check')
  expect(counts).toMatch(/^\d+ values .*, 0 with the old one, 0 not encrypted, 0 with an unknown/m)
  expect(counts).toMatch(/^\d+ files .*, 0 with the old one, 0 not encrypted, 0 with an unknown/m)

  await server.kill()
  rmSync(join(dataDir, 'master-key.old'))
  server = await startServer({ DEMO: '1', DATABASE_URL: '', DATA_DIR: dataDir })
  api = http(server.url, me.token)
  const now = new Map((await read()).map((m) => [m.id, m.content]))
  for (const [id, content] of [...sent].slice(-40)) expect(now.get(id)).toBe(content)
  expect(
    (await api.get<{ hits: unknown[] }>('/api/messages/search?q=rotation')).body.hits.length,
  ).toBeGreaterThan(0)
  const { media } = (await api.get<{ media: { id: string }[] }>('/api/media')).body
  const link = await api.get<{ signed_url: string }>(`/api/media/${media[0]?.id}/url`)
  expect((await fetch(server.url + link.body.signed_url)).status).toBe(200)
  console.log(`${sent.size} messages sent during the rotation`)
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('10,000 rows get a new key while members write and read: no request fails', async () => {
  const ROWS = 10_000
  const server = await startServer({ DEMO: '1', DATABASE_URL: '' })
  const { dataDir } = server
  const me = await login(server.url, 'demo-2@connivence.test')
  const api = http(server.url, me.token)
  const talk = await talkOf(api)
  const file = new Libsql(join(dataDir, 'connivence.db'), { timeout: 10_000 })
  // the notes are about nobody
  file.exec('pragma foreign_keys = off')
  file.exec(`insert into notes
      (account_id, about_account_id, global_feeling, global_comment, identity_feelings, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
    select '${me.accountId}', 'about-' || i, null, 'Note ' || i, '[]', 0 from n`)
  file.close()
  await keys(dataDir, 'migrate')

  const traffic = trafficOf()
  const begun = performance.now()
  let said = ''
  const rotate = async (): Promise<void> => {
    said = await keys(dataDir, 'rotate')
  }
  await during(rotate, api, talk, me.identityIds[0], traffic)
  const seconds = (performance.now() - begun) / 1000
  const written = Number(/^(\d+) values of the database written/m.exec(said)?.[1])
  expect(written).toBeGreaterThanOrEqual(ROWS)
  expect(said).toMatch(/^\d+ values .*, 0 with the old one, 0 not encrypted, 0 with an unknown/m)
  expect([...traffic.statuses].sort()).toEqual([200, 201])
  const times = [...traffic.times].sort((a, b) => a - b)
  const at = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(0)
  console.log(
    `${written} values in ${seconds.toFixed(1)} s; ${times.length} requests meanwhile: median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${times.at(-1)?.toFixed(0)} ms`,
  )
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
}, 240_000)
