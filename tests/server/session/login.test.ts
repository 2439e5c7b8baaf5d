import { describe, expect, test } from 'vitest'
import { login, me, refresh } from '#contract/session/session'
import { register } from '#contract/session/registration'
import { type Client } from '../../support/server/server'
import { GOOD_PASSWORD, newcomer, registration } from '../mailbox'
import { enter, setUp, t, withoutDate } from './session-setup'

setUp()

const copyOf = (client: Client): Client =>
  Object.assign(t.client(), { token: client.token, cookie: client.cookie })

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

  test('registering an address, then signing in, does not tell whether it has an account', async () => {
    await newcomer(t, 'membre@exemple.fr')
    const answers = []
    for (const email of ['membre@exemple.fr', 'attente@exemple.fr']) {
      const password = 'une-autre-phrase-bien-longue'
      await t.client().call(register, { body: registration(email, { password }) })
      const { status, body, headers } = await t.client().call(login, { body: { email, password } })
      answers.push([status, body, withoutDate(headers)])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject([401, { code: 'bad_credentials' }, {}])
    // nor does the registration take the member's own password away
    await enter('membre@exemple.fr')
  })

  test('a login ends the session that its cookie replaces, and no other one of the member', async () => {
    const device = await newcomer(t, 'remplace@exemple.fr')
    const elsewhere = await enter('remplace@exemple.fr')
    // signed out offline: the page has no token any more, and the cookie is still there
    const before = copyOf(device)
    device.token = null
    const signIn = (password: string) =>
      device.call(login, { body: { email: 'remplace@exemple.fr', password } })
    expect((await signIn('pas le bon')).status).toBe(401)
    await t.ctx.bus.idle()
    expect((await before.call(me)).status).toBe(200)
    const answer = await signIn(GOOD_PASSWORD)
    device.token = answer.body.token
    await t.ctx.bus.idle()
    expect((await before.call(me)).status).toBe(401)
    expect((await before.call(refresh)).status).toBe(401)
    for (const open of [device, elsewhere]) {
      expect((await open.call(me)).status).toBe(200)
      expect((await open.call(refresh)).status).toBe(200)
    }
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
              headers,
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
