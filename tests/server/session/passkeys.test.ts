import { describe, expect, test } from 'vitest'
import {
  addPasskey,
  listPasskeys,
  newPasskey,
  removePasskey,
  renamePasskey,
} from '#contract/session/passkeys'
import { me } from '#contract/session/session'
import { authenticator, type Wrong } from '../../support/browser/passkey'
import { testApp, type Member } from '../../support/server/server'
import { mailTo } from '../mailbox'
import { setUp, PASSWORD, ORIGIN, t, later, askNew, add, question, enter } from './passkeys-setup'

setUp()

describe('passkeys instead of the password', () => {
  test('created with the password, named, listed, used without a user name; its creation is notified by mail', async () => {
    const m = await t.member()
    const { device, id } = await add(m)
    expect((await m.call(listPasskeys)).body).toEqual({
      passkeys: [{ id, name: 'Mon téléphone', created_at: expect.any(String), last_used_at: null }],
      second_factor: false,
      codes_left: 0,
    })
    expect((await mailTo(t, m.email)).subject).toBe('Une clé d’accès a été ajoutée')
    const asked = await question()
    expect(asked).not.toHaveProperty('allowCredentials.0')
    const opened = await enter(device.use(asked))
    expect([opened.status, opened.body]).toMatchObject([
      200,
      { user: { email: m.email }, accountId: m.accountId },
    ])
    expect(String(opened.headers['set-cookie'])).toMatch(/^refresh=[\w-]{43}; .*HttpOnly/)
    expect((await Object.assign(t.client(), { token: opened.body.token }).call(me)).status).toBe(
      200,
    )
    expect((await m.call(listPasskeys)).body.passkeys[0]?.last_used_at).not.toBeNull()
    await m.call(renamePasskey, { params: { id }, body: { name: 'Ancien' } })
    expect((await m.call(listPasskeys)).body.passkeys[0]?.name).toBe('Ancien')
  })
  test('the challenge names the configured site, never the request’s, and requires user verification', async () => {
    const own = await testApp({ PUBLIC_URL: 'https://connivence.example' })
    try {
      const { body } = await own.client().raw('POST', '/api/auth/passkey/options', {
        headers: { host: 'mechant.example', origin: 'https://mechant.example' },
      })
      expect(body['options']).toMatchObject({
        rpId: 'connivence.example',
        userVerification: 'required',
        timeout: 300_000,
      })
    } finally {
      await own.close()
    }
  })
  const refused: readonly (readonly [string, Wrong])[] = [
    ['of another site', { origin: 'https://mechant.example' }],
    ['for another site', { rpId: 'mechant.example' }],
    ['without the user’s verification', { verified: false }],
    ['signed by another key', { key: true }],
    ['to another question', { challenge: 'x'.repeat(43) }],
  ]
  test.each(refused)('a signature %s is refused', async (_name, wrong) => {
    const { device } = await add(await t.member())
    const answer = await enter(device.use(await question(), wrong))
    expect([answer.status, answer.body]).toMatchObject([401, { code: 'passkey_refused' }])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
  test('every failure is the same: unknown key, wrong signature, used, expired and missing challenge', async () => {
    const { device } = await add(await t.member())
    const asked = await question()
    const signed = device.use(asked)
    expect((await enter(signed)).status).toBe(200)
    const old = await question()
    const answers = [
      await enter(signed),
      await enter(authenticator(ORIGIN).use(await question())),
      await enter(device.use(await question(), { key: true })),
      await later(301_000, () => enter(device.use(old))),
      await enter(device.use({ challenge: 'inconnu' })),
    ]
    for (const a of answers)
      expect([a.status, a.body]).toEqual([answers[0]?.status, answers[0]?.body])
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'passkey_refused' } })
  })
  test('a challenge works once, also under concurrency', async () => {
    const { device } = await add(await t.member())
    const signed = device.use(await question())
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(signed)))
    expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array<number>(9).fill(401)])
  })
  test('a count that does not grow means a cloned key, and is refused', async () => {
    const { device } = await add(await t.member())
    expect((await enter(device.use(await question(), { counter: 9 }))).status).toBe(200)
    for (const counter of [9, 3])
      expect((await enter(device.use(await question(), { counter }))).status).toBe(401)
    expect((await enter(device.use(await question(), { counter: 10 }))).status).toBe(200)
  })
  test('a creation challenge belongs to its user, needs the password, works once and for five minutes', async () => {
    const [m, other] = [await t.member(), await t.member()]
    expect((await m.call(newPasskey, { body: { password: 'faux' } })).body).toMatchObject({
      code: 'wrong_password',
    })
    const asked = await askNew(m)
    const device = authenticator(ORIGIN)
    const made = device.create(asked)
    const keep = (by: Member, credential = made) =>
      by.call(addPasskey, { body: { name: 'Clé', credential } })
    expect((await keep(other)).body).toMatchObject({ code: 'passkey_refused' })
    // the failed try consumed the challenge
    expect((await keep(m)).body).toMatchObject({ code: 'passkey_refused' })
    const late = device.create(await askNew(m))
    t.clock.now += 301_000
    expect((await keep(m, late)).status).toBe(401)
    t.clock.now -= 301_000
    expect((await keep(m, device.create(await question()))).body).toMatchObject({
      code: 'passkey_refused',
    })
    expect(
      (await keep(m, device.create(await askNew(m), { origin: 'https://mechant.example' }))).status,
    ).toBe(401)
    expect((await keep(m, device.create(await askNew(m)))).status).toBe(201)
    expect((await keep(other, device.create(await askNew(other)))).body).toMatchObject({
      code: 'passkey_exists',
    })
    // a challenge for creation opens no session
    expect((await enter(device.use(await askNew(m)))).status).toBe(401)
  })
  test('another user’s passkey is not found; removing one requires the password', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const { id, device } = await add(m)
    expect(
      (await other.call(renamePasskey, { params: { id }, body: { name: 'Prise' } })).status,
    ).toBe(404)
    expect(
      (await other.call(removePasskey, { params: { id }, body: { password: PASSWORD } })).status,
    ).toBe(404)
    expect(
      (await m.call(removePasskey, { params: { id }, body: { password: 'faux' } })).status,
    ).toBe(403)
    expect(
      (await m.call(removePasskey, { params: { id }, body: { password: PASSWORD } })).status,
    ).toBe(200)
    expect((await enter(device.use(await question()))).status).toBe(401)
    expect((await mailTo(t, m.email, 2)).subject).toBe('Une clé d’accès a été retirée')
  })
  test('another site cannot sign a visitor in with a passkey', async () => {
    const { device } = await add(await t.member())
    const answer = await t.client().raw('POST', '/api/auth/passkey', {
      body: { credential: device.use(await question()) },
      headers: { origin: 'https://mechant.example' },
    })
    expect(answer.body).toMatchObject({ code: 'origin_refused' })
  })
})
