import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sendFeedback } from '#contract/feedback'
import { report } from '#contract/safety'
import { staffMe } from '#contract/staff/access'
import { listCases, undoDecision } from '#contract/staff/cases'
import { rankOf, weightOf } from '../../../server/safety/rank'
import type { Member } from '../../support/server/server'
import { caseOf, DAY, decide, detail, moderator, setUp, t } from './cases-setup'

setUp()

type Reason = 'minor' | 'harassment' | 'spam'
const say = async (who: Member, of: Member, reason: Reason = 'harassment') =>
  expect(
    (await who.call(report, { body: { kind: 'profile', id: of.accountId, reason } })).status,
  ).toBe(201)
/** The reported members in the order of the queue. */
const order = async (members: readonly Member[]): Promise<Member[]> => {
  const { cases } = (await moderator.call(listCases, {})).body
  return cases.flatMap((c) => members.find((m) => m.accountId === c.account?.id) ?? [])
}

describe('within a priority', () => {
  test('who several members report is read before who one member reports, ever so often', async () => {
    const [often, widely, first, urgent] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    const reporters = [await t.member(), await t.member(), await t.member()] as const
    await say(reporters[0], first)
    t.clock.now += 60_000
    for (let n = 0; n < 10; n += 1) await say(reporters[0], often)
    t.clock.now += 60_000
    for (const one of reporters) await say(one, widely)
    t.clock.now += 60_000
    await say(reporters[0], urgent, 'minor')
    expect(await order([often, widely, first, urgent])).toEqual([urgent, widely, first, often])
  })

  test('a member whose reports were unfounded weighs less than one whose were not', async () => {
    const [wrong, right] = [await t.member(), await t.member()]
    for (let n = 0; n < 3; n += 1) {
      const of = await t.member()
      await say(wrong, of)
      await decide(moderator, await caseOf(of.accountId), 'dismiss', {})
    }
    const [earlier, later] = [await t.member(), await t.member()]
    await say(wrong, earlier)
    t.clock.now += 60_000
    await say(right, later)
    expect(await order([earlier, later])).toEqual([later, earlier])
  })
})

/** The case of a member's comment. */
const subjectCase = async (accountId: string): Promise<string> =>
  (
    await t.ctx.db
      .selectFrom('cases')
      .where('account_id', '=', accountId)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id

test('a decided case says what was decided, and whether that was taken back', async () => {
  const [bad, good] = [await t.member(), await t.member()]
  await say(good, bad)
  const id = await caseOf(bad.accountId)
  const outcome = async (state: 'open' | 'decided') =>
    (await moderator.call(listCases, { query: { state } })).body.cases.find((c) => c.id === id)
      ?.outcome
  expect(await outcome('open')).toBeNull()
  await decide(moderator, id, 'warn')
  expect(await outcome('decided')).toEqual({ measure: 'warn', undone: false })
  const [made] = (await detail(moderator, id)).decisions
  await moderator.call(undoDecision, { params: { id: made?.id ?? '' }, body: { reason: 'Erreur' } })
  expect(await outcome('decided')).toEqual({ measure: 'warn', undone: true })
})

test('so does an answered one, that takes no decision against anybody, and who answered', async () => {
  const author = await t.member()
  await author.call(sendFeedback, { body: { content: 'Un mode sombre ?', url_path: '/events' } })
  const id = await subjectCase(author.accountId)
  expect((await detail(moderator, id)).answered).toBeNull()
  await decide(moderator, id, 'answer', { facts: 'Bientôt.' })
  const { line, answered, decisions } = await detail(moderator, id)
  expect([line.outcome, decisions]).toEqual([{ measure: 'answer', undone: false }, []])
  const { pseudonym } = (await moderator.call(staffMe)).body
  expect(answered).toMatchObject({ measure: 'answer', by: pseudonym })
})

test('more members never move a case back, and none moves forward by more than a week', () => {
  const weights = fc.array(
    fc.tuple(fc.nat(50), fc.nat(50)).map(([founded, unfounded]) => weightOf(founded, unfounded)),
    { minLength: 1, maxLength: 30 },
  )
  fc.assert(
    fc.property(weights, fc.tuple(fc.nat(50), fc.nat(50)), (some, [founded, unfounded]) => {
      const at = rankOf(1e12, some)
      expect(rankOf(1e12, [...some, weightOf(founded, unfounded)])).toBeLessThanOrEqual(at)
      expect(at).toBeGreaterThanOrEqual(1e12 - 7 * DAY)
      expect(at).toBeLessThanOrEqual(1e12 + DAY)
    }),
  )
  expect(rankOf(1e12, [1])).toBe(1e12)
})
