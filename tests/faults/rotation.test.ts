import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { http, login } from '../support/server/http'
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

test('the master key is rotated while members write and read; killed in the middle, it goes on, and the old key can go', async () => {
  let server = await startServer({ DEMO: '1', DATABASE_URL: '' })
  const { dataDir } = server
  const me = await login(server.url, 'demo-2@connivence.test')
  let api = http(server.url, me.token)
  const { conversations } = (
    await api.get<{ conversations: { id: string; type: string }[] }>('/api/conversations')
  ).body
  const talk = `/api/conversations/${conversations.find((c) => c.type === 'direct')?.id}/messages`
  const read = async (): Promise<Page['messages']> =>
    (await api.get<Page>(`${talk}?limit=100`)).body.messages
  const before = await read()
  expect(before.length).toBeGreaterThan(0)

  const sent = new Map<string, string>()
  const statuses = new Set<number>()
  const traffic = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const content = `Pendant la rotation ${sent.size}`
      const reply = await api.post<{ id: string }>(talk, {
        content,
        sender_identity_id: me.identityIds[0],
        client_msg_id: randomUUID(),
      })
      statuses.add(reply.status)
      sent.set(reply.body.id, content)
      statuses.add((await api.get(`${talk}?limit=50`)).status)
      statuses.add((await api.get('/api/messages/search?q=rotation')).status)
    }
  }
  let isOver = false
  const first = traffic(() => isOver)
  // the first lines are of the database, which is a part of the way
  await keys(dataDir, 'rotate', 5)
  isOver = true
  await first
  expect(await keys(dataDir, 'check')).toMatch(/^\d+ values .*, [1-9]\d* with the old one/m)

  // half rotated, a start needs both keys
  await server.kill('SIGKILL')
  server = await startServer({ DEMO: '1', DATABASE_URL: '', DATA_DIR: dataDir })
  api = http(server.url, me.token)
  isOver = false
  const second = traffic(() => isOver)
  await keys(dataDir, 'rotate')
  isOver = true
  await second
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
