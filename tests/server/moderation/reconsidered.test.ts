import { expect, test } from 'vitest'
import { appealDecision, followNotice, myReports } from '#contract/moderation'
import { listNews } from '#contract/news'
import { report } from '#contract/safety'
import { undoDecision } from '#contract/staff/cases'
import { staffAccount } from '#contract/staff/accounts'
import { staffFigures } from '#contract/staff/figures'
import { up } from '../../../server/db/migrations/0051-0075/0062-reconsidered'
import type { Member } from '../../support/server/server'
import { notice } from '../../support/world/notice'
import { mailsTo } from '../mailbox'
import {
  caseOf,
  decide,
  detail,
  lastDecision,
  moderator,
  operator,
  reported,
  RULE,
  setUp,
  t,
  reportedPhoto,
} from './cases-setup'

setUp()

const newsOf = async (who: Member): Promise<string[]> =>
  (await who.call(listNews, { query: {} })).body.items.map((item) => item.newsType)
const stateOf = async (who: Member) => (await who.call(myReports, {})).body.reports[0]?.state
const foundedAbout = async (accountId: string): Promise<number> =>
  (await moderator.call(staffAccount, { params: { id: accountId } })).body.account.founded
const undoneNow = async (): Promise<number> =>
  (await operator.call(staffFigures, {})).body.months.at(-1)?.undone ?? 0
/** What the desk says of the reporter, in a new case of theirs. */
const accuracyOf = async (who: Member) => {
  const other = await t.member()
  await who.call(report, { body: { kind: 'profile', id: other.accountId, reason: 'spam' } })
  const [shown] = (await detail(moderator, await caseOf(other.accountId))).reports
  return [shown?.answered, shown?.founded]
}

test('a decision that is taken back: its report is no longer founded, and both hear that', async () => {
  const { bad, good, id } = await reported()
  await decide(moderator, id, 'warn')
  expect([await stateOf(good), await foundedAbout(bad.accountId)]).toEqual(['measure', 1])
  const before = await undoneNow()
  const decision = (await lastDecision(bad))?.id ?? ''
  await operator.call(undoDecision, { params: { id: decision }, body: { reason: 'Erreur' } })
  expect([await stateOf(good), await foundedAbout(bad.accountId)]).toEqual(['reconsidered', 0])
  expect(await accuracyOf(good)).toEqual([1, 0])
  expect(await undoneNow()).toBe(before + 1)
  expect(await newsOf(bad)).toEqual(['moderation_lifted', 'moderation_decision'])
  expect((await newsOf(good)).slice(0, 2)).toEqual(['moderation_reconsidered', 'moderation_report'])
})

test('the same after an appeal, of which the member hears once', async () => {
  const { bad, good, id } = await reported()
  await decide(moderator, id, 'suspend', { ...RULE, days: 7 })
  const decision = (await lastDecision(bad))?.id ?? ''
  await bad.call(appealDecision, { params: { id: decision }, body: { text: 'Non.' } })
  await decide(operator, await caseOf(decision), 'overturn', { facts: 'Vous avez raison.' })
  expect([await stateOf(good), await foundedAbout(bad.accountId)]).toEqual(['reconsidered', 0])
  expect(await newsOf(bad)).toEqual(['moderation_appeal', 'moderation_decision'])
})

test('an upheld decision leaves its report founded', async () => {
  const { bad, good, id } = await reported()
  await decide(moderator, id, 'warn')
  const decision = (await lastDecision(bad))?.id ?? ''
  await bad.call(appealDecision, { params: { id: decision }, body: { text: 'Non.' } })
  await decide(operator, await caseOf(decision), 'uphold', { facts: 'Les faits sont établis.' })
  expect([await stateOf(good), await foundedAbout(bad.accountId)]).toEqual(['measure', 1])
})

test('who sent a notice from outside gets another letter, and reads it by the code', async () => {
  const target = await t.member()
  const { code } = (
    await notice(t, {
      target: target.handle,
      reason: 'impersonation',
      text: 'Ce sont mes photos.',
      email: 'dehors@exemple.fr',
    })
  ).body
  const follow = async () => (await t.client().call(followNotice, { body: { code } })).body.state
  await decide(moderator, await caseOf(target.accountId), 'warn')
  await expect.poll(() => mailsTo(t, 'dehors@exemple.fr')).toHaveLength(1)
  expect(await follow()).toBe('measure')
  const decision = (await lastDecision(target))?.id ?? ''
  await moderator.call(undoDecision, { params: { id: decision }, body: { reason: 'Erreur' } })
  await expect.poll(() => mailsTo(t, 'dehors@exemple.fr')).toHaveLength(2)
  expect(await follow()).toBe('reconsidered')
})

test('what was taken back before the migration counts the same', async () => {
  const { good, id, bad } = await reported()
  await decide(moderator, id, 'warn')
  const other = await reported()
  await decide(moderator, other.id, 'warn')
  const decision = (await lastDecision(bad))?.id ?? ''
  // as an earlier server left it
  await t.ctx.db
    .updateTable('decisions')
    .set({ undone_at: t.ctx.now(), undone_by: 'x' })
    .where('id', '=', decision)
    .execute()
  await up(t.ctx.db as never)
  expect([await stateOf(good), await stateOf(other.good)]).toEqual(['reconsidered', 'measure'])
})

test('a decision says which photo it is about: its day, where it was, and a blurred sign of it', async () => {
  const { owner, media_id } = await reportedPhoto('spam')
  const sent = new Date(t.ctx.now()).toISOString()
  await decide(moderator, await caseOf(media_id), 'remove')
  const about = (await lastDecision(owner))?.about
  expect(about).toMatchObject({ text: '', place: 'profile' })
  expect(about?.at.slice(0, 10)).toBe(sent.slice(0, 10))
  expect(about?.picture).toMatch(/^data:image\/jpeg;base64,.{100,1500}$/)
})
