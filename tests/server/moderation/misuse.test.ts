import { expect, test } from 'vitest'
import { listNews } from '#contract/news'
import { report, type ReportReason } from '#contract/safety'
import { warnReporter } from '#contract/staff/cases'
import { LAST_DAYS } from '../../../server/safety/misuse'
import type { Member } from '../../support/server/server'
import { caseOf, DAY, decide, detail, later, moderator, setUp, t } from './cases-setup'

setUp()

/** Reports the profile of a new member; the case. */
const says = async (who: Member, reason: ReportReason = 'spam'): Promise<string> => {
  const { accountId } = await t.member()
  expect(
    (await who.call(report, { body: { kind: 'profile', id: accountId, reason } })).status,
  ).toBe(201)
  return caseOf(accountId)
}
const unfounded = async (who: Member, times: number): Promise<void> => {
  for (let n = 0; n < times; n += 1) await decide(moderator, await says(who), 'dismiss', {})
}
const priorityOf = async (id: string) => (await detail(moderator, id)).line.priority
const shown = async (id: string) => (await detail(moderator, id)).reports[0]
const warn = async (id: string) =>
  (await moderator.call(warnReporter, { params: { id: (await shown(id))?.id ?? '' } })).status

test('after a warning three unfounded reports put the next ones last for a month, never those of a danger', async () => {
  const who = await t.member()
  await unfounded(who, 3)
  // not without a warning
  const id = await says(who)
  expect([await priorityOf(id), (await shown(id))?.misuse]).toEqual([2, 'may_warn'])
  expect(await warn(id)).toBe(200)
  expect((await shown(id))?.misuse).toBe('warned')
  expect(await warn(id)).toBe(409)
  const [item] = (await who.call(listNews, { query: {} })).body.items
  expect(item?.newsType).toBe('moderation_reports_warned')
  t.clock.now += 1000
  await unfounded(who, 2)
  expect(await priorityOf(await says(who))).toBe(2)
  await unfounded(who, 1)
  expect(await priorityOf(await says(who))).toBe(3)
  expect(await priorityOf(await says(who, 'harassment'))).toBe(3)
  expect(await priorityOf(await says(who, 'minor'))).toBe(0)
  // one of somebody else puts the case back where it belongs
  const { accountId } = await t.member()
  for (const one of [who, await t.member()])
    await one.call(report, { body: { kind: 'profile', id: accountId, reason: 'spam' } })
  expect(await priorityOf(await caseOf(accountId))).toBe(2)
  await later((LAST_DAYS + 1) * DAY, [who], async () =>
    expect(await priorityOf(await says(who))).toBe(2),
  )
})

test('a member whose reports are mostly founded, or few, cannot be warned', async () => {
  const [few, mixed] = [await t.member(), await t.member()]
  await unfounded(few, 2)
  await unfounded(mixed, 3)
  for (let n = 0; n < 3; n += 1) await decide(moderator, await says(mixed), 'warn')
  for (const who of [few, mixed]) {
    const id = await says(who)
    expect([(await shown(id))?.misuse, await warn(id)]).toEqual(['none', 409])
  }
})
