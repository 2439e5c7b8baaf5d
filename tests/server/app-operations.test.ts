import { describe, expect, test } from 'vitest'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { login } from '#contract/session/session'
import { newId } from '../../server/tokens'
import { setUp, lines, t, metrics } from './app-setup'

setUp()

describe('operations', () => {
  test('health, readiness, and figures on a port of their own', async () => {
    expect((await t.client().raw('GET', '/healthz')).body).toEqual({ ok: true })
    expect((await t.client().raw('GET', '/readyz')).body).toEqual({ ok: true })
    expect((await t.client().raw('GET', '/metrics')).status).toBe(404)
    expect((await t.client().raw('GET', '/api/config')).status).toBe(200)
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
    expect(text).toMatch(/http_request_seconds_bucket\{le="0.002",route="config"/)
    expect(text).toMatch(/realtime\{figure="sockets"\} 0/)
  })

  test('a health check that succeeds is not logged', async () => {
    for (const path of ['/healthz', '/readyz', '/api/config']) await t.client().raw('GET', path)
    const log = lines.join('')
    expect(log).toContain('"path":"/api/config"')
    expect(log).not.toMatch(/"path":"\/(healthz|readyz)"/)
  })

  test('the API describes itself: every served route is in OpenAPI 3.1 and on the page', async () => {
    const spec = (await t.client().raw('GET', '/api/openapi.json')).body as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string }>>
    }
    expect(spec.openapi).toBe('3.1.0')
    const ids = Object.values(spec.paths).flatMap((p) => Object.values(p).map((o) => o.operationId))
    expect(ids.sort()).toEqual(t.app.served.map((r) => r.id).sort())
    const page = String((await t.client().raw('GET', '/api/docs')).body)
    for (const route of t.app.served) expect(page).toContain(`id="${route.id}"`)
    expect(page).not.toMatch(/<script/)
    // built once: a client that has it transfers nothing
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const { headers } = await t.app.fastify.inject(url)
      const again = await t.app.fastify.inject({
        url,
        headers: { 'if-none-match': String(headers['etag']) },
      })
      expect([again.statusCode, again.body], url).toEqual([304, ''])
    }
  })

  test('logs hold no token, password, e-mail, handle or message text', async () => {
    const a = await t.member('journal_a')
    const b = await t.member('journal_b')
    await t.client().call(login, { body: { email: a.email, password: 'MOT-SECRET-42' } })
    const { body } = await a.call(startConversation, { body: { handle: b.handle } })
    await a.call(sendMessage, {
      params: { id: body.conversation.id },
      body: {
        content: 'TEXTE-SECRET-42',
        sender_identity_id: a.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    await a.raw('GET', '/api/conversations/search?q=RECHERCHE-SECRETE')
    await a.raw('GET', `/api/join/${'j'.repeat(43)}`)
    await a.raw('POST', '/api/conversations/start', {
      payload: '{"handle": "CASSE-SECRET',
      headers: { 'content-type': 'application/json' },
    })
    const log = lines.join('')
    expect(log).toMatch(/"path":"\/api\/conversations/)
    for (const secret of [
      a.token,
      a.email,
      'MOT-SECRET-42',
      'TEXTE-SECRET-42',
      'RECHERCHE-SECRETE',
      'journal_b',
      'j'.repeat(43),
      'CASSE-SECRET',
    ])
      expect(log.includes(secret), secret).toBe(false)
  })

  test('a U+0000 in a text is dropped before anything stores it', async () => {
    const [a, b] = [await t.member('nul_a'), await t.member('nul_b')]
    const { body } = await a.call(startConversation, { body: { handle: b.handle } })
    const sent = await a.call(sendMessage, {
      params: { id: body.conversation.id },
      body: {
        content: 'un\u0000deux \\u0000 trois',
        sender_identity_id: a.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    expect(sent.body.content).toBe('undeux \\u0000 trois')
  })
})
