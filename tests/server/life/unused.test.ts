import { afterAll, beforeAll, expect, test } from 'vitest'
import { refresh } from '#contract/session/session'
import { storeSettings } from '../../../server/community'
import { purgeDue } from '../../../server/life/deletion'
import { endUnused, tidyLogins } from '../../../server/life/unused'
import { COMMAND, grantRole } from '../../../server/staff/team'
import { emailKey } from '../../../server/session/email-key'
import { testApp, type TestApp } from '../../support/server/server'
import { mailsTo, mailTo, newcomer } from '../mailbox'

const DAY = 86_400_000
let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

/** Runs the daily job as it would run `days` from today. */
const onDay = async (days: number): Promise<void> => {
  t.clock.now = days * DAY
  try {
    await endUnused(t.ctx)
    await endUnused(t.ctx)
    await purgeDue(t.ctx)
  } finally {
    t.clock.now = 0
  }
}
const handleOf = async (accountId: string) =>
  (
    await t.ctx.db
      .selectFrom('accounts')
      .where('id', '=', accountId)
      .select('handle')
      .executeTakeFirstOrThrow()
  ).handle
const use = (userId: string, days: number) =>
  t.ctx.db
    .updateTable('users')
    .set({ used_at: Date.now() + days * DAY })
    .where('id', '=', userId)
    .execute()

test('an unused account gets a letter at 30 and at 7 days, once each, and goes; staff and suspended accounts stay', async () => {
  const asleep = await t.member('endormie')
  const staff = await t.member('equipiere')
  await grantRole(t.ctx, COMMAND, staff.userId, 'moderator', 'equipiere')
  const suspended = await t.member('suspendue')
  await t.ctx.db
    .updateTable('accounts')
    .set({ suspended_until: Date.now() + 3_000 * DAY })
    .where('id', '=', suspended.accountId)
    .execute()
  await onDay(699)
  expect(await mailsTo(t, 'endormie@test.invalid')).toHaveLength(0)
  await onDay(701)
  expect((await mailTo(t, 'endormie@test.invalid')).text).not.toMatch(/libertin|couple|sortie/i)
  await onDay(722)
  expect(await mailsTo(t, 'endormie@test.invalid')).toHaveLength(1)
  await onDay(725)
  expect(await mailsTo(t, 'endormie@test.invalid')).toHaveLength(2)
  await onDay(731)
  expect(await handleOf(asleep.accountId)).toBe('endormie')
  await onDay(733)
  expect(await handleOf(asleep.accountId)).toMatch(/^supprime_/)
  expect([await handleOf(staff.accountId), await handleOf(suspended.accountId)]).toEqual([
    'equipiere',
    'suspendue',
  ])
  expect(await mailsTo(t, 'equipiere@test.invalid')).toHaveLength(0)
})

test('one visit of either login after a letter is enough to stay, and the count begins again', async () => {
  const account = await t.member('revenue')
  const partner = await t.member('partenaire')
  await t.ctx.db
    .updateTable('users')
    .set({ account_id: account.accountId })
    .where('id', '=', partner.userId)
    .execute()
  await onDay(701)
  expect(await mailsTo(t, 'revenue@test.invalid')).toHaveLength(1)
  expect(await mailsTo(t, 'partenaire@test.invalid')).toHaveLength(1)
  await use(partner.userId, 710)
  await onDay(725)
  await onDay(740)
  expect(await handleOf(account.accountId)).toBe('revenue')
  expect(await mailsTo(t, 'revenue@test.invalid')).toHaveLength(1)
  await onDay(710 + 701)
  expect(await mailsTo(t, 'revenue@test.invalid')).toHaveLength(2)
})

test('a mail server that is away puts the letter off, and with it the deletion', async () => {
  const account = await t.member('sans_courrier')
  const { send } = t.ctx.mailer
  t.ctx.mailer.send = () => Promise.reject(new Error('mail server away'))
  try {
    for (const day of [701, 725, 733]) await expect(onDay(day)).rejects.toThrow('mail server away')
  } finally {
    t.ctx.mailer.send = send
  }
  expect(await handleOf(account.accountId)).toBe('sans_courrier')
})

test('an address that the mail server refuses for good does not keep the account', async () => {
  const account = await t.member('boite_morte')
  const { send } = t.ctx.mailer
  t.ctx.mailer.send = () =>
    Promise.reject(Object.assign(new Error('no such user'), { responseCode: 550 }))
  try {
    for (const day of [701, 725, 733]) await onDay(day)
  } finally {
    t.ctx.mailer.send = send
  }
  expect(await handleOf(account.accountId)).toMatch(/^supprime_/)
})

test('a sign-in and a refresh note the use; a login that never made an account goes after half a year', async () => {
  const client = await newcomer(t, 'sans-compte@exemple.fr')
  const row = () =>
    t.ctx.db
      .selectFrom('users')
      .where('email_key', '=', emailKey(t.ctx, 'sans-compte@exemple.fr'))
      .select('used_at')
      .executeTakeFirst()
  const first = Number((await row())?.used_at)
  expect(Math.abs(first - Date.now())).toBeLessThan(60_000)
  t.clock.now = 3 * DAY
  expect((await client.call(refresh)).status).toBe(200)
  expect(Number((await row())?.used_at)).toBeGreaterThan(first + 2 * DAY)
  t.clock.now = 180 * DAY
  await tidyLogins(t.ctx)
  expect(await row()).toBeDefined()
  t.clock.now = 190 * DAY
  await tidyLogins(t.ctx)
  t.clock.now = 0
  expect(await row()).toBeUndefined()
})

test('operators choose after how many days', async () => {
  await t.member('pressee')
  await storeSettings(t.ctx.db, { unusedDays: 200 }, 'command', Date.now())
  await onDay(169)
  expect(await mailsTo(t, 'pressee@test.invalid')).toHaveLength(0)
  await onDay(171)
  expect(await mailsTo(t, 'pressee@test.invalid')).toHaveLength(1)
})
