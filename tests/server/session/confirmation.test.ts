import { describe, expect, test } from 'vitest'
import { login, resendVerification, verifyEmail } from '#contract/session/session'
import { register } from '#contract/session/registration'
import { mailsTo, mailTo, newcomer, registration, tokenIn } from '../mailbox'
import { setUp, t, DAY, later, enter, withoutDate } from './session-setup'

setUp()

describe('registration', () => {
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
