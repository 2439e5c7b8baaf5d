import { createHash } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONSENTS } from '#contract/session/consents'
import { getProfile } from '#contract/profile/data'
import { createAccount } from '#contract/profile/profile'
import {
  checkAccount,
  config,
  forgotPassword,
  login,
  logout,
  me,
  refresh,
  register,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '#contract/session/session'
import { testApp, type Client, type TestApp } from '../../support/server/server'
import { GOOD_PASSWORD, mailsTo, mailTo, newcomer, registration, tokenIn } from '../mailbox'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Runs `work` with the clock shifted by `ms`. */
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  t.clock.now += ms
  try {
    return await work()
  } finally {
    t.clock.now -= ms
  }
}
const enter = async (email: string, password = GOOD_PASSWORD): Promise<Client> => {
  const client = t.client()
  const answer = await client.call(login, { body: { email, password } })
  expect(answer.status).toBe(200)
  client.token = answer.body.token
  return client
}
const copyOf = (client: Client): Client =>
  Object.assign(t.client(), { token: client.token, cookie: client.cookie })
const withoutDate = (headers: object): object => ({ ...headers, date: '' })

describe('registration', () => {
  test('a person registers, opens the link of the mail, and is signed in', async () => {
    const client = t.client()
    const answer = await client.call(register, { body: registration('camille@exemple.fr') })
    expect([answer.status, answer.body]).toEqual([202, { success: true }])
    const opened = await client.call(verifyEmail, {
      body: { token: tokenIn(await mailTo(t, 'camille@exemple.fr')) },
    })
    expect(opened.body).toMatchObject({
      hasAccount: false,
      accountId: null,
      user: { email: 'camille@exemple.fr', name: 'Camille Durand', emailVerified: true },
    })
    expect(client.cookie).toMatch(/^refresh=[\w-]{43}$/)
  })

  test('CORE-141: GET /auth/me returns the user, uncached, and 401 without a token', async () => {
    const client = await newcomer(t, 'moi@exemple.fr')
    const answer = await client.call(me)
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'moi@exemple.fr',
      name: 'Camille Durand',
      createdAt: expect.stringMatching(/Z$/),
      preferences: { pushNotifications: false },
      account: null,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await t.client().call(me)).status).toBe(401)
  })

  test('MSG-156: /accounts/check is false before the onboarding and true after it', async () => {
    const client = await newcomer(t, 'accueil@exemple.fr')
    expect((await client.call(checkAccount)).body).toEqual({ hasAccount: false })
    await client.call(createAccount, {
      body: {
        account_handle: 'accueil',
        identities: [{ identity_handle: 'accueil', gender: 'man', is_primary: true }],
      },
    })
    expect((await client.call(checkAccount)).body).toEqual({ hasAccount: true })
    const again = await enter('accueil@exemple.fr')
    expect((await again.call(me)).body.account).toMatchObject({
      account_handle: 'accueil',
      is_own: true,
    })
  })

  test('the birth date of the registration becomes that of the person listed first', async () => {
    const birthDates = async (handle: string, primary: 0 | 1) => {
      const client = await newcomer(t, `${handle}@exemple.fr`)
      const created = await client.call(createAccount, {
        body: {
          account_handle: handle,
          identities: [0, 1].map((i) => ({
            identity_handle: `${handle}_${i}`,
            gender: 'woman' as const,
            is_primary: i === primary,
          })),
        },
      })
      const { data } = (await client.call(getProfile, { params: { id: created.body.account.id } }))
        .body
      return [data.person1.birthDate, data.person2?.birthDate]
    }
    expect(await birthDates('naissance_a', 0)).toEqual(['1990-04-12', null])
    expect(await birthDates('naissance_b', 1)).toEqual([null, '1990-04-12'])
  })

  test('a person’s handle may be short and accented, the account’s may not', async () => {
    const client = await newcomer(t, 'accents@exemple.fr')
    const create = (account_handle: string, identity_handle: string) =>
      client.call(createAccount, {
        body: {
          account_handle,
          identities: [{ identity_handle, gender: 'woman' as const, is_primary: true }],
        },
      })
    expect((await create('Léa', 'Léa')).status).toBe(400)
    expect((await create('accentuee', 'É')).status).toBe(400)
    expect((await create('accentuee', 'Léa 2')).status).toBe(400)
    const made = await create('accentuee', 'Le\u0301a')
    expect(made.body.account.identities[0]?.identity_handle).toBe('Léa')
  })

  test('a known address gives the same reply and a different mail', async () => {
    await newcomer(t, 'connue@exemple.fr')
    const unknown = await t.client().call(register, { body: registration('inconnue@exemple.fr') })
    const known = await t.client().call(register, {
      body: registration(' CONNUE@exemple.fr ', { password: 'un-autre-secret-bien-long' }),
    })
    expect(known.status).toBe(unknown.status)
    expect(known.body).toEqual(unknown.body)
    expect(withoutDate(known.headers)).toEqual(withoutDate(unknown.headers))
    const mail = await mailTo(t, 'CONNUE@exemple.fr')
    expect(mail.text).toContain('Vous avez déjà un compte')
    expect(tokenIn(mail)).toBe('')
    await enter('connue@exemple.fr')
  })

  test('a person who turns 18 tomorrow in Paris is refused, one who does today is not', async () => {
    const day = (ms: number): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(ms)
    const born = (today: string): string => `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`
    const at = (iso: string, birthDate: string, email: string) =>
      later(Date.parse(iso) - Date.now(), () =>
        t.client().call(register, { body: registration(email, { birthDate }) }),
      )
    // 23:30 in Paris (summer time) is still 10 July, though UTC and the next minute say otherwise
    expect(day(Date.parse('2026-07-10T21:30:00Z'))).toBe('2026-07-10')
    expect(
      (await at('2026-07-10T21:30:00Z', born('2026-07-11'), 'demain@exemple.fr')).body,
    ).toMatchObject({ code: 'underage' })
    expect((await at('2026-07-10T22:30:00Z', born('2026-07-11'), 'minuit@exemple.fr')).status).toBe(
      202,
    )
    expect(
      (await at('2026-02-28T12:00:00Z', '2008-02-29', 'bissextile@exemple.fr')).body,
    ).toMatchObject({ code: 'underage' })
    expect((await at('2026-03-01T12:00:00Z', '2008-02-29', 'bissextile@exemple.fr')).status).toBe(
      202,
    )
  })

  test.each(['2001-02-29', '1990-13-01', '1899-12-31', '0090-04-12', '12/04/1990', ''])(
    'an impossible birth date is refused: %j',
    async (birthDate) => {
      const answer = await t
        .client()
        .call(register, { body: registration('date@exemple.fr', { birthDate }) })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        code: 'invalid_payload',
        details: [{ path: 'body.birthDate' }],
      })
    },
  )

  test.each(['terms', 'majority', 'sensitive'])(
    'without the consent «%s» nobody is registered',
    async (purpose) => {
      const answer = await t.client().call(register, {
        body: registration('accord@exemple.fr', {
          consents: { terms: true, majority: true, sensitive: true, [purpose]: false },
        }),
      })
      expect(answer.body).toMatchObject({ code: 'consents_required' })
      expect(await mailsTo(t, 'accord@exemple.fr')).toEqual([])
    },
  )

  test('each consent stores a proof: which text, in which version, when', async () => {
    const client = await newcomer(t, 'preuve@exemple.fr')
    const rows = await t.ctx.db
      .selectFrom('consents')
      .where('user_id', '=', (await client.call(me)).body.id)
      .selectAll()
      .execute()
    for (const [purpose, { text, version }] of Object.entries(CONSENTS))
      expect(rows.find((r) => r.purpose === purpose)).toMatchObject({
        text_version: version,
        text_hash: createHash('sha256').update(text).digest('hex'),
        granted_at: expect.any(Number),
        withdrawn_at: null,
      })
    expect(rows.length).toBe(3)
  })

  test.each(['motdepasse2026', 'Azertyuiop1', 'camille-et-les-autres', 'Connivence-2026!'])(
    'a common password, the address or the name of the app is refused: %s',
    async (password) => {
      const answer = await t
        .client()
        .call(register, { body: registration('camille-et@exemple.fr', { password }) })
      expect(answer.body).toMatchObject({
        code: 'weak_password',
        details: [{ path: 'body.password' }],
      })
    },
  )

  test('a password that is refused for the name of the site or the address is told so', async () => {
    const said = async (password: string): Promise<unknown> =>
      (
        await t
          .client()
          .call(register, { body: registration('camille-et@exemple.fr', { password }) })
      ).body
    const own = { message: expect.stringContaining('nom du site ou votre adresse') }
    expect(await said('connivence-lampions-9')).toMatchObject({ details: [own] })
    expect(await said('camille-et-les-autres')).toMatchObject({ details: [own] })
    expect(await said('motdepasse2026')).toMatchObject({
      details: [{ message: expect.stringContaining('trop courant') }],
    })
  })

  test('a confirmation link works once, for 24 hours; reading it does not consume it', async () => {
    const verify = (token: string) => t.client().call(verifyEmail, { body: { token } })
    await t.client().call(register, { body: registration('vingtquatre@exemple.fr') })
    const token = tokenIn(await mailTo(t, 'vingtquatre@exemple.fr'))
    expect((await t.client().raw('GET', `/api/auth/verify-email?token=${token}`)).status).toBe(404)
    expect((await later(DAY + 1000, () => verify(token))).body).toMatchObject({
      code: 'token_invalid',
    })
    const answers = await later(DAY - 60_000, () =>
      Promise.all(Array.from({ length: 5 }, () => verify(token))),
    )
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400, 400, 400])
  })

  test('an address cannot be occupied: a link confirms only the registration it was sent for', async () => {
    const email = 'victime@exemple.fr'
    await t
      .client()
      .call(register, { body: registration(email, { password: 'secret-de-l-attaquant' }) })
    const first = tokenIn(await mailTo(t, email))
    await t.client().call(register, { body: registration(email) })
    const own = tokenIn(await mailTo(t, email, 2))
    // the attacker returns after the victim
    await t
      .client()
      .call(register, { body: registration(email, { password: 'secret-de-l-attaquant' }) })
    const last = tokenIn(await mailTo(t, email, 3))
    const password = registration(email).password
    const confirm = (token: string, typed?: string) =>
      t.client().call(verifyEmail, { body: { token, ...(typed ? { password: typed } : {}) } })
    // the owner opens whichever mail: only the one of their own registration goes with their password
    for (const token of [first, own, last]) {
      const reply = await confirm(token)
      expect([reply.status, reply.body]).toMatchObject([409, { code: 'password_needed' }])
    }
    for (const token of [first, last])
      expect((await confirm(token, password)).body).toMatchObject({ code: 'wrong_password' })
    expect((await confirm(own, password)).status).toBe(200)
    for (const token of [first, last])
      expect((await confirm(token, password)).body).toMatchObject({
        code: 'token_invalid',
      })
    expect(
      (await t.client().call(login, { body: { email, password: 'secret-de-l-attaquant' } })).status,
    ).toBe(401)
    await enter(email)
  })

  test('ten concurrent registrations of one address: the same reply, one user in the end', async () => {
    const email = 'dixfois@exemple.fr'
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => t.client().call(register, { body: registration(email) })),
    )
    expect(answers.map((a) => a.status)).toEqual(Array(10).fill(202))
    await mailTo(t, email, 10)
    const tokens = (await mailsTo(t, email)).map(tokenIn)
    const opened = await Promise.all(
      tokens.map((token) =>
        t.client().call(verifyEmail, { body: { token, password: registration(email).password } }),
      ),
    )
    expect(opened.map((a) => a.status).sort()).toEqual([200, ...Array<number>(9).fill(400)])
  })

  test('the confirmation mail is resent only when pending, and the reply is always the same', async () => {
    await t.client().call(register, { body: registration('encore@exemple.fr') })
    await newcomer(t, 'deja@exemple.fr')
    const ask = (email: string) => t.client().call(resendVerification, { body: { email } })
    const answers = [
      await ask('encore@exemple.fr'),
      await ask('deja@exemple.fr'),
      await ask('personne@exemple.fr'),
    ]
    for (const a of answers)
      expect([a.status, a.body, withoutDate(a.headers)]).toEqual([
        202,
        { success: true },
        withoutDate(answers[0]?.headers ?? {}),
      ])
    const second = tokenIn(await mailTo(t, 'encore@exemple.fr', 2))
    expect((await mailsTo(t, 'deja@exemple.fr')).length).toBe(1)
    expect(await mailsTo(t, 'personne@exemple.fr')).toEqual([])
    expect((await t.client().call(verifyEmail, { body: { token: second } })).status).toBe(200)
  })
})

