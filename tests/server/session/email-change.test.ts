import { describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors'
import { VERIFY_TOKEN_S } from '#contract/limits'
import { changeEmail, changePassword, confirmNewEmail } from '#contract/session/security'
import {
  forgotPassword,
  login,
  me,
  refresh,
  resetPassword,
  verifyEmail,
} from '#contract/session/session'
import { register } from '#contract/session/registration'
import { testApp, type Client, type Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { mailsTo, mailTo, registration, tokenIn } from '../mailbox'

const PASSWORD = 'un-bon-mot-de-passe'
const t = sharedApp()

let n = 0
const address = (): string => `nouvelle-${(n += 1)}@test.invalid`
const enter = (email: string) => t.client().call(login, { body: { email, password: PASSWORD } })
const ask = (m: Client, email: string, more: { password?: string; close_others?: boolean } = {}) =>
  m.call(changeEmail, { body: { password: PASSWORD, email, ...more } })
const confirm = (token: string) => t.client().call(confirmNewEmail, { body: { token } })
const other = async (m: Member): Promise<Client> => {
  const client = t.client()
  client.token = (
    await client.call(login, { body: { email: m.email, password: PASSWORD } })
  ).body.token
  return client
}

describe('another e-mail address', () => {
  test('replaces the old address once its link is opened; both are notified, other sessions end', async () => {
    const m = await t.member()
    const elsewhere = await other(m)
    const wanted = address()
    await t.client().call(forgotPassword, { body: { email: m.email } })
    const reset = tokenIn(await mailTo(t, m.email))
    expect((await ask(m, ` ${wanted.toUpperCase()} `)).status).toBe(202)
    const mail = await mailTo(t, wanted.toUpperCase())
    expect(mail.subject).toBe('Confirmez votre nouvelle adresse e-mail')
    expect((await mailTo(t, m.email, 2)).subject).toBe('Changement d’adresse e-mail demandé')
    // nothing has changed yet
    expect((await m.call(me)).body.email).toBe(m.email)
    expect([(await enter(m.email)).status, (await enter(wanted)).status]).toEqual([200, 401])

    const confirmed = await confirm(tokenIn(mail))
    expect([confirmed.status, confirmed.body, confirmed.headers['set-cookie']]).toEqual([
      200,
      { success: true },
      undefined,
    ])
    expect((await m.call(me)).body.email).toBe(wanted.toUpperCase())
    expect([(await enter(m.email)).status, (await enter(wanted)).status]).toEqual([401, 200])
    const told = await mailTo(t, m.email, 3)
    expect(told.subject).toBe('Votre adresse e-mail a été changée')
    expect(told.text.toLowerCase()).not.toContain(wanted)
    expect((await elsewhere.call(me)).status).toBe(401)
    expect((await elsewhere.call(refresh)).body).toMatchObject({ code: 'session_closed' })
    // once, and the links sent to the old address are invalid
    expect((await confirm(tokenIn(mail))).body).toMatchObject({ code: 'token_invalid' })
    expect(
      (
        await t
          .client()
          .call(resetPassword, { body: { token: reset, password: 'trois-hiboux-sous-la-lune' } })
      ).body,
    ).toMatchObject({ code: 'token_invalid' })
    expect(
      await t.ctx.db
        .selectFrom('email_tokens')
        .where('address', 'is not', null)
        .where('user_id', '=', m.userId)
        .select('id')
        .execute(),
    ).toEqual([])
  })

  test('the other sessions stay on request', async () => {
    const m = await t.member()
    const elsewhere = await other(m)
    const wanted = address()
    await ask(m, wanted, { close_others: false })
    await confirm(tokenIn(await mailTo(t, wanted)))
    expect([(await elsewhere.call(me)).status, (await m.call(me)).body.email]).toEqual([
      200,
      wanted,
    ])
  })

  test('requires the password, refuses the current address, and only the last link is valid', async () => {
    const m = await t.member()
    const [first, second] = [address(), address()]
    expect((await ask(m, first, { password: 'faux' })).body).toMatchObject({
      code: 'wrong_password',
      details: [{ path: 'body.password' }],
    })
    expect((await ask(m, m.email.toUpperCase())).body).toMatchObject({
      code: 'same_email',
      details: [{ path: 'body.email' }],
    })
    expect(await mailsTo(t, m.email)).toEqual([])
    await ask(m, first)
    const old = tokenIn(await mailTo(t, first))
    await ask(m, second)
    const last = tokenIn(await mailTo(t, second))
    expect((await confirm(old)).body).toMatchObject({ code: 'token_invalid' })
    expect((await confirm(last)).status).toBe(200)
    expect((await m.call(me)).body.email).toBe(second)
  })

  test('a new password cancels a change requested with the old one', async () => {
    const [m, wanted] = [await t.member(), address()]
    await ask(m, wanted)
    const token = tokenIn(await mailTo(t, wanted))
    await m.call(changePassword, {
      body: { current: PASSWORD, password: 'trois-hiboux-sous-la-lune' },
    })
    expect((await confirm(token)).body).toMatchObject({ code: 'token_invalid' })
    expect((await m.call(me)).body.email).toBe(m.email)
  })

  test('an expired link reports it, changes and sends nothing, and another one can be requested', async () => {
    const [m, quick] = [await t.member(), await t.member()]
    const [late, soon] = [address(), address()]
    const elsewhere = await other(m)
    for (const [who, wanted] of [
      [m, late],
      [quick, soon],
    ] as const)
      await ask(who, wanted)
    const [over, good] = [tokenIn(await mailTo(t, late)), tokenIn(await mailTo(t, soon))]
    const before = (await mailsTo(t, m.email)).length
    const day = VERIFY_TOKEN_S * 1000
    t.clock.now += day - 60_000
    expect((await confirm(good)).status).toBe(200)
    t.clock.now += 60_001
    const refused = await confirm(over)
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: 'token_invalid', error: ERRORS.token_invalid[1] },
    ])
    expect([(await enter(m.email)).status, (await enter(late)).status]).toEqual([200, 401])
    expect((await mailsTo(t, m.email)).length).toBe(before)
    t.clock.now -= day + 1
    // no session ended with it
    for (const client of [m, elsewhere]) expect((await client.call(me)).body.email).toBe(m.email)
    // the clock going back revives a link that another one has replaced
    await ask(m, late)
    // it leaves after the reply; by the date of the clock it is not the last one
    await mailTo(t, late, 2)
    const again = (await mailsTo(t, late)).map(tokenIn).find((x) => x !== over) ?? ''
    expect([(await confirm(over)).status, (await confirm(again)).status]).toEqual([400, 200])
    expect((await m.call(me)).body.email).toBe(late)
  })

  test('another user’s address gives the same reply, and only its owner is notified', async () => {
    const [m, owner] = [await t.member(), await t.member()]
    const said = async (email: string) => {
      const { status, body } = await ask(m, email)
      return [status, body]
    }
    expect(await said(owner.email.toUpperCase())).toEqual(await said(address()))
    const mail = await mailTo(t, owner.email.toUpperCase())
    expect([mail.subject, tokenIn(mail)]).toEqual(['Votre adresse e-mail', ''])
    expect((await mailsTo(t, m.email)).map((x) => x.subject)).toEqual([
      'Changement d’adresse e-mail demandé',
      'Changement d’adresse e-mail demandé',
    ])
    expect((await enter(owner.email)).status).toBe(200)
  })

  test('another user’s address ends a former link, as an unknown address does', async () => {
    const owner = await t.member()
    for (const next of [owner.email, address()]) {
      const [m, first] = [await t.member(), address()]
      await ask(m, first)
      const former = tokenIn(await mailTo(t, first))
      expect((await ask(m, next)).status).toBe(202)
      expect((await confirm(former)).body, next).toMatchObject({ code: 'token_invalid' })
    }
  })

  test('of two changes to one address the first confirmed wins; an unconfirmed registration yields', async () => {
    const [a, b] = [await t.member(), await t.member()]
    const wanted = address()
    await t.client().call(register, { body: registration(wanted) })
    const pending = tokenIn(await mailTo(t, wanted))
    await ask(a, wanted)
    const ofA = tokenIn(await mailTo(t, wanted, 2))
    await ask(b, wanted)
    await mailTo(t, wanted, 3)
    const ofB =
      (await mailsTo(t, wanted)).map(tokenIn).find((x) => x !== ofA && x !== pending) ?? ''
    const answers = await Promise.all([confirm(ofA), confirm(ofB)])
    expect(answers.map((x) => x.status).sort()).toEqual([200, 400])
    expect((await t.client().call(verifyEmail, { body: { token: pending } })).body).toMatchObject({
      code: 'token_invalid',
    })
    expect(
      [(await a.call(me)).body.email, (await b.call(me)).body.email].filter((x) => x === wanted),
    ).toHaveLength(1)
  })

  test('mails to one address and guesses of the password are counted', async () => {
    const slow = await testApp({ RATE_FACTOR: '1' })
    try {
      const [m, guesser] = [await slow.member(), await slow.member()]
      const wanted = address()
      const answers: number[] = []
      for (let i = 0; i < 6; i += 1) answers.push((await ask(m, wanted)).status)
      expect(answers).toEqual([...Array<number>(5).fill(202), 429])
      const guesses: number[] = []
      for (let i = 0; i < 11; i += 1)
        guesses.push((await ask(guesser, address(), { password: `faux-${i}` })).status)
      expect(guesses).toEqual([...Array<number>(10).fill(403), 429])
    } finally {
      await slow.close()
    }
  })
})
