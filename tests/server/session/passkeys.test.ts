import { startUnlock, unlockDesk } from '#contract/staff/access'
import { listCases } from '#contract/staff/cases'
import { COMMAND, grantRole } from '../../../server/staff/team'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  addPasskey,
  listPasskeys,
  newPasskey,
  newRecoveryCodes,
  passkeyLogin,
  passkeyChallenge,
  recoveryLogin,
  removePasskey,
  renamePasskey,
  setSecondFactor,
} from '#contract/session/passkeys'
import { changePassword } from '#contract/session/security'
import { login, me } from '#contract/session/session'
import { collect } from '../../../server/life/collect'
import { purge } from '../../../server/life/deletion'
import { authenticator, type Authenticator, type Wrong } from '../../support/browser/passkey'
import { testApp, type Client, type Member, type TestApp } from '../../support/server/server'
import { mailsTo, mailTo } from '../mailbox'

const PASSWORD = 'un-bon-mot-de-passe'
const ORIGIN = 'http://localhost:8080'
let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  t.clock.now += ms
  try {
    return await work()
  } finally {
    t.clock.now -= ms
  }
}
type Question = { challenge: string } & Record<string, unknown>
const askNew = async (m: Member): Promise<Question> =>
  (await m.call(newPasskey, { body: { password: PASSWORD } })).body.options as Question
const add = async (
  m: Member,
  name = 'Mon téléphone',
): Promise<{ device: Authenticator; id: string }> => {
  const device = authenticator(ORIGIN)
  const answer = await m.call(addPasskey, {
    body: { name, credential: device.create(await askNew(m)) },
  })
  expect(answer.status).toBe(201)
  return { device, id: answer.body.passkey.id }
}
const question = async (): Promise<Question> =>
  (await t.client().call(passkeyChallenge)).body.options as Question
const enter = (credential: ReturnType<Authenticator['use']>, client: Client = t.client()) =>
  client.call(passkeyLogin, { body: { credential } })
const byPassword = (m: Member, password = PASSWORD) =>
  t.client().call(login, { body: { email: m.email, password } })
const ticketOf = (answer: { body: unknown }): Question =>
  (answer.body as { details: { options: Question } }).details.options
const twoSteps = async (m: Member) => {
  const made = await add(m)
  const codes = (await m.call(setSecondFactor, { body: { on: true, password: PASSWORD } })).body
    .codes
  return { ...made, codes }
}

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

