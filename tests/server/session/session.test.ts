import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { login, logout, me, refresh } from '#contract/session/session'
import { testApp, type Client } from '../../support/server/server'
import { newcomer } from '../mailbox'
import { setUp, t, HOUR, DAY, later } from './session-setup'

setUp()

const copyOf = (client: Client): Client =>
  Object.assign(t.client(), { token: client.token, cookie: client.cookie })

describe('refresh', () => {
  test('CORE-140: with the cookie a new token and a new cookie, without it 401', async () => {
    const client = await newcomer(t, 'renouveau@exemple.fr')
    const before = client.cookie
    const answer = await client.call(refresh)
    expect(answer.status).toBe(200)
    expect(client.cookie).not.toBe(before)
    client.token = answer.body.token
    expect((await client.call(me)).status).toBe(200)
    expect((await t.client().call(refresh)).status).toBe(401)
    expect(
      (await Object.assign(t.client(), { cookie: 'refresh=inconnu' }).call(refresh)).status,
    ).toBe(401)
  })

  test('the cookie is HttpOnly, SameSite=Strict, limited to /api/auth, 30 days; its value is in no body', async () => {
    const client = await newcomer(t, 'biscuit@exemple.fr')
    const answer = await client.call(refresh)
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie.split('; ').sort()).toEqual(
      [
        cookie.split(';', 1)[0],
        'HttpOnly',
        `Max-Age=${30 * 24 * 3600}`,
        'Path=/api/auth',
        'SameSite=Strict',
      ].sort(),
    )
    expect(JSON.stringify(answer.body)).not.toContain(client.cookie?.split('=')[1])
    const secrets = await t.ctx.db.selectFrom('refresh_tokens').select('token_hash').execute()
    expect(secrets.map((s) => s.token_hash)).not.toContain(client.cookie?.split('=')[1])
  })

  test('under https the cookie is Secure, of this host alone and named so; the earlier name is read once', async () => {
    const https = await testApp({ PUBLIC_URL: 'https://connivence.example' })
    try {
      await https.member('securise')
      const client = https.client()
      const answer = await client.call(login, {
        body: { email: 'securise@test.invalid', password: 'un-bon-mot-de-passe' },
      })
      expect(String(answer.headers['set-cookie'])).toMatch(
        /^__Host-refresh=[\w-]{43}; (?=.*Path=\/;)(?!.*Domain).*Secure/,
      )
      expect((await client.call(refresh)).status).toBe(200)
      // a session from before the name changed goes on, under the new one
      client.cookie = client.cookie?.replace('__Host-', '__Secure-') ?? ''
      const renewed = await client.call(refresh)
      expect(renewed.status).toBe(200)
      expect(renewed.headers['set-cookie']).toEqual([
        expect.stringMatching(/^__Host-refresh=[\w-]{43};/),
        expect.stringMatching(/^__Secure-refresh=; .*Path=\/api\/auth; Expires=Thu, 01 Jan 1970/),
      ])
      const out = await client.call(logout)
      expect(out.headers['clear-site-data']).toBe('"cache"')
      expect(String(out.headers['set-cookie'])).toMatch(/^__Host-refresh=; .*Path=\/;/)
    } finally {
      await https.close()
    }
  })

  test('ten concurrent refreshes with one token all succeed', async () => {
    const client = await newcomer(t, 'onglets@exemple.fr')
    const tabs = Array.from({ length: 10 }, () => copyOf(client))
    const answers = await Promise.all(tabs.map((tab) => tab.call(refresh)))
    expect(answers.map((a) => a.status)).toEqual(Array(10).fill(200))
    expect(new Set(tabs.map((tab) => tab.cookie)).size).toBe(10)
    // any of the cookies works, also much later
    const kept = tabs[3] as Client
    expect((await later(HOUR, () => kept.call(refresh))).status).toBe(200)
    expect((await client.call(me)).status).toBe(200)
  })

  test('a token whose response was lost is valid until its child is used', async () => {
    const client = await newcomer(t, 'tunnel@exemple.fr')
    const before = copyOf(client)
    await client.call(refresh)
    const retried = copyOf(before)
    expect((await later(11_500, () => retried.call(refresh))).status).toBe(200)
    expect((await later(DAY, () => copyOf(before).call(refresh))).status).toBe(200)
    expect((await later(DAY + HOUR, () => retried.call(refresh))).status).toBe(200)
    expect((await later(DAY + 2 * HOUR, () => before.call(refresh))).status).toBe(401)
    expect((await later(DAY + 2 * HOUR, () => retried.call(refresh))).status).toBe(401)
  })

  test('a token whose child was used is valid for 10 seconds; later use ends the family', async () => {
    const client = await newcomer(t, 'vole@exemple.fr')
    const thief = copyOf(client)
    const ended: string[] = []
    t.ctx.bus.on('session.ended', (e) => void ended.push(e.sessionId))
    await client.call(refresh)
    await client.call(refresh)
    expect((await later(9_000, () => copyOf(thief).call(refresh))).status).toBe(200)
    expect((await client.call(me)).status).toBe(200)
    expect((await later(11_000, () => thief.call(refresh))).status).toBe(401)
    expect((await client.call(refresh)).status).toBe(401)
    expect((await client.call(me)).status).toBe(401)
    expect(ended.length).toBe(1)
  })

  test('a branch opened by a thief within the grace period is detected', async () => {
    const client = await newcomer(t, 'branche@exemple.fr')
    const thief = copyOf(client)
    await client.call(refresh)
    expect((await thief.call(refresh)).status).toBe(200)
    expect((await later(15 * 60_000, () => client.call(refresh))).status).toBe(200)
    expect((await later(16 * 60_000, () => thief.call(refresh))).status).toBe(401)
    expect((await later(16 * 60_000, () => client.call(refresh))).status).toBe(401)
  })

  test('a refresh token lives 30 days', async () => {
    const client = await newcomer(t, 'trentejours@exemple.fr')
    expect((await later(30 * DAY + 1000, () => copyOf(client).call(refresh))).status).toBe(401)
    expect((await later(30 * DAY - 60_000, () => client.call(refresh))).status).toBe(200)
  })

  test('an expired, unsigned or foreign access token is refused', async () => {
    const client = await newcomer(t, 'jeton@exemple.fr')
    const { sub, sid } = JSON.parse(
      Buffer.from(client.token?.split('.')[1] ?? '', 'base64url').toString(),
    ) as { sub: string; sid: string }
    const use = async (token: string): Promise<number> =>
      (await Object.assign(t.client(), { token }).call(me)).status
    const make = (
      change: (jwt: SignJWT) => SignJWT,
      typ = 'at+jwt',
      key: Uint8Array = t.ctx.secret,
    ) =>
      change(
        new SignJWT({ sid })
          .setProtectedHeader({ alg: 'HS256', typ })
          .setSubject(sub)
          .setIssuer('connivence')
          .setAudience('api')
          .setIssuedAt()
          .setExpirationTime('5m'),
      ).sign(key)
    expect(await use(await make((j) => j))).toBe(200)
    expect(await use(await make((j) => j.setAudience('ailleurs')))).toBe(401)
    expect(await use(await make((j) => j.setIssuer('ailleurs')))).toBe(401)
    expect(await use(await make((j) => j.setNotBefore('10m')))).toBe(401)
    expect(await use(await make((j) => j, 'JWT'))).toBe(401)
    expect(await use(await make((j) => j, 'at+jwt', new Uint8Array(32)))).toBe(401)
    expect(
      await use(
        new UnsecuredJWT({ sid })
          .setSubject(sub)
          .setIssuer('connivence')
          .setAudience('api')
          .setExpirationTime('5m')
          .encode(),
      ),
    ).toBe(401)
    expect(await later(15 * 60_000 + 1000, () => use(client.token ?? ''))).toBe(401)
  })
})
