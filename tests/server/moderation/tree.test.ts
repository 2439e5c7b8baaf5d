import { expect, test } from 'vitest'
import { staffAccount } from '#contract/staff/accounts'
import { report } from '#contract/safety'
import type { Member } from '../../support/server/server'
import { caseOf, decide, moderator, operator, RULE, setUp, t } from './cases-setup'

setUp()

/** A member who came in through the link of another one. */
const through = async (inviter: Member | null): Promise<Member> => {
  const member = await t.member()
  await t.ctx.db
    .updateTable('users')
    .set({ invited_by: inviter?.accountId ?? null })
    .where('id', '=', member.userId)
    .execute()
  return member
}
const accountOf = async (id: string) =>
  (await moderator.call(staffAccount, { params: { id } })).body.account

test('an excluded member is shown with who let them in and whom they let in; nothing happens to those', async () => {
  const top = await through(null)
  const middle = await through(top)
  const bad = await through(middle)
  const [one, two] = [await through(bad), await through(bad)]
  const below = await through(one)
  const beside = await through(middle)
  expect((await accountOf(bad.accountId)).tree).toBeNull()
  await top.call(report, { body: { kind: 'profile', id: bad.accountId, reason: 'illegal' } })
  for (const staff of [moderator, operator])
    await decide(staff, await caseOf(bad.accountId), 'exclude', RULE)
  const { state, tree } = await accountOf(bad.accountId)
  expect(state).toBe('excluded')
  expect(tree?.up.map((a) => a.handle)).toEqual([middle.handle, top.handle])
  expect(tree?.down.map((a) => [a.handle, a.by, a.state])).toEqual([
    [one.handle, bad.accountId, 'active'],
    [two.handle, bad.accountId, 'active'],
    [below.handle, one.accountId, 'active'],
  ])
  expect(JSON.stringify(tree)).not.toContain(beside.handle)
})

test('who is close to the staff member is left out, those below are not', async () => {
  const bad = await through(null)
  const friend = await through(bad)
  const below = await through(friend)
  await t.ctx.db
    .insertInto('blocks')
    .values({
      account_id: moderator.accountId,
      blocked_account_id: friend.accountId,
      created_at: t.ctx.now(),
    })
    .execute()
  const other = await t.member()
  await other.call(report, { body: { kind: 'profile', id: bad.accountId, reason: 'illegal' } })
  for (const staff of [moderator, operator])
    await decide(staff, await caseOf(bad.accountId), 'exclude', RULE)
  expect((await accountOf(bad.accountId)).tree?.down).toMatchObject([
    { handle: below.handle, by: bad.accountId },
  ])
})

test('whom an excluded member says to have met is shown, and who says so of them; not who is close to the staff', async () => {
  const [bad, voucher, met, friend, beside] = [
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member(),
  ]
  const { db, now } = t.ctx
  const say = (one: Member, of: Member) =>
    db
      .insertInto('meetings')
      .values({ account_id: one.accountId, with_account_id: of.accountId, said_at: now() })
      .execute()
  await say(voucher, bad)
  await say(friend, bad)
  await say(bad, met)
  await say(voucher, beside)
  await db
    .insertInto('blocks')
    .values({
      account_id: moderator.accountId,
      blocked_account_id: friend.accountId,
      created_at: now(),
    })
    .execute()
  await voucher.call(report, { body: { kind: 'profile', id: bad.accountId, reason: 'illegal' } })
  for (const staff of [moderator, operator])
    await decide(staff, await caseOf(bad.accountId), 'exclude', RULE)
  const { tree } = await accountOf(bad.accountId)
  expect(tree?.metBy.map((a) => a.handle)).toEqual([voucher.handle])
  expect(tree?.met.map((a) => a.handle)).toEqual([met.handle])
})
