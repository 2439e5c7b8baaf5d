import { expect, test } from 'vitest'
import { appealDecision, myDecisions } from '#contract/moderation'
import { report } from '#contract/safety'
import { decideCase, getCase } from '#contract/staff/cases'
import { staffAccount } from '#contract/staff/accounts'
import { APPEAL_DAYS } from '#contract/staff/measures'
import { purgeAccount } from '../../../server/life/deletion'
import { deleteExpiredRows } from '../../../server/life/tidy'
import { applyModerationRetention } from '../../../server/moderation/service'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { blocks } from '../../support/world/exchanges'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'
import { again, ask, couple, DAY_MS, part } from './setup'

const t = sharedApp()

test('a member of the team who had blocked the couple handles neither account', async () => {
  const c = await couple(t)
  const staff = await staffMember(t, `equipe_${c.handle}`)
  const { account_id } = await t.ctx.db
    .selectFrom('users')
    .where('id', '=', staff.userId)
    .select('account_id')
    .executeTakeFirstOrThrow()
  await blocks(t, { ...staff, accountId: account_id ?? '' }, c.anne)
  const { anne, paul } = await part(t, c)
  await renewToken(t, staff)
  await openDesk(t, staff)
  for (const { accountId: id } of [anne, paul])
    expect((await staff.call(staffAccount, { params: { id } })).status).toBe(404)
})

test('a suspension of both is read and appealed by who left as well; taken back, it ends for both accounts', async () => {
  const c = await couple(t)
  const staff = await staffMember(t, `equipe_${c.handle}`)
  await ask(c.anne, { handle: c.handle })
  await c.friend.call(report, {
    body: { kind: 'profile', id: c.account, reason: 'spam', comment: '' },
  })
  const { id } = await t.ctx.db
    .selectFrom('cases')
    .where('account_id', '=', c.account)
    .select('id')
    .executeTakeFirstOrThrow()
  const { version } = (await staff.call(getCase, { params: { id } })).body.case.line
  await staff.call(decideCase, {
    params: { id },
    body: { version, measure: 'suspend', rule: 'respect', facts: 'Publicité.', days: 30 },
  })
  t.clock.now += 7 * DAY_MS + 1000
  await t.app.jobs.run()
  const { new_account_id } = await t.ctx.db
    .selectFrom('partings')
    .where('account_id', '=', c.account)
    .select('new_account_id')
    .executeTakeFirstOrThrow()
  const hidden = async () =>
    (
      await t.ctx.db
        .selectFrom('accounts')
        .where('id', 'in', [c.account, new_account_id ?? ''])
        .select(['suspended_until', 'deleted_at'])
        .execute()
    ).map((a) => [a.suspended_until !== null, a.deleted_at !== null])
  expect(await hidden()).toEqual([
    [true, true],
    [true, true],
  ])
  await renewToken(t, staff)
  await openDesk(t, staff)
  // the account that was left keeps the decision; who left it reads it as well, and appeals
  const [anne, paul] = [await again(t, c.anne), await again(t, c.paul)]
  const own = async (who: Member) => (await who.call(myDecisions, {})).body.decisions
  const [decision] = await own(anne)
  expect(decision).toMatchObject({ measure: 'suspend', facts: 'Publicité.', appeal: null })
  const appeal = (who: Member) =>
    who.call(appealDecision, {
      params: { id: decision?.id ?? '' },
      body: { text: 'C’était une invitation.' },
    })
  expect((await appeal(await t.member())).status).toBe(404)
  expect((await appeal(anne)).status).toBe(201)
  expect((await appeal(paul)).body).toMatchObject({ code: 'appeal_over' })
  expect(await own(paul)).toMatchObject([{ id: decision?.id, appeal: null, appealUntil: null }])
  const { id: appealCase } = await t.ctx.db
    .selectFrom('cases')
    .where('subject_id', '=', decision?.id ?? '')
    .select('id')
    .executeTakeFirstOrThrow()
  const judge = await staffMember(t, `juge_${c.handle}`, 'operator')
  const { line } = (await judge.call(getCase, { params: { id: appealCase } })).body.case
  const answered = await judge.call(decideCase, {
    params: { id: appealCase },
    body: { version: line.version, measure: 'overturn', facts: 'Vous avez raison.' },
  })
  expect(answered.status).toBe(200)
  expect(await hidden()).toEqual([
    [false, false],
    [false, false],
  ])
  expect((await own(anne))[0]?.appeal).toMatchObject({ state: 'overturned' })
})