describe('login', () => {
  test('an unknown address and a wrong password fail alike', async () => {
    await newcomer(t, 'vrai@exemple.fr')
    const wrong = await t
      .client()
      .call(login, { body: { email: 'vrai@exemple.fr', password: 'pas le bon' } })
    const unknown = await t
      .client()
      .call(login, { body: { email: 'faux@exemple.fr', password: 'pas le bon' } })
    expect([wrong.status, wrong.body, withoutDate(wrong.headers)]).toEqual([
      unknown.status,
      unknown.body,
      withoutDate(unknown.headers),
    ])
    expect(wrong.body).toMatchObject({ code: 'bad_credentials' })
    expect(wrong.headers['set-cookie']).toBeUndefined()
  })

  test('only callers with the password learn that an address is unconfirmed', async () => {
    await t.client().call(register, { body: registration('attente@exemple.fr') })
    expect(
      (
        await t
          .client()
          .call(login, { body: { email: 'attente@exemple.fr', password: 'pas le bon' } })
      ).body,
    ).toMatchObject({ code: 'bad_credentials' })
    expect(
      (
        await t
          .client()
          .call(login, { body: { email: 'attente@exemple.fr', password: GOOD_PASSWORD } })
      ).body,
    ).toMatchObject({ code: 'email_unverified' })
  })

  test('a page of another site can neither sign in, refresh nor sign out', async () => {
    const client = await newcomer(t, 'origine@exemple.fr')
    const calls = [
      ['/api/auth/login', { email: 'origine@exemple.fr', password: GOOD_PASSWORD }],
      ['/api/auth/refresh', undefined],
      ['/api/auth/logout', undefined],
    ] as const
    for (const [path, body] of calls)
      for (const headers of [
        { origin: 'https://mechant.example' },
        { origin: 'null' },
        { origin: 'http://localhost.mechant.example' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ])
        expect(
          (
            await copyOf(client).raw('POST', path, {
              body,
              headers: headers as Record<string, string>,
            })
          ).body,
          `${path} ${JSON.stringify(headers)}`,
        ).toMatchObject({ code: 'origin_refused' })
    expect(
      (
        await client.raw('POST', '/api/auth/refresh', {
          headers: {
            origin: 'http://localhost:8651',
            host: 'localhost:8651',
            'sec-fetch-site': 'same-origin',
          },
        })
      ).status,
    ).toBe(200)
    // Firefox and Safari send the origin `null` from a page without referrer
    expect(
      (
        await client.raw('POST', '/api/auth/refresh', {
          headers: { origin: 'null', 'sec-fetch-site': 'same-origin' },
        })
      ).status,
    ).toBe(200)
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(
        (
          await client.raw('POST', '/api/auth/refresh', {
            headers: { origin: 'null', 'sec-fetch-site': site },
          })
        ).status,
        site,
      ).toBe(403)
  })
})

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

describe('logout', () => {
  test('MSG-182: ends the session: refresh and bearer stop at once, and the rooms are notified', async () => {
    const client = await newcomer(t, 'sortie@exemple.fr')
    const other = await enter('sortie@exemple.fr')
    const copy = copyOf(client)
    const ended: string[] = []
    t.ctx.bus.on('session.ended', (e) => void ended.push(e.userId))
    const answer = await client.call(logout)
    expect(answer.body).toEqual({ success: true })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^refresh=; .*Path=\/api\/auth; Expires=Thu, 01 Jan 1970/,
    )
    expect((await copy.call(refresh)).status).toBe(401)
    expect((await copy.call(me)).status).toBe(401)
    expect((await other.call(me)).status).toBe(200)
    expect(ended.length).toBe(1)
    expect((await copy.call(logout)).status).toBe(200)
    expect((await t.client().call(logout)).status).toBe(200)
    expect(ended.length).toBe(1)
  })

  test('the cookie alone, or the bearer alone, is enough', async () => {
    for (const keep of ['token', 'cookie'] as const) {
      const client = await newcomer(t, `seul-${keep}@exemple.fr`)
      const half = t.client()
      half[keep] = client[keep]
      expect((await half.call(logout)).status).toBe(200)
      expect((await client.call(me)).status).toBe(401)
    }
  })
})

