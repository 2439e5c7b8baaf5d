import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { login, type Session } from '../support/http'
import { startServer, type Running } from '../support/process'

let server: Running
let session: Session
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  session = await login(server.url, 'demo-2@connivence.test')
})
afterAll(() => server.close())

const PATHS = [
  'auth/register', 'auth/login', 'auth/refresh', 'auth/verify-email', 'auth/reset-password', 'auth/logout', 'auth/me', 'accounts', 'account/avatar', 'join-links', 'join/x',
  'conversations', 'conversations/start', 'conversations/0/messages', 'conversations/01890000-0000-7000-8000-000000000000/messages', 'conversations/search?q=%00', 'media/upload', 'media/urls',
  'media/../../etc/passwd/url', 'media/01890000-0000-7000-8000-000000000000/bytes?v=full&a=x&e=NaN&s=x', 'presence/offline', 'pusher/auth', 'feedback', 'relations', '%2e%2e/%2e%2e', '__proto__',
]
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small' }, fc.string({ unit: 'binary', maxLength: 200 }), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.array(tie('any'), { maxLength: 4 }), fc.dictionary(fc.oneof(fc.constantFrom('content', 'email', 'password', 'media_ids', 'identityId', '__proto__', 'constructor', 'handle', 'items'), fc.string()), tie('any'), { maxKeys: 5 })),
})).any

describe('malformed input', () => {
  test('700 requests: no 5xx, every refusal in French, the server stays up', async () => {
    const call = fc.record({
      path: fc.constantFrom(...PATHS),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      type: fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'multipart/form-data', 'text/plain', 'application/xml'),
      body: fc.oneof(value.map((v) => JSON.stringify(v)), fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom('{"a":', '[', '--x\r\n\r\n--x--', 'null', `${'['.repeat(5000)}`)),
      signed: fc.boolean(),
      identity: fc.option(fc.constantFrom('x', '01890000-0000-7000-8000-000000000000'), { freq: 5 }),
    })
    for (const one of fc.sample(call, { numRuns: 700, seed: 20261121 })) {
      const response = await fetch(`${server.url}/api/${one.path}`, {
        method: one.method,
        headers: { 'content-type': one.type, ...(one.signed ? { authorization: `Bearer ${session.token}` } : {}), ...(one.identity ? { 'x-active-identity': one.identity } : {}) },
        ...(one.method === 'GET' ? {} : { body: one.body ?? '' }),
      })
      const text = await response.text()
      expect(response.status, `${one.method} ${one.path} ${one.type} ${String(one.body).slice(0, 120)} → ${text.slice(0, 200)}`).toBeLessThan(500)
      expect(text).not.toMatch(/at \w+ \(|node_modules|SQLITE|syntax error/i)
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('300 raw frames and broken requests on the socket: the server stays up', async () => {
    const bytes = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 600 }), { numRuns: 150, seed: 7 })
    const upgrade = 'GET /app/x?protocol=7 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n'
    const send = (head: string, tail: Uint8Array): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(server.port, '127.0.0.1', () => {
          if (head) socket.write(head)
          socket.write(tail)
          setTimeout(() => socket.destroy(), 15)
        })
        socket.on('error', () => undefined).on('close', () => resolve())
      })
    for (const b of bytes) await Promise.all([send('', b), send(upgrade, b)])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(server.output()).not.toMatch(/uncaught|unhandled/i)
  })

  test('a body of 40 MB and one that never ends are refused without being kept', async () => {
    const big = await fetch(`${server.url}/api/feedback`, { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token}` }, body: `{"content":"${'x'.repeat(2_000_000)}"}` })
    expect(big.status).toBe(413)
    const form = new FormData()
    form.set('files', new Blob([new Uint8Array(31 * 1024 * 1024)], { type: 'image/jpeg' }), 'grand.jpg')
    const upload = await fetch(`${server.url}/api/media/upload`, { method: 'POST', headers: { authorization: `Bearer ${session.token}` }, body: form }).then((r) => r.status, () => 413)
    expect(upload).toBe(413)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})