test('who leaves a suspended account waits for the end of the suspension; a withdrawn request goes after a month', async () => {
  const c = await couple(t)
  await ask(c.anne, { kind: 'leave' })
  const stateOf = async () =>
    (
      await t.ctx.db
        .selectFrom('partings')
        .where('account_id', '=', c.account)
        .select('state')
        .executeTakeFirst()
    )?.state
  const suspend = (until: number | null) =>
    t.ctx.db
      .updateTable('accounts')
      .set({ suspended_until: until })
      .where('id', '=', c.account)
      .execute()
  t.clock.now += 7 * DAY_MS + 1000
  await suspend(t.ctx.now() + DAY_MS)
  await t.app.jobs.run()
  expect(await stateOf()).toBe('asked')
  await t.ctx.db
    .updateTable('partings')
    .set({ state: 'cancelled' })
    .where('account_id', '=', c.account)
    .execute()
  await deleteExpiredRows(t.ctx)
  expect(await stateOf()).toBe('cancelled')
  await t.ctx.db
    .updateTable('partings')
    .set({ state: 'asked' })
    .where('account_id', '=', c.account)
    .execute()
  await suspend(null)
  await t.app.jobs.run()
  expect(await stateOf()).toBe('done')
  const other = await couple(t)
  await ask(other.anne, { handle: other.handle })
  await t.ctx.db
    .updateTable('partings')
    .set({ state: 'cancelled' })
    .where('account_id', '=', other.account)
    .execute()
  t.clock.now += 38 * DAY_MS
  await deleteExpiredRows(t.ctx)
  expect(
    await t.ctx.db
      .selectFrom('partings')
      .where('account_id', 'in', [c.account, other.account])
      .select('state')
      .execute(),
  ).toEqual([{ state: 'done' }])
})

test('who left an excluded couple is deleted with it when the time to appeal is over', async () => {
  const c = await couple(t)
  const staff = [
    await staffMember(t, `equipe_${c.handle}`),
    await staffMember(t, `seconde_${c.handle}`, 'operator'),
  ]
  await c.friend.call(report, { body: { kind: 'profile', id: c.account, reason: 'spam' } })
  const { id } = await t.ctx.db
    .selectFrom('cases')
    .where('account_id', '=', c.account)
    .select('id')
    .executeTakeFirstOrThrow()
  await ask(c.anne, { handle: c.handle })
  for (const one of staff) {
    const { version } = (await one.call(getCase, { params: { id } })).body.case.line
    const body = { version, measure: 'exclude', rule: 'respect', facts: 'Publicité.' } as const
    expect((await one.call(decideCase, { params: { id }, body })).status).toBe(200)
  }
  t.clock.now += 7 * DAY_MS + 1000
  await t.app.jobs.run()
  await t.ctx.bus.idle()
  const { new_account_id } = await t.ctx.db
    .selectFrom('partings')
    .where('account_id', '=', c.account)
    .select('new_account_id')
    .executeTakeFirstOrThrow()
  const deletesAt = async () =>
    (
      await t.ctx.db
        .selectFrom('accounts')
        .where('id', '=', new_account_id ?? '')
        .select('deletes_at')
        .executeTakeFirstOrThrow()
    ).deletes_at
  await applyModerationRetention(t.ctx)
  expect(await deletesAt()).toBeNull()
  // the account that they left may be gone before
  await purgeAccount(t.ctx, c.account)
  t.clock.now += APPEAL_DAYS * DAY_MS
  await applyModerationRetention(t.ctx)
  expect(await deletesAt()).not.toBeNull()
})