describe('forgotten password', () => {
  const resetToken = async (email: string, count: number): Promise<string> => {
    expect((await t.client().call(forgotPassword, { body: { email } })).status).toBe(202)
    return tokenIn(await mailTo(t, email, count))
  }

  test('known and unknown addresses get the same reply, and only the known one a mail', async () => {
    await newcomer(t, 'oubli@exemple.fr')
    const known = await t.client().call(forgotPassword, { body: { email: 'Oubli@exemple.fr' } })
    const unknown = await t.client().call(forgotPassword, { body: { email: 'jamais@exemple.fr' } })
    expect([known.status, known.body, withoutDate(known.headers)]).toEqual([
      unknown.status,
      unknown.body,
      withoutDate(unknown.headers),
    ])
    await mailTo(t, 'oubli@exemple.fr', 2)
    expect(await mailsTo(t, 'jamais@exemple.fr')).toEqual([])
  })

  test('a reset link works once, for an hour, and ends every session', async () => {
    const email = 'reset@exemple.fr'
    const sessions = [await newcomer(t, email), await enter(email)]
    const token = await resetToken(email, 2)
    const password = 'quatre-renards-sur-la-neige'
    const use = () => t.client().call(resetPassword, { body: { token, password } })
    expect((await later(HOUR + 1000, use)).body).toMatchObject({ code: 'token_invalid' })
    expect(
      (await t.client().call(resetPassword, { body: { token, password: 'motdepasse12' } })).body,
    ).toMatchObject({ code: 'weak_password' })
    const answers = await later(HOUR - 60_000, () => Promise.all([use(), use(), use()]))
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400])
    for (const s of sessions)
      expect([(await s.call(me)).status, (await s.call(refresh)).status]).toEqual([401, 401])
    expect(
      (await t.client().call(login, { body: { email, password: GOOD_PASSWORD } })).status,
    ).toBe(401)
    await enter(email, password)
    expect((await mailTo(t, email, 3)).subject).toBe('Votre mot de passe a été changé')
  })

  test('a confirmation link cannot reset a password, nor a reset link confirm', async () => {
    await t.client().call(register, { body: registration('croise@exemple.fr') })
    const token = tokenIn(await mailTo(t, 'croise@exemple.fr'))
    expect(
      (
        await t
          .client()
          .call(resetPassword, { body: { token, password: 'quatre-renards-sur-la-neige' } })
      ).body,
    ).toMatchObject({ code: 'token_invalid' })
    expect((await t.client().call(verifyEmail, { body: { token } })).status).toBe(200)
    const reset = await resetToken('croise@exemple.fr', 2)
    expect((await t.client().call(verifyEmail, { body: { token: reset } })).body).toMatchObject({
      code: 'token_invalid',
    })
  })
})

