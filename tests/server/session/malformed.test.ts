import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/route'
import { testApp } from '../../support/server/server'
import { registration } from '../mailbox'

const PASSWORD = 'un-bon-mot-de-passe'

test('1,000 malformed requests: no 5xx, and the server still answers', async () => {
  const t = await testApp()
  try {
    const member = await t.member('solide', ['woman', 'man'])
    const valid: Record<string, unknown> = {
      register: registration('x@test.invalid'),
      login: { email: member.email, password: PASSWORD },
      verifyEmail: { token: 'x'.repeat(43) },
      resendVerification: { email: 'x@test.invalid' },
      forgotPassword: { email: 'x@test.invalid' },
      resetPassword: { token: 'x'.repeat(43), password: PASSWORD },
      createAccount: {
        account_handle: 'autre',
        identities: [{ identity_handle: 'autre', gender: 'man', is_primary: true }],
      },
      setAvatar: { mediaId: null },
      createJoinLink: { kind: 'member' },
      sendFeedback: { content: 'Merci', url_path: '/' },
    }
    const routes = t.app.served.filter(
      (r) =>
        /^\/(auth|accounts|join|join-links|relations|feedback)\b/.test(r.path) && r.id !== 'logout',
    )
    const nasty = fc.oneof(
      fc.constantFrom(
        '\0',
        'a\0b',
        '\ud800',
        '',
        ' ',
        '__proto__',
        '%',
        "'; drop table users --",
        'x'.repeat(5000),
        '../../x',
        '{{7*7}}',
        '‮',
        'é'.repeat(300),
        'a@b.c\0',
      ),
      fc.string({ unit: 'binary' }),
      fc.jsonValue(),
      fc.constant(null),
      fc.double(),
      fc.constant({ ['__proto__']: 1, constructor: 2 }),
    )
    const one = fc.record({
      route: fc.constantFrom(...routes),
      key: fc.nat(5),
      value: nasty,
      whole: fc.boolean(),
      segment: fc.oneof(
        fc.uuid(),
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.constantFrom('%00', '..%2f', 'x'.repeat(290), "' or 1=1"),
      ),
      raw: fc.option(
        fc.constantFrom('{', '[]', '"x"', 'null', '{"a":', 'a=b&c', '\0', '{"__proto__":{"x":1}}'),
        { freq: 6 },
      ),
      cookie: fc.option(
        fc.string({ unit: 'grapheme-ascii' }).filter((s) => !/[\r\n]/.test(s)),
        { freq: 4 },
      ),
      type: fc.constantFrom(
        'application/json',
        'application/json',
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        'x',
      ),
      bearer: fc.constantFrom(member.token, member.token, 'x.y.z', ''),
    })
    const send = async (c: (typeof cases)[number]): Promise<number> => {
      const base = valid[c.route.id] as Record<string, unknown> | undefined
      const names = Object.keys(base ?? {})
      const body =
        c.whole || !base ? c.value : { ...base, [names[c.key % names.length] ?? 'x']: c.value }
      const payload = c.raw ?? JSON.stringify(body) ?? ''
      const answer = await t.app.fastify.inject({
        method: c.route.method,
        url: `/api${fillPath(c.route.path, { id: c.segment.isWellFormed() ? c.segment : 'x', token: c.segment.isWellFormed() ? c.segment : 'x' })}`,
        headers: {
          ...(c.bearer ? { authorization: `Bearer ${c.bearer}` } : {}),
          ...(c.cookie ? { cookie: `refresh=${c.cookie}` } : {}),
          ...(c.route.method === 'GET' ? {} : { 'content-type': c.type }),
        },
        ...(c.route.method === 'GET' ? {} : { payload }),
      })
      if (answer.statusCode >= 500) console.error(c.route.id, payload.slice(0, 300), answer.body)
      return answer.statusCode
    }
    const cases = fc.sample(one, { numRuns: 1000, seed: 20261121 })
    const statuses: number[] = []
    for (let i = 0; i < cases.length; i += 40)
      statuses.push(...(await Promise.all(cases.slice(i, i + 40).map(send))))
    expect(statuses.filter((s) => s >= 500)).toEqual([])
    expect(new Set(statuses).size).toBeGreaterThan(4)
    expect((await member.raw('GET', '/api/auth/me')).status).toBe(200)
  } finally {
    await t.close()
  }
})
