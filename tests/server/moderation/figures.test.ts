import { expect, test } from 'vitest'
import { appealDecision, myDecisions } from '#contract/moderation'
import { report } from '#contract/safety'
import { undoDecision } from '#contract/staff/cases'
import { openOwnCase } from '#contract/staff/accounts'
import { staffFigures } from '#contract/staff/figures'
import { findSignals } from '../../../server/moderation/service'
import type { Member } from '../../support/server/server'
import { notice } from '../../support/world/notice'
import { caseOf, decide, moderator, operator, RULE, setUp, t } from './cases-setup'

setUp()

const reportOn = async (): Promise<Member> => {
  const [bad, good] = [await t.member(), await t.member()]
  await good.call(report, { body: { kind: 'profile', id: bad.accountId, reason: 'spam' } })
  return bad
}
const decisionOf = async (who: Member): Promise<string> =>
  (await who.call(myDecisions, {})).body.decisions[0]?.id ?? ''

test('cases and measures by rule and by origin, as the rows say', async () => {
  const before = (await operator.call(staffFigures, {})).body
  expect(before.rules).toEqual([])
  expect(before.origins).toEqual(
    ['report', 'notice', 'own', 'signal', 'appeal'].map((origin) => ({
      origin,
      cases: 0,
      measures: 0,
      undone: 0,
    })),
  )
  // reports of members: two measures, one of them taken back, and one without follow-up
  const first = await reportOn()
  await decide(moderator, await caseOf(first.accountId), 'warn')
  const second = await reportOn()
  await decide(moderator, await caseOf(second.accountId), 'warn', { ...RULE, rule: 'commerce' })
  await decide(moderator, await caseOf((await reportOn()).accountId), 'dismiss', { facts: '' })
  await operator.call(undoDecision, {
    params: { id: await decisionOf(second) },
    body: { reason: 'Erreur' },
  })
  // a notice from outside
  const third = await t.member()
  await notice(t, { target: third.handle, reason: 'spam', text: 'Publicité en ligne.' })
  await decide(moderator, await caseOf(third.accountId), 'change')
  // the team's own initiative
  const fourth = await t.member()
  await moderator.call(openOwnCase, {
    params: { id: fourth.accountId },
    body: { reason: 'other' },
  })
  await decide(moderator, await caseOf(fourth.accountId), 'warn')
  // an alert of the server: five members blocked this one
  const fifth = await t.member()
  for (let i = 0; i < 6; i += 1) {
    const other = await t.member()
    await t.ctx.db
      .insertInto('blocks')
      .values({
        account_id: other.accountId,
        blocked_account_id: fifth.accountId,
        created_at: t.ctx.now(),
      })
      .execute()
  }
  await findSignals(t.ctx)
  await decide(moderator, await caseOf(fifth.accountId), 'warn', { ...RULE, rule: 'commerce' })
  // an appeal, upheld
  const decision = await decisionOf(first)
  await first.call(appealDecision, { params: { id: decision }, body: { text: 'Non.' } })
  await decide(operator, await caseOf(decision), 'uphold', { facts: 'Les faits sont établis.' })
  // not of this year
  await t.ctx.db
    .updateTable('decisions')
    .set({ made_at: (t.ctx.now() - 400 * 86_400_000) as never })
    .where('account_id', '=', fourth.accountId)
    .execute()

  const { rules, origins, months } = (await operator.call(staffFigures, {})).body
  expect(rules.map(({ count, undone }) => [count, undone])).toEqual([
    [2, 0],
    [2, 1],
  ])
  expect(origins).toEqual([
    { origin: 'report', cases: 3, measures: 2, undone: 1 },
    { origin: 'notice', cases: 1, measures: 1, undone: 0 },
    { origin: 'own', cases: 1, measures: 0, undone: 0 },
    { origin: 'signal', cases: 1, measures: 1, undone: 0 },
    { origin: 'appeal', cases: 1, measures: 0, undone: 0 },
  ])
  expect(months.at(-1)).toMatchObject({
    opened: { report: 3, notice: 1, own: 1, signal: 1, appeal: 1 },
    measures: { warn: 3, dismiss: 1, change: 1 },
    upheld: 1,
    overturned: 0,
    undone: 1,
  })
})
