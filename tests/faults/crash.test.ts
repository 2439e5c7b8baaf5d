import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Message } from '#contract/messaging/messages'
import { http, login, uuidOf, type Session } from '../support/server/http'
import { freePort, startServer, type RunningServer } from '../support/server/process'

const dirs: string[] = []
const newDir = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'connivence-crash-'))
  dirs.push(dir)
  return dir
}
afterAll(() => dirs.forEach((d) => rmSync(d, { recursive: true, force: true })))

const allMessages = async (base: string, session: Session, id: string): Promise<Message[]> => {
  const found: Message[] = []
  let before = ''
  for (;;) {
    const page = await http(base, session.token).get<{ messages: Message[]; hasMore: boolean }>(
      `/api/conversations/${id}/messages?limit=100${before}`,
    )
    expect(page.status).toBe(200)
    found.unshift(...page.body.messages)
    if (!page.body.hasMore) return found
    before = `&oldestLoadedMessageId=${page.body.messages[0]?.id}`
  }
}

describe('kill -9', () => {
  test('300 sends from 5 clients: nothing acknowledged is lost, doubled or reordered', async () => {
    const DATA_DIR = newDir()
    const PORT = String(await freePort())
    const settings = { DATA_DIR, PORT, DEMO: '1' }
    let server: RunningServer = await startServer(settings)
    const sessions = [
      await login(server.url, 'demo-1@connivence.test'),
      await login(server.url, 'demo-2@connivence.test'),
    ]
    const [one, two] = sessions as [Session, Session]
    const me2 = await http(server.url, two.token).get<{ account: { account_handle: string } }>(
      '/api/auth/me',
    )
    const started = await http(server.url, one.token).post<{ conversation: { id: string } }>(
      '/api/conversations/start',
      { handle: me2.body.account.account_handle },
    )
    const id = started.body.conversation.id
    const acknowledged = new Map<string, string>()
    let kills = 0

    /** One client: sends its share in order, repeating each until it is acknowledged. */
    const client = async (n: number): Promise<void> => {
      const session = n % 2 === 0 ? one : two
      for (let i = 0; i < 60; i += 1) {
        const client_msg_id = uuidOf(`client ${n} message ${i}`)
        const body = {
          content: `client ${n} message ${i}`,
          sender_identity_id: session.identityIds[0],
          client_msg_id,
        }
        for (;;) {
          const answer = await http(server.url, session.token)
            .post<Message>(`/api/conversations/${id}/messages`, body)
            .catch(() => null)
          if (answer?.status === 201) {
            acknowledged.set(client_msg_id, answer.body.id)
            break
          }
          if (answer && answer.status < 500)
            throw new Error(`refused: ${answer.status} ${JSON.stringify(answer.body)}`)
          await new Promise((r) => setTimeout(r, 20))
        }
      }
    }
    const killer = async (): Promise<void> => {
      for (const at of [60, 150, 240]) {
        while (acknowledged.size < at) await new Promise((r) => setTimeout(r, 3))
        await server.kill('SIGKILL')
        kills += 1
        server = await startServer(settings)
      }
    }
    await Promise.all([killer(), ...[0, 1, 2, 3, 4].map(client)])
    expect(kills).toBe(3)
    expect(acknowledged.size).toBe(300)

    const seen = await Promise.all([one, two].map((s) => allMessages(server.url, s, id)))
    const sent = seen.map((list) => list.filter((m) => m.content.startsWith('client ')))
    for (const list of sent) {
      expect(list).toHaveLength(300)
      expect(new Set(list.map((m) => m.clientMsgId)).size).toBe(300)
      for (const [clientId, messageId] of acknowledged)
        expect(list.find((m) => m.id === messageId)?.clientMsgId).toBe(clientId)
      // each client's own order is kept
      for (let n = 0; n < 5; n += 1)
        expect(
          list.filter((m) => m.content.startsWith(`client ${n} `)).map((m) => m.content),
        ).toEqual(Array.from({ length: 60 }, (_, i) => `client ${n} message ${i}`))
    }
    expect(sent[0]?.map((m) => m.id)).toEqual(sent[1]?.map((m) => m.id))
    await server.close()
  })

  test('a second server on one folder is refused; after kill -9 the next start takes over', async () => {
    const DATA_DIR = newDir()
    const first = await startServer({ DATA_DIR })
    await expect(startServer({ DATA_DIR })).rejects.toThrow(/A server already uses the folder/)
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
    await first.kill('SIGKILL')
    const next = await startServer({ DATA_DIR })
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
    await next.close()
  })

  test('an orderly stop finishes the request that runs and ends within 10 s', async () => {
    const server = await startServer({ DEMO: '1' })
    const session = await login(server.url, 'demo-2@connivence.test')
    const running = http(server.url, session.token).get('/api/conversations')
    const from = Date.now()
    const [answer, code] = await Promise.all([running, server.kill('SIGTERM')])
    expect(answer.status).toBe(200)
    expect(code).toBe(0)
    expect(Date.now() - from).toBeLessThan(10_000)
    await server.close()
  })

  test('a wrong setting stops the start with one clear sentence', async () => {
    await expect(startServer({ PORT: '99999' })).rejects.toThrow(
      /PORT="99999" is not a valid value/,
    )
    await expect(startServer({ NODE_ENV: 'production', DEMO: '1' })).rejects.toThrow(
      /DEMO_IN_PRODUCTION=1/,
    )
    await expect(startServer({ DATABASE_URL: 'mysql://x' })).rejects.toThrow(
      /DATABASE_URL must begin with postgres/,
    )
    await expect(startServer({ S3_BUCKET: 'photos' })).rejects.toThrow(/S3_ENDPOINT/)
  })
})
