import { expect, test } from 'vitest'
import { getProfile } from '#contract/profile/data'
import { listNews } from '#contract/news'
import { report } from '#contract/safety'
import { undoDecision } from '#contract/staff/cases'
import { endVerification } from '#contract/staff/members'
import { ownVerification } from '#contract/verification'
import { isVerified } from '../../../server/access/verified'
import type { Member } from '../../support/server/server'
import { meet, verify } from '../../support/world/met'
import {
  caseOf,
  decide,
  detail,
  moderator,
  operator,
  RULE,
  setUp,
  t,
} from '../moderation/cases-setup'

setUp()

/** A member verified by photo who says to have met the others, let in by `inviter`. */
const witness = async (of: readonly Member[], inviter?: Member): Promise<Member> => {
  const one = await t.member()
  if (inviter) await letIn(inviter, one)
  await verify(t, one)
  for (const subject of of) {
    await t.relate(one, subject)
    expect(await meet(one, subject)).toBe(200)
  }
  return one
}
const letIn = (inviter: Member, one: Member) =>
  t.ctx.db
    .updateTable('users')
    .set({ invited_by: inviter.accountId })
    .where('id', '=', one.userId)
    .execute()
const metOf = async (one: Member) => (await one.call(ownVerification)).body.meetings
const isKnown = (one: Member) => isVerified(t.ctx.db, one.accountId, t.ctx.now())

test('of all whom a member let in, also through others, one counts', async () => {
  const subject = await t.member()
  const first = await witness([subject], subject)
  await witness([subject], subject)
  const between = await t.member()
  await letIn(first, between)
  await witness([subject], between)
  expect([await metOf(subject), await isKnown(subject)]).toEqual([1, false])
  await witness([subject])
  expect([await metOf(subject), await isKnown(subject)]).toEqual([2, true])
})

test('of two of whom one let the other in, one counts; two whom a third let in both count', async () => {
  const [subject, third] = [await t.member(), await t.member()]
  const above = await witness([subject])
  await witness([subject], above)
  expect([await metOf(subject), await isKnown(subject)]).toEqual([1, false])
  // one more never makes it fewer
  await witness([subject], above)
  expect([await metOf(subject), await isKnown(subject)]).toEqual([2, true])
  const other = await t.member()
  await witness([other], third)
  await witness([other], third)
  expect([await metOf(other), await isKnown(other)]).toEqual([2, true])
})

test('a login that was let in by the account it then joined makes that account no voice less', async () => {
  const subject = await t.member()
  const [couple, half] = [await witness([subject]), await t.member()]
  await letIn(couple, half)
  await t.ctx.db
    .updateTable('users')
    .set({ account_id: couple.accountId })
    .where('id', '=', half.userId)
    .execute()
  await witness([subject])
  expect([await metOf(subject), await isKnown(subject)]).toEqual([2, true])
})

test('two couples that let in one of each other are one voice, not none', async () => {
  const subject = await t.member()
  const one = await witness([subject])
  const other = await witness([subject], one)
  await letIn(other, one)
  expect(await metOf(subject)).toBe(1)
})

const newsOf = async (one: Member) =>
  (await one.call(listNews, { query: {} })).body.items.filter(
    (n) => n.newsType === 'met_badge_lost',
  )
const shown = async (one: Member) =>
  (await moderator.call(getProfile, { params: { id: one.accountId } })).body.badge.met

test('the word of an excluded member ends: those whose mention goes are told, without a name, the others are not', async () => {
  const [loses, keeps, below] = [await t.member(), await t.member(), await t.member()]
  const fake = await witness([loses, keeps, below])
  await witness([loses, keeps])
  await witness([keeps])
  expect([await shown(loses), await shown(keeps), await shown(below)]).toEqual([2, 3, 0])
  await loses.call(report, {
    body: { kind: 'profile', id: fake.accountId, reason: 'impersonation' },
  })
  const id = await caseOf(fake.accountId)
  // suspended for an emergency first, as such a case often is
  await t.ctx.db
    .updateTable('accounts')
    .set({ suspended_until: t.ctx.now() + 1000, deleted_at: t.ctx.now() })
    .where('id', '=', fake.accountId)
    .execute()
  for (const staff of [moderator, operator]) await decide(staff, id, 'exclude', RULE)
  expect([await shown(loses), await shown(keeps), await shown(below)]).toEqual([0, 2, 0])
  const [item, ...more] = await newsOf(loses)
  expect(more).toEqual([])
  expect(item).toMatchObject({ actorAccountId: null, payload: {} })
  expect(JSON.stringify(item)).not.toContain(fake.accountId)
  expect([await newsOf(keeps), await newsOf(below)]).toEqual([[], []])
  const decision = (await detail(operator, id)).decisions[0]
  await operator.call(undoDecision, {
    params: { id: decision?.id ?? '' },
    body: { reason: 'erreur' },
  })
  expect(await shown(loses)).toBe(2)
})

test('so does the word of a member whose verification the team takes back', async () => {
  const subject = await t.member()
  const fake = await witness([subject])
  await witness([subject])
  const ended = await operator.call(endVerification, {
    params: { id: fake.accountId },
    body: { reason: 'photo d’une autre personne' },
  })
  expect(ended.status).toBe(200)
  expect([await shown(subject), (await newsOf(subject)).length]).toEqual([0, 1])
})
