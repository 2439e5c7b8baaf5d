import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CONSENTS } from '#contract/session/consents'
import { getProfile } from '#contract/profile/data'
import { createAccount } from '#contract/profile/profile'
import { checkAccount, me, verifyEmail } from '#contract/session/session'
import { register } from '#contract/session/registration'
import { mailsTo, mailTo, newcomer, registration, tokenIn } from '../mailbox'
import { setUp, t, later, enter, withoutDate } from './session-setup'

setUp()

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
})
