import { describe, expect, test } from 'vitest'
import { calendarFeed } from '#contract/events/calendar'
import { changePassword } from '#contract/session/security'
import { forgotPassword, login, me, refresh, resetPassword } from '#contract/session/session'
import { createJoinLink } from '#contract/profile/profile'
import { testApp, type Client, type Member } from '../../support/server/server'
import { mailsTo, mailTo, tokenIn } from '../mailbox'
import { setUp, PASSWORD, PHONE, t, enter } from './security-setup'

setUp()

const NEW = 'trois-hiboux-sous-la-lune'

describe('the password', () => {
  const change = (m: Client, body: { current: string; password: string; close_others?: boolean }) =>
    m.call(changePassword, { body })
  test('changed with the current one: other sessions end with a reason, a mail notifies, old links are invalid', async () => {
    const m = await t.member()
    const other = await enter(m)
    await t.client().call(forgotPassword, { body: { email: m.email } })
    const token = tokenIn(await mailTo(t, m.email))
    expect((await change(m, { current: PASSWORD, password: NEW })).body).toEqual({ success: true })
    expect((await m.call(me)).status).toBe(200)
    expect((await other.call(me)).status).toBe(401)
    expect((await other.call(refresh)).body).toMatchObject({ code: 'session_password' })
    expect((await mailTo(t, m.email, 2)).text).toContain(
      'vos sessions ouvertes ailleurs ont été fermées',
    )
    expect(
      (
        await t
          .client()
          .call(resetPassword, { body: { token, password: 'quatre-renards-sur-la-neige' } })
      ).body,
    ).toMatchObject({ code: 'token_invalid' })
    expect(
      (await t.client().call(login, { body: { email: m.email, password: PASSWORD } })).status,
    ).toBe(401)
    await enter(m, PHONE, NEW)
  })
  /** What somebody at an unattended screen could have left open; tells whether it still is. */
  const leftOpen = async (m: Member) => {
    const { url } = (await m.call(calendarFeed, { body: { discreet: true } })).body
    const link = (await m.call(createJoinLink, { body: { kind: 'partner' } })).body.link.url ?? ''
    const statusOf = async (path: string) => (await t.client().raw('GET', path)).status
    return async () => [
      await statusOf(new URL(url).pathname),
      await statusOf(`/api${new URL(link).pathname}`),
    ]
  }
  test('a reset revokes open partner links and the calendar feed', async () => {
    const m = await t.member()
    const answers = await leftOpen(m)
    expect(await answers()).toEqual([200, 200])
    await t.client().call(forgotPassword, { body: { email: m.email } })
    const token = tokenIn(await mailTo(t, m.email))
    await t.client().call(resetPassword, { body: { token, password: NEW } })
    expect(await answers()).toEqual([404, 404])
  })
  test('a change that closes the other sessions revokes them too, one that does not leaves them', async () => {
    for (const close_others of [true, false]) {
      const m = await t.member()
      const answers = await leftOpen(m)
      await change(m, { current: PASSWORD, password: NEW, close_others })
      expect(await answers()).toEqual(close_others ? [404, 404] : [200, 200])
    }
  })
  test('the other sessions may stay', async () => {
    const m = await t.member()
    const other = await enter(m)
    await change(m, { current: PASSWORD, password: NEW, close_others: false })
    expect((await other.call(me)).status).toBe(200)
    expect((await mailTo(t, m.email)).text).not.toContain('session')
  })
  test('a wrong, common, short or unchanged password is refused at its field, and nothing changes', async () => {
    const m = await t.member()
    expect((await change(m, { current: 'faux', password: NEW })).body).toMatchObject({
      code: 'wrong_password',
      details: [{ path: 'body.current' }],
    })
    expect((await change(m, { current: PASSWORD, password: 'motdepasse2026' })).body).toMatchObject(
      { code: 'weak_password', details: [{ path: 'body.password' }] },
    )
    expect((await change(m, { current: PASSWORD, password: 'neufcarac' })).body).toMatchObject({
      code: 'invalid_payload',
      details: [{ path: 'body.password' }],
    })
    expect((await change(m, { current: PASSWORD, password: PASSWORD })).body).toMatchObject({
      code: 'same_password',
    })
    expect(await mailsTo(t, m.email)).toEqual([])
    await enter(m)
  })
  test('of two changes at once one wins', async () => {
    const m = await t.member()
    const answers = await Promise.all(
      ['quatre-renards-sur-la-neige', NEW].map((password) =>
        change(m, { current: PASSWORD, password }),
      ),
    )
    expect(answers.map((a) => a.status).sort()).toEqual([200, 403])
  })
  test('guessing it from an open session is limited', async () => {
    const slow = await testApp({ RATE_FACTOR: '1' })
    try {
      const m = await slow.member()
      const statuses: number[] = []
      for (let i = 0; i < 11; i++)
        statuses.push((await change(m, { current: `essai-${i}`, password: NEW })).status)
      expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
    } finally {
      await slow.close()
    }
  })
})