describe('a passkey after the password', () => {
  test('the password alone opens no session; only this user’s passkey completes it', async () => {
    const m = await t.member()
    const { device } = await twoSteps(m)
    const stranger = await add(await t.member())
    expect((await byPassword(m, 'faux')).body).toMatchObject({ code: 'bad_credentials' })
    const first = await byPassword(m)
    expect([first.status, first.body]).toMatchObject([
      401,
      { code: 'second_factor', details: { options: { allowCredentials: [{ id: device.id }] } } },
    ])
    expect(first.headers['set-cookie']).toBeUndefined()
    expect((await enter(stranger.device.use(ticketOf(first)))).status).toBe(401)
    expect((await enter(device.use(ticketOf(await byPassword(m))))).status).toBe(200)
  })
  test('eight codes, each once, only after the password, within five minutes, each use notified', async () => {
    const m = await t.member()
    const { codes } = await twoSteps(m)
    expect([
      codes.length,
      new Set(codes).size,
      codes.every((c) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(c)),
    ]).toEqual([8, 8, true])
    const use = (ticket: string, code: string) =>
      t.client().call(recoveryLogin, { body: { ticket, code } })
    const [one = '', two = '', three = ''] = codes
    expect((await use('x'.repeat(43), one)).body).toMatchObject({ code: 'recovery_refused' })
    expect((await use((await question()).challenge, one)).body).toMatchObject({
      code: 'recovery_refused',
    })
    const { challenge } = ticketOf(await byPassword(m))
    expect((await use(challenge, 'aaaaa-aaaaa')).body).toMatchObject({ code: 'recovery_refused' })
    expect((await use(challenge, ` ${one.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
    expect((await use(challenge, two)).status).toBe(401)
    const again = ticketOf(await byPassword(m)).challenge
    expect((await use(again, one)).body).toMatchObject({ code: 'recovery_refused' })
    const both = await Promise.all([use(again, two), use(again, two)])
    expect(both.map((a) => a.status).sort()).toEqual([200, 401])
    const late = ticketOf(await byPassword(m)).challenge
    expect((await later(301_000, () => use(late, three))).status).toBe(401)
    expect((await m.call(listPasskeys)).body.codes_left).toBe(6)
    // mails are sent after the response
    await vi.waitFor(
      async () =>
        expect(
          (await mailsTo(t, m.email)).filter(
            (x) => x.subject === 'Un code de secours a été utilisé',
          ),
        ).toHaveLength(2),
      { timeout: 5_000 },
    )
  })
  test('codes are stored as digests keyed by the server’s secret; new ones invalidate the old', async () => {
    const m = await t.member()
    const { codes } = await twoSteps(m)
    const stored = JSON.stringify(
      await t.ctx.db
        .selectFrom('recovery_codes')
        .where('user_id', '=', m.userId)
        .selectAll()
        .execute(),
    )
    for (const code of codes) expect(stored).not.toContain(code.slice(0, 5))
    expect((await m.call(newRecoveryCodes, { body: { password: 'faux' } })).status).toBe(403)
    const fresh = (await m.call(newRecoveryCodes, { body: { password: PASSWORD } })).body.codes
    const { challenge } = ticketOf(await byPassword(m))
    expect(
      (await t.client().call(recoveryLogin, { body: { ticket: challenge, code: codes[0] ?? '' } }))
        .status,
    ).toBe(401)
    expect(
      (await t.client().call(recoveryLogin, { body: { ticket: challenge, code: fresh[0] ?? '' } }))
        .status,
    ).toBe(200)
  })
  test('changing the password ends logins begun with the old one', async () => {
    const m = await t.member()
    const { device, codes } = await twoSteps(m)
    const asked = ticketOf(await byPassword(m))
    await m.call(changePassword, {
      body: { current: PASSWORD, password: 'trois-hiboux-sous-la-lune' },
    })
    expect(
      (
        await t
          .client()
          .call(recoveryLogin, { body: { ticket: asked.challenge, code: codes[0] ?? '' } })
      ).status,
    ).toBe(401)
    expect((await enter(device.use(asked))).status).toBe(401)
  })
  test('requires a passkey and the password; ends with the last passkey, with its codes', async () => {
    const m = await t.member()
    expect(
      (await m.call(setSecondFactor, { body: { on: true, password: PASSWORD } })).body,
    ).toMatchObject({ code: 'passkey_needed' })
    const { id } = await twoSteps(m)
    expect((await m.call(setSecondFactor, { body: { on: false, password: 'faux' } })).status).toBe(
      403,
    )
    await m.call(removePasskey, { params: { id }, body: { password: PASSWORD } })
    expect((await m.call(listPasskeys)).body).toEqual({
      passkeys: [],
      second_factor: false,
      codes_left: 0,
    })
    expect((await byPassword(m)).status).toBe(200)
  })
  test('guessing codes is limited per correct password', async () => {
    const slow = await testApp({ RATE_FACTOR: '1' })
    try {
      const statuses: number[] = []
      for (let i = 0; i < 6; i++)
        statuses.push(
          (
            await slow
              .client()
              .call(recoveryLogin, { body: { ticket: 'y'.repeat(43), code: `aaaaa-aaaa${i}` } })
          ).status,
        )
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    } finally {
      await slow.close()
    }
  })
})

test('the archive contains passkey names only; a deleted account keeps none', async () => {
  const m = await t.member()
  const { device } = await twoSteps(m)
  await byPassword(m)
  const archive = JSON.stringify(await collect(t.ctx, m))
  expect(archive).toContain('Mon téléphone')
  expect(archive).not.toContain(device.id)
  await purge(t.ctx, m.accountId)
  for (const table of ['passkeys', 'recovery_codes', 'passkey_challenges'] as const)
    expect(
      await t.ctx.db.selectFrom(table).where('user_id', '=', m.userId).selectAll().execute(),
    ).toEqual([])
})

describe('the desk of the staff', () => {
  test('a passkey of its own login opens it, once; another login’s does not', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const { device } = await add(m)
    const { device: foreign } = await add(other)
    await grantRole(t.ctx, COMMAND, m.userId, 'moderator', 'Camille')
    const start = async () => (await m.call(startUnlock, {})).body.options as { challenge: string }
    const open = (credential: ReturnType<typeof device.use>) =>
      m.call(unlockDesk, { body: { credential } })
    const asked = await start()
    expect((await open(foreign.use(asked))).status).toBe(401)
    const used = device.use(await start())
    expect((await open(used)).status).toBe(200)
    expect((await m.call(listCases, {})).status).toBe(200)
    expect((await open(used)).status).toBe(401)
    // a challenge of the login is none of the desk
    expect((await open(device.use(await question()))).status).toBe(401)
  })
})
