import pg from 'pg'
import PusherClient from 'pusher-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#contract/messaging/messages'
import { http, login, uuidOf, type Session } from '../support/server/http'
import { stackNeeds, startStack, type Stack } from '../support/server/stack'

const { why } = stackNeeds()
const pause = (ms: number): Promise<void> => new Promise((r) => setTimeout(r, ms))
const eventually = async (
  what: string,
  ask: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<void> => {
  const end = Date.now() + withinMs
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`)
    await pause(20)
  }
}

/** Opens the desk in this session, as the second factor does. */
const unlockDesk = async (url: string, token: string): Promise<void> => {
  const { sub, sid } = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  ) as { sub: string; sid: string }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'insert into staff_unlocks (session_id, user_id, used_at, opened_at) values ($1, $2, $3, $3)',
    [sid, sub, Date.now()],
  )
  await client.end()
}

/**
 * A member's client as the page's worker is one: hints from the socket, and what it missed asked
 * for at each new connection.
 */
class Reader {
  readonly known = new Set<string>()
  heard = 0
  connections = 0
  private since = new Date(0).toISOString()
  readonly pusher: PusherClient
  constructor(
    private readonly base: string,
    readonly session: Session,
    key: string,
    private readonly conversation: string,
  ) {
    this.pusher = new PusherClient(key, {
      cluster: 'local',
      wsHost: '127.0.0.1',
      wsPort: Number(new URL(base).port),
      forceTLS: false,
      enabledTransports: ['ws'],
      channelAuthorization: {
        transport: 'ajax',
        endpoint: '',
        customHandler: (params, answer) =>
          void this.sign(params.socketId, params.channelName).then((a) => answer(null, a)),
      },
    })
    const channel = this.pusher.subscribe(`private-conversation-${conversation}`)
    channel.bind('conversation.message.created', (e: { payload: { message: Message } }) => {
      this.heard += 1
      this.known.add(e.payload.message.id)
    })
    channel.bind('pusher:subscription_succeeded', () => {
      this.connections += 1
      void this.catchUp()
    })
  }
  private async sign(socket_id: string, channel_name: string): Promise<{ auth: string }> {
    for (;;) {
      const answer = await http(this.base, this.session.token)
        .post<{ auth: string }>('/api/pusher/auth', { socket_id, channel_name })
        .catch(() => null)
      if (answer?.status === 200) return answer.body
      await pause(100)
    }
  }
  private async catchUp(): Promise<void> {
    for (;;) {
      const answer = await http(this.base, this.session.token)
        .get<{ messages: Message[]; lastSyncDate: string; hasMore?: boolean }>(
          `/api/conversations/${this.conversation}/sync?since=${encodeURIComponent(this.since)}`,
        )
        .catch(() => null)
      if (answer?.status !== 200) {
        await pause(100)
        continue
      }
      for (const m of answer.body.messages) this.known.add(m.id)
      const again = answer.body.messages.length > 0 && answer.body.lastSyncDate !== this.since
      this.since = answer.body.lastSyncDate
      if (!again) return
    }
  }
}

describe.skipIf(why !== '')(`the full arrangement${why && ` (not run: ${why})`}`, () => {
  let stack: Stack
  let sessions: Session[] = []
  let conversation = ''
  const readers: Reader[] = []
  const acknowledged = new Map<string, string>()
  const bad: string[] = []
  let away = 0
  let sending = true
  const senders: Promise<void>[] = []

  /**
   * One client that sends in order, each message until it is acknowledged; nothing but 201 and an
   * honest 503 may come back.
   */
  const sender = async (n: number): Promise<void> => {
    const session = sessions[n % 2] as Session
    for (let i = 0; sending; i += 1) {
      const client_msg_id = uuidOf(`pile ${n} ${i}`)
      const body = JSON.stringify({
        content: `pile ${n} message ${i}`,
        sender_identity_id: session.identityIds[0],
        client_msg_id,
      })
      for (;;) {
        const answer = await fetch(`${stack.url}/api/conversations/${conversation}/messages`, {
          method: 'POST',
          headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
          body,
        }).catch(() => null)
        const text = (await answer?.text().catch(() => '')) ?? ''
        if (answer?.status === 201) {
          acknowledged.set(client_msg_id, (JSON.parse(text) as Message).id)
          break
        }
        if (answer?.status === 503 && answer.headers.get('retry-after')) away += 1
        else if (answer)
          bad.push(
            `${answer.status} ${answer.headers.get('retry-after') ?? 'without Retry-After'} ${text.slice(0, 200)}`,
          )
        await pause(100)
      }
      await pause(80)
    }
  }
  const photo = async (): Promise<{ status: number; retry: string | null }> => {
    const form = new FormData()
    form.append(
      'files',
      new Blob(
        [
          await sharp({ create: { width: 64, height: 64, channels: 3, background: '#824' } })
            .jpeg()
            .toBuffer(),
        ],
        { type: 'image/jpeg' },
      ),
      'photo.jpg',
    )
    const answer = await fetch(`${stack.url}/api/media/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sessions[0]?.token}` },
      body: form,
    })
    await answer.text()
    return { status: answer.status, retry: answer.headers.get('retry-after') }
  }
  const goOn = async (): Promise<void> => {
    const from = acknowledged.size
    await eventually('sends are acknowledged again', () => acknowledged.size >= from + 20, 30_000)
  }
  const inStep = (): Promise<void> => {
    const wanted = [...acknowledged.values()]
    const missing = (): string =>
      readers
        .map(
          (r) =>
            `${r.pusher.connection.state} ${r.connections} connections, misses ${wanted.filter((id) => !r.known.has(id)).length}`,
        )
        .join('; ')
    const failures = (): string[] =>
      stack.servers.flatMap((s) =>
        s
          .output()
          .split('\n')
          .filter((line) => line.includes('bus handler failed'))
          .map((line) => line.slice(-300)),
      )
    return eventually(
      'every reader has every acknowledged message',
      () => readers.every((r) => wanted.every((id) => r.known.has(id))),
      30_000,
    ).catch((e: Error) => {
      throw new Error([`${e.message}: ${missing()}`, ...failures().slice(-5)].join('\n'))
    })
  }

  beforeAll(async () => {
    stack = await startStack()
    sessions = [
      await login(stack.url, 'demo-2@connivence.test'),
      await login(stack.url, 'demo-3@connivence.test'),
    ]
    const [one, two] = sessions as [Session, Session]
    const { body: me } = await http(stack.url, two.token).get<{
      account: { account_handle: string }
    }>('/api/auth/me')
    conversation = (
      await http(stack.url, one.token).post<{ conversation: { id: string } }>(
        '/api/conversations/start',
        { handle: me.account.account_handle },
      )
    ).body.conversation.id
    const { body } = await http(stack.url).get<{ realtime: { key: string } }>('/api/config')
    for (let i = 0; i < 6; i += 1)
      readers.push(
        new Reader(stack.url, sessions[i % 2] as Session, body.realtime.key, conversation),
      )
    await eventually(
      'all readers are subscribed',
      () => readers.every((r) => r.connections > 0),
      10_000,
    )
    for (let n = 0; n < 5; n += 1) senders.push(sender(n))
  })
  afterAll(async () => {
    sending = false
    for (const r of readers) r.pusher.disconnect()
    await Promise.all(senders)
    await stack.close()
  })

  test('requests go round, and a message reaches the sockets of both processes', async () => {
    await goOn()
    expect([...stack.balancer.answered.values()].every((n) => n > 5)).toBe(true)
    expect(stack.balancer.answered.size).toBe(2)
    expect(readers.every((r) => r.heard > 0)).toBe(true)
  })

  test('PostgreSQL cut 5 times under the sends', async () => {
    for (let i = 0; i < 5; i += 1) {
      await stack.postgres.kill()
      await stack.postgres.start()
      await goOn()
    }
    await inStep()
    expect(away).toBeGreaterThan(0)
  })

  test('Redis killed and back', async () => {
    const before = readers.map((r) => r.connections)
    await stack.redis.kill()
    await goOn()
    await stack.redis.start()
    await eventually(
      'every reader has come back',
      () => readers.every((r, i) => r.connections > (before[i] ?? 0)),
      15_000,
    )
    await inStep()
  })

  test('S3 away: photos wait with 503 and Retry-After, discussions go on; back, photos too', async () => {
    expect((await photo()).status).toBe(201)
    await stack.s3.stop()
    const refused = await photo()
    expect(refused.status).toBe(503)
    expect(Number(refused.retry)).toBeGreaterThan(0)
    await goOn()
    for (const server of stack.servers)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await stack.s3.start()
    expect((await photo()).status).toBe(201)
  })

  test('one process killed (-9), the other stopped in order', async () => {
    await stack.servers[0]?.kill('SIGKILL')
    await goOn()
    await stack.restart(0)
    const stopped = stack.servers[1]?.kill('SIGTERM')
    await goOn()
    expect(await stopped).toBe(0)
    await stack.restart(1)
    await goOn()
    await inStep()
  })

  test('nothing acknowledged is lost or double, and no request was ever answered 500', async () => {
    sending = false
    await Promise.all(senders)
    await inStep()
    expect(bad).toEqual([])
    const list: Message[] = []
    for (let before = ''; ;) {
      const { body } = await http(stack.url, sessions[0]?.token).get<{
        messages: Message[]
        hasMore: boolean
      }>(`/api/conversations/${conversation}/messages?limit=100${before}`)
      list.unshift(...body.messages)
      if (!body.hasMore) break
      before = `&oldestLoadedMessageId=${body.messages[0]?.id}`
    }
    const mine = list.filter((m) => m.content.startsWith('pile '))
    expect(new Set(mine.map((m) => m.clientMsgId)).size).toBe(mine.length)
    expect(mine.map((m) => m.id).sort()).toEqual([...acknowledged.values()].sort())
    for (let n = 0; n < 5; n += 1) {
      const order = mine
        .filter((m) => m.content.startsWith(`pile ${n} `))
        .map((m) => Number(m.content.split(' ').at(-1)))
      expect(order).toEqual([...order].sort((x, y) => x - y))
    }
  })

  test('a suspension decided on one process closes the socket, the calls and the photo links of the other', async () => {
    // the suspended member is one of the senders
    sending = false
    await Promise.all(senders)
    const [here, there] = stack.servers.map((server) => server.url) as [string, string]
    const staff = await login(here, 'demo-staff@connivence.test')
    const member = await login(there, 'demo-2@connivence.test')
    const { body: config } = await http(there).get<{ realtime: { key: string } }>('/api/config')
    const reader = new Reader(there, member, config.realtime.key, conversation)
    let isClosed = false
    reader.pusher.connection.bind('state_change', ({ previous }: { previous: string }) => {
      if (previous === 'connected') isClosed = true
    })
    await eventually('the socket is subscribed', () => reader.connections > 0, 10_000)
    const call = () => http(there, member.token).get('/api/news')
    const own = await http(there, member.token).get<{ account: { avatar_url: string } }>(
      '/api/auth/me',
    )
    const link = await http(there, member.token).get<{ signed_url: string }>(
      own.body.account.avatar_url,
    )
    const { pathname, search } = new URL(link.body.signed_url, there)
    const picture = () => fetch(`${there}${pathname}${search}`)
    expect([(await call()).status, (await picture()).status]).toEqual([200, 200])

    await unlockDesk(stack.postgres.url, staff.token)
    const desk = http(here, staff.token)
    const opened = await desk.post<{ id: string }>(`/api/staff/accounts/${member.accountId}/case`, {
      reason: 'harassment',
    })
    const { body } = await desk.get<{ case: { line: { version: number } } }>(
      `/api/staff/cases/${opened.body.id}`,
    )
    const decided = await desk.post(`/api/staff/cases/${opened.body.id}/decide`, {
      version: body.case.line.version,
      measure: 'suspend',
      rule: 'respect',
      facts: 'Des messages insistants.',
      days: 1,
    })
    expect(decided.status).toBe(200)
    const from = performance.now()
    await eventually('the call is refused', async () => (await call()).status === 403, 5_000)
    await eventually('the photo is gone', async () => (await picture()).status !== 200, 5_000)
    await eventually('the socket is closed', () => isClosed, 5_000)
    console.log(
      `felt on the other process ${Math.round(performance.now() - from)} ms after the reply`,
    )
    reader.pusher.disconnect()
  })
})
