import { expect, test } from 'vitest'
import { createGroup, leaveConversation } from '#contract/messaging/groups'
import * as p from '#contract/profile/parting'
import { acceptJoinLink, createJoinLink } from '#contract/profile/profile'
import { endLogin } from '#contract/session/security'
import { purgeAccount } from '../../../server/life/deletion'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { say } from '../../support/world/exchanges'
import { again, ask, couple, DAY_MS, part, PASSWORD } from './setup'

const t = sharedApp()

const shared = async () => {
  const who = await t.member(undefined, ['woman', 'man'])
  who.identity = who.identityIds[0] ?? null
  return who
}
const newcomer = async (): Promise<Member> => {
  const who = await t.member()
  await t.ctx.db
    .updateTable('users')
    .set({ account_id: null })
    .where('id', '=', who.userId)
    .execute()
  return who
}
const linkOf = async (who: Member): Promise<string> => {
  const { url } = (await who.call(createJoinLink, { body: { kind: 'partner' } })).body.link
  return new URL(url ?? '').pathname.split('/').at(-1) ?? ''
}
const join = (who: Member, token: string) => who.call(acceptJoinLink, { params: { token } })

test('older links bring nobody to the account that stays: neither after a parting nor after a login was removed', async () => {
  const memberLink = async (who: Member): Promise<string> => {
    const { url } = (await who.call(createJoinLink, { body: { kind: 'member' } })).body.link
    return new URL(url ?? '').pathname.split('/').at(-1) ?? ''
  }
  const parted = await couple(t)
  const kept = await memberLink(parted.anne)
  const { paul } = await part(t, parted)
  const removed = await couple(t)
  const shown = await memberLink(removed.paul)
  const params = { id: removed.paul.userId }
  const body = { password: PASSWORD }
  expect((await removed.anne.call(endLogin, { params, body })).status).toBe(200)
  // another account of the person who left, or of a friend
  const unknown = await t.member()
  for (const token of [kept, shown])
    expect((await join(unknown, token)).body).toMatchObject({ code: 'join_link_invalid' })
  // who stays makes new ones
  expect((await join(unknown, await memberLink(paul))).status).toBe(200)
})

test('a login that joins meanwhile would take the place of the shared one: it is refused', async () => {
  const both = await shared()
  const token = await linkOf(both)
  expect((await ask(both, { kind: 'leave' })).status).toBe(201)
  const second = await newcomer()
  expect((await join(second, token)).body).toMatchObject({ code: 'parting_open' })
  t.clock.now += 7 * DAY_MS + 1000
  await t.app.jobs.run()
  const left = await again(t, both)
  expect([left.accountId, left.identityIds]).toEqual([both.accountId, [both.identityIds[1]]])
})

test('of a request to leave and a login that joins at the same moment, one is refused', async () => {
  for (let n = 0; n < 6; n += 1) {
    const both = await shared()
    const [token, second] = [await linkOf(both), await newcomer()]
    const [asked, joined] = await Promise.all([
      ask(both, { kind: 'leave' }),
      // the password of the other call is checked first, which takes a while
      ask(both, { kind: 'leave', password: 'faux' }).then(() => join(second, token)),
    ])
    const { open } = (await both.call(p.getParting)).body
    expect([asked.status, joined.status, open !== null]).toEqual(
      asked.status === 201 ? [201, 409, true] : [expect.any(Number), 200, false],
    )
  }
})

test('the account that stays does not remove an older group by leaving it last', async () => {
  const c = await couple(t)
  const made = await c.anne.call(createGroup, {
    body: { title: 'Les voisins', account_ids: [c.friend.accountId] },
  })
  const { id } = made.body.conversation
  await say(c.anne, id, 'Bonsoir', { sender_identity_id: c.anneId })
  await say(c.paul, id, 'Bonsoir aussi', { sender_identity_id: c.paulId })
  const { anne, paul } = await part(t, c)
  for (const who of [await again(t, c.friend), paul])
    expect((await who.call(leaveConversation, { params: { id } })).status).toBe(200)
  const past = await anne.call(p.readPastTalk, { params: { id }, query: {} })
  expect(past.body.messages.map((m) => m.content)).toEqual(['Bonsoir', 'Bonsoir aussi'])
  // with its last reader it goes
  await purgeAccount(t.ctx, anne.accountId)
  const rows = await t.ctx.db
    .selectFrom('conversations')
    .where('id', '=', id)
    .select('id')
    .execute()
  expect(rows).toEqual([])
})
