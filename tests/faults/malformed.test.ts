import { connect } from 'node:net'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors'
import { http, login, type Session } from '../support/server/http'
import { startServer, type RunningServer } from '../support/server/process'

let server: RunningServer
let session: Session
let key: string
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  session = await login(server.url, 'demo-2@connivence.test')
  key = (await http(server.url).get<{ realtime: { key: string } }>('/api/config')).body.realtime.key
})
afterAll(() => server.close())

const NOBODY = '01890000-0000-7000-8000-000000000000'
const PATHS = [
  'auth/register',
  'auth/login',
  'auth/refresh',
  'auth/verify-email',
  'auth/reset-password',
  'auth/logout',
  'auth/me',
  'accounts',
  'account/avatar',
  'join-links',
  'join/x',
  'conversations',
  'conversations/start',
  'conversations/0/messages',
  `conversations/${NOBODY}/messages`,
  `conversations/${NOBODY}/sync?since=%00`,
  'conversations/search?q=%00',
  'media/upload',
  'media/urls',
  'media/../../etc/passwd/url',
  `media/${NOBODY}/bytes?v=full&a=x&e=NaN&s=x`,
  'presence/offline',
  'pusher/auth',
  'feedback',
  'relations',
  '%2e%2e/%2e%2e',
  '__proto__',
  '%',
  '%c3%28',
]
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          'content',
          'email',
          'password',
          'media_ids',
          'identityId',
          '__proto__',
          'constructor',
          'handle',
          'items',
        ),
        fc.string(),
      ),
      tie('any'),
      { maxKeys: 5 },
    ),
  ),
})).any
const SENTENCES: readonly string[] = Object.values(ERRORS).map(([, sentence]) => sentence)

/** Neither a failure of the server nor anything of its inside; a refusal is one of the contract's sentences. */
const expectRefusal = (status: number, text: string, what: string): void => {
  expect(status, `${what} → ${text.slice(0, 200)}`).toBeLessThan(500)
  expect(text, what).not.toMatch(/at \w+ \(|node_modules|SQLITE|syntax error/i)
  if (status >= 400)
    expect(SENTENCES, what).toContain((JSON.parse(text) as { error: string }).error)
}
const alive = async (): Promise<void> => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(server.output()).not.toMatch(/uncaught|unhandled/i)
}
const stored = (): number =>
  readdirSync(join(server.dataDir, 'media'), { recursive: true, withFileTypes: true }).filter((e) =>
    e.isFile(),
  ).length

