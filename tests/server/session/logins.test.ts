import { describe, expect, test } from 'vitest'
import { calendarFeed } from '#contract/events/calendar'
import { createJoinLink } from '#contract/profile/profile'
import { deleteAccount, keepAccount } from '#contract/safety'
import { endLogin, listLogins } from '#contract/session/security'
import { login, me } from '#contract/session/session'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { secondLogin } from '../../support/world/couples'
import { liveClient } from '../live-client'
import { mailTo, mailsTo } from '../mailbox'

const PASSWORD = 'un-bon-mot-de-passe'
const t = sharedApp()

/** A couple's account with both of its logins. */
const couple = async (): Promise<{ first: Member; second: Member }> => {
  const first = await t.member(undefined, ['woman', 'man'])
  const second = await secondLogin(t, first)
  await mailTo(t, first.email)
  return { first, second }
}
const logins = async (m: Member) => (await m.call(listLogins)).body.logins
const end = (m: Member, id: string, password = PASSWORD) =>
  m.call(endLogin, { params: { id }, body: { password } })

describe('the two logins of an account', () => {
  test('are listed for both, the other’s address masked', async () => {
    const { first, second } = await couple()
    expect(await logins(first)).toMatchObject([
      { id: first.userId, own: true, is_first: true, email: first.email, joined_at: null },
      { id: second.userId, own: false, is_first: false, email: 'm•••@test.invalid' },
    ])
    expect(await logins(second)).toMatchObject([
      { own: false, is_first: true, email: 'm•••@test.invalid' },
      { own: true, is_first: false, email: second.email },
    ])
    expect(JSON.stringify(await logins(first))).not.toContain(second.email)
  })

  test('the first one ends the second, at once and with all it could have left open', async () => {
    const { first, second } = await couple()
    const live = await liveClient(await t.listen(), second)
    await live.subscribe(`private-account-${first.accountId}`)
    const feed = (await second.call(calendarFeed, { body: { discreet: false } })).body.url
    expect((await end(first, second.userId, 'faux')).body).toMatchObject({ code: 'wrong_password' })
    expect((await end(first, first.userId)).status).toBe(403)
    expect((await end(second, first.userId)).status).toBe(403)
    expect((await second.call(me)).status).toBe(200)
    const closed = new Promise((resolve) => live.pusher.connection.bind('disconnected', resolve))
    expect((await end(first, second.userId)).body).toEqual({ success: true })
    expect((await second.call(me)).status).toBe(401)
    await closed
    live.pusher.disconnect()
    expect((await t.client().raw('GET', new URL(feed).pathname)).status).toBe(404)
    expect((await mailTo(t, second.email)).subject).toBe('Vous n’avez plus accès au compte partagé')
    expect(await logins(first)).toHaveLength(1)
    expect((await end(first, second.userId)).status).toBe(404)
    // the login itself stays, and may create an account of its own
    const again = await t
      .client()
      .call(login, { body: { email: second.email, password: PASSWORD } })
    expect(again.body).toMatchObject({ hasAccount: false, accountId: null })
    // and another person may be invited
    const link = await first.call(createJoinLink, { body: { kind: 'partner' } })
    expect(link.status).toBe(201)
  })

  test('the second one may leave, and the first one reads of it', async () => {
    const { first, second } = await couple()
    await second.call(createJoinLink, { body: { kind: 'member' } })
    expect((await end(second, second.userId)).body).toEqual({ success: true })
    expect((await second.call(me)).status).toBe(401)
    expect((await first.call(me)).status).toBe(200)
    expect((await mailTo(t, first.email, 2)).subject).toBe('Une personne a quitté votre compte')
    expect((await mailsTo(t, second.email)).map((m) => m.subject)).toEqual([])
  })

  test('a deletion by the second one is told to both, and either undoes it', async () => {
    for (const undoes of ['first', 'second'] as const) {
      const both = await couple()
      expect((await end(both.first, both.second.userId, '')).status).toBe(400)
      await both.second.call(deleteAccount, { body: { password: PASSWORD } })
      for (const m of [both.first, both.second])
        expect((await mailTo(t, m.email, m === both.first ? 2 : 1)).subject).toBe(
          'Votre compte va être supprimé',
        )
      expect((await both[undoes].call(keepAccount)).body).toEqual({ deletes_at: null })
      for (const m of [both.first, both.second]) expect((await logins(m)).length).toBe(2)
    }
  })
})