describe('configuration', () => {
  test('demonstration logins are shown only in demonstration mode; the realtime key is public, its secret is not', async () => {
    const plain = await t.client().call(config)
    expect(plain.body).toMatchObject({
      appName: 'Connivence',
      demo: false,
      demoLogins: [],
      realtime: { cluster: 'local', host: '', port: null, forceTLS: null },
    })
    expect(plain.body.realtime.key.length).toBeGreaterThan(10)
    const demo = await testApp({
      DEMO: '1',
      PUSHER_APP_ID: '1',
      PUSHER_KEY: 'cle',
      PUSHER_SECRET: 'tres-secret',
      PUSHER_CLUSTER: 'eu',
      PUSHER_ACCEPT_LIMITS: '1',
    })
    try {
      const answer = await demo.client().call(config)
      expect(answer.body.demoLogins.map((l) => l.email)).toEqual([
        'demo-1@connivence.test',
        'demo-2@connivence.test',
        'demo-3@connivence.test',
      ])
      expect(answer.body.realtime).toEqual({
        key: 'cle',
        cluster: 'eu',
        host: 'ws-eu.pusher.com',
        port: null,
        forceTLS: true,
      })
      expect(JSON.stringify(answer.body)).not.toContain('tres-secret')
    } finally {
      await demo.close()
    }
  })
})
