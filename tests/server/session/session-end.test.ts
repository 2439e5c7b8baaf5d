import { describe, expect, test } from 'vitest'
import {
  config,
  forgotPassword,
  login,
  logout,
  me,
  refresh,
  resetPassword,
  verifyEmail,
} from '#contract/session/session'
import { register } from '#contract/session/registration'
import { testApp, type Client } from '../../support/server/server'
import { GOOD_PASSWORD, mailsTo, mailTo, newcomer, registration, tokenIn } from '../mailbox'
import { setUp, t, HOUR, later, enter, withoutDate } from './session-setup'

setUp()

const copyOf = (client: Client): Client =>
  Object.assign(t.client(), { token: client.token, cookie: client.cookie })

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