describe('malformed input', () => {
  test('640 requests: no 5xx, every refusal in a sentence of the contract, the server stays up', async () => {
    const call = fc.record({
      path: fc.constantFrom(...PATHS),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      type: fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'multipart/form-data',
        'text/plain',
        'application/xml',
      ),
      body: fc.oneof(
        value.map((v) => JSON.stringify(v)),
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.constantFrom('{"a":', '[', '--x\r\n\r\n--x--', 'null', '['.repeat(5000)),
      ),
      signed: fc.boolean(),
      identity: fc.option(fc.constantFrom('x', NOBODY), { freq: 5 }),
    })
    for (const one of fc.sample(call, { numRuns: 640, seed: 20261121 })) {
      const response = await fetch(`${server.url}/api/${one.path}`, {
        method: one.method,
        // logging out with it would end the session that the other calls need
        headers: {
          'content-type': one.type,
          ...(one.signed && one.path !== 'auth/logout'
            ? { authorization: `Bearer ${session.token}` }
            : {}),
          ...(one.identity ? { 'x-active-identity': one.identity } : {}),
        },
        ...(one.method === 'GET' ? {} : { body: one.body ?? '' }),
      })
      expectRefusal(
        response.status,
        await response.text(),
        `${one.method} ${one.path} ${one.type} ${String(one.body).slice(0, 120)}`,
      )
    }
    expect((await http(server.url, session.token).get('/api/auth/me')).status).toBe(200)
    await alive()
  })

  test('60 uploads of broken, cut and disguised files: refused, nothing stays on the disk', async () => {
    const before = stored()
    const good = await sharp({
      create: { width: 400, height: 300, channels: 3, background: '#845' },
    })
      .jpeg()
      .toBuffer()
    const head = (name: string, type: string): string =>
      `--x\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
    const file = fc.oneof(
      fc.uint8Array({ minLength: 0, maxLength: 3000 }).map((b) => Buffer.from(b)),
      // a picture's beginning with anything behind
      fc
        .record({ cut: fc.integer({ min: 2, max: 160 }), tail: fc.uint8Array({ maxLength: 600 }) })
        .map(({ cut, tail }) => Buffer.concat([good.subarray(0, cut), tail])),
      fc.constantFrom(
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        Buffer.from('%PDF-1.7\n'),
        Buffer.from('GIF89a'),
        Buffer.from('<html><script>alert(1)</script>'),
      ),
    )
    const form = fc.record({
      file,
      name: fc.constantFrom('photo.jpg', '../../etc/passwd', 'a.svg', '\u0000', 'x'.repeat(4000)),
      type: fc.constantFrom('image/jpeg', 'image/svg+xml', 'text/html', 'x'),
      end: fc.constantFrom('\r\n--x--\r\n', '\r\n--x', '', '--x--\r\n--x--'),
    })
    for (const one of fc.sample(form, { numRuns: 60, seed: 8 })) {
      const body = Buffer.concat([
        Buffer.from(head(one.name, one.type)),
        one.file,
        Buffer.from(one.end),
      ])
      const response = await fetch(`${server.url}/api/media/upload`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${session.token}`,
          'content-type': 'multipart/form-data; boundary=x',
        },
        body,
      })
      const text = await response.text()
      expectRefusal(
        response.status,
        text,
        `${one.name.slice(0, 20)} ${one.type} ${one.file.length} bytes`,
      )
      expect(response.status).toBeGreaterThanOrEqual(400)
    }
    expect(stored()).toBe(before)
    await alive()
  })

  test('300 raw frames and broken requests on the socket: the server stays up and serves the others', async () => {
    const upgrade = `GET /app/${key}?protocol=7 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`
    /** A frame as a client sends it (masked with zeros), whatever it says. */
    const frame = (text: string, opcode = 1): Buffer => {
      const body = Buffer.from(text)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(body.length)
      return Buffer.concat([
        Buffer.from([0x80 | opcode, 0x80 | 126]),
        length,
        Buffer.alloc(4),
        body,
      ])
    }
    let upgraded = 0
    const send = (head: string, tail: Uint8Array): Promise<void> =>
      new Promise((resolve) => {
        const end = (): unknown => setTimeout(() => socket.destroy(), 15)
        const socket = connect(server.port, '127.0.0.1', () => {
          if (head) socket.write(head)
          socket.write(tail)
          if (!head) end()
        })
        // a busy server takes longer than 15 ms to upgrade
        socket.once('data', (d) => {
          if (d.includes('101 Switching')) upgraded += 1
          end()
        })
        socket.setTimeout(2_000, () => socket.destroy())
        socket.on('error', () => undefined).on('close', () => resolve())
      })
    const event = fc.record({
      event: fc.oneof(
        fc.constantFrom(
          'pusher:subscribe',
          'pusher:unsubscribe',
          'pusher:ping',
          'client-x',
          '__proto__',
        ),
        fc.string(),
      ),
      channel: fc.option(fc.string(), { nil: undefined }),
      data: fc.oneof(
        value,
        fc.record({
          channel: fc.oneof(
            value,
            fc.constantFrom(`private-account-${NOBODY}`, 'private-', 'presence-:', ''),
          ),
          auth: value,
          channel_data: value,
        }),
      ),
    })
    const frames = fc.sample(
      fc.oneof(
        event.map((e) => frame(JSON.stringify(e))),
        fc.string({ unit: 'binary', maxLength: 300 }).map((t) => frame(t)),
        fc.uint8Array({ minLength: 1, maxLength: 600 }),
        fc.integer({ min: 0, max: 15 }).map((o) => frame('x', o)),
      ),
      { numRuns: 150, seed: 7 },
    )
    const bytes = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 600 }), {
      numRuns: 150,
      seed: 9,
    })
    for (const [i, f] of frames.entries())
      await Promise.all([send(upgrade, f), send('', bytes[i] as Uint8Array)])
    expect(upgraded).toBe(150)
    await alive()
  })

  test('bodies that are too large or never end are refused while they come', async () => {
    const before = stored()
    const big = await fetch(`${server.url}/api/feedback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token}` },
      body: `{"content":"${'x'.repeat(2_000_000)}"}`,
    })
    expect(big.status).toBe(413)
    const form = new FormData()
    form.set(
      'files',
      new Blob([new Uint8Array(31 * 1024 * 1024)], { type: 'image/jpeg' }),
      'grand.jpg',
    )
    const upload = await fetch(`${server.url}/api/media/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}` },
      body: form,
    })
    expect([upload.status, ((await upload.json()) as { error: string }).error]).toEqual([
      413,
      'Cette photo dépasse 30 Mo.',
    ])
    let sent = 0
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(
          `POST /api/feedback HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${session.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
        )
        const more = setInterval(() => {
          sent += 64 * 1024
          socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`)
        }, 5)
        socket.once('data', (d) => {
          clearInterval(more)
          socket.destroy()
          resolve(d.toString())
        })
        socket.once('error', (e) => {
          clearInterval(more)
          reject(e)
        })
      })
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413/)
    expect(sent).toBeLessThan(5_000_000)
    expect(stored()).toBe(before)
    await alive()
  })
})
