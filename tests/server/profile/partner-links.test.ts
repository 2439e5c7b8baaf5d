import { describe, expect, test } from 'vitest'
import { createJoinLink, revokeJoinLink } from '#contract/profile/profile'
import { me, verifyEmail } from '#contract/session/session'
import { register } from '#contract/session/registration'
import { mailTo, newcomer, registration, tokenIn } from '../mailbox'
import { setUp, t, newEmail, make, accept, read } from './relations-setup'

setUp()

const usersOf = (accountId: string) =>
  t.ctx.db.selectFrom('users').where('account_id', '=', accountId).select('id').execute()

describe('partner links', () => {
  test('the second user of a couple registers through the link and has the account at once', async () => {
    const couple = await t.member('couple_p', ['woman', 'man'])
    const { token } = await make(couple, 'partner')
    const email = newEmail()
    await t.client().call(register, { body: registration(email, { joinToken: token }) })
    const opened = await t
      .client()
      .call(verifyEmail, { body: { token: tokenIn(await mailTo(t, email)) } })
    expect(opened.body).toMatchObject({ hasAccount: true, accountId: couple.accountId })
    expect((await couple.call(createJoinLink, { body: { kind: 'partner' } })).body).toMatchObject({
      code: 'partner_full',
    })
    expect((await read(token)).status).toBe(404)
  })

  test('a signed-in user without account joins through the link; one with an account is refused', async () => {
    const couple = await t.member('couple_q', ['woman', 'man'])
    const { token } = await make(couple, 'partner')
    expect((await accept(couple, token)).body).toMatchObject({ code: 'own_link' })
    expect((await accept(await t.member('deja_la'), token)).body).toMatchObject({
      code: 'account_exists',
    })
    const client = await newcomer(t, newEmail())
    expect((await accept(client, token)).body).toEqual({
      kind: 'partner',
      account_id: couple.accountId,
      event_id: null,
    })
    expect((await client.call(me)).body.account).toMatchObject({
      id: couple.accountId,
      is_own: true,
    })
  })

  test('the first user of an account is notified by mail of the second', async () => {
    for (const registers of [true, false]) {
      const couple = await t.member(undefined, ['woman', 'man'])
      const { token } = await make(couple, 'partner')
      const email = newEmail()
      const client = await newcomer(t, email, registers ? { joinToken: token } : {})
      if (!registers) await accept(client, token)
      expect((await mailTo(t, couple.email)).subject).toBe(
        'Une deuxième personne a rejoint votre compte',
      )
      await mailTo(t, email)
    }
  })

  test('one link used concurrently admits one user; so do three links of one account', async () => {
    const couple = await t.member('couple_r', ['woman', 'man'])
    const links = [
      await make(couple, 'partner'),
      await make(couple, 'partner'),
      await make(couple, 'partner'),
    ]
    const clients = await Promise.all(Array.from({ length: 10 }, () => newcomer(t, newEmail())))
    const answers = await Promise.all(
      clients.map((c, i) => accept(c, links[i < 6 ? 0 : (i % 2) + 1]?.token ?? '')),
    )
    expect(answers.filter((a) => a.status === 200).length).toBe(1)
    for (const a of answers)
      if (a.status !== 200)
        expect(['join_link_invalid', 'partner_full']).toContain(
          (a.body as unknown as { code: string }).code,
        )
    expect((await usersOf(couple.accountId)).length).toBe(2)
    const states = await Promise.all(clients.map(async (c) => (await c.call(me)).body.account?.id))
    expect(states.filter((id) => id === couple.accountId).length).toBe(1)
  })

  test('one user with links of two couples joins one of them', async () => {
    const [a, b] = [
      await t.member('couple_s', ['woman', 'man']),
      await t.member('couple_t', ['woman', 'man']),
    ]
    const client = await newcomer(t, newEmail())
    const answers = await Promise.all([
      accept(client, (await make(a, 'partner')).token),
      accept(client, (await make(b, 'partner')).token),
    ])
    expect(answers.map((x) => x.status).sort()).toEqual([200, 409])
    expect((await usersOf(a.accountId)).length + (await usersOf(b.accountId)).length).toBe(3)
  })

  test('a partner link that ended before the confirmation leaves a user without account', async () => {
    const couple = await t.member('couple_u', ['woman', 'man'])
    const { id, token } = await make(couple, 'partner')
    const email = newEmail()
    await t.client().call(register, { body: registration(email, { joinToken: token }) })
    await couple.call(revokeJoinLink, { params: { id } })
    const opened = await t
      .client()
      .call(verifyEmail, { body: { token: tokenIn(await mailTo(t, email)) } })
    expect(opened.body).toMatchObject({ hasAccount: false, accountId: null })
    expect((await usersOf(couple.accountId)).length).toBe(1)
  })
})
