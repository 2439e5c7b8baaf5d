import { expect, test } from 'vitest'
import { refresh } from '#contract/session/session'
import { storeSettings } from '../../../server/community'
import { CALL_MS, purgeDueAccounts } from '../../../server/life/deletion'
import { processUnusedAccounts, deleteUnusedLogins } from '../../../server/life/unused'
import { longDay } from '../../../server/paris'
import { COMMAND_ACTOR, grantRole } from '../../../server/staff/team'
import { emailKey } from '../../../server/session/email-key'
import { sharedApp } from '../../support/server/shared-app'
import { mailsTo, mailTo, newcomer } from '../mailbox'

const DAY = 86_400_000
const t = sharedApp()

/** Runs the daily job as it would run `days` from today. */
const onDay = async (days: number): Promise<void> => {
  t.clock.now = days * DAY
  try {
    await processUnusedAccounts(t.ctx)
    await processUnusedAccounts(t.ctx)
    await t.ctx.bus.idle()
    t.clock.now += CALL_MS
    await purgeDueAccounts(t.ctx)
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
  await grantRole(t.ctx, COMMAND_ACTOR, staff.userId, 'moderator', 'equipiere')
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

// on one connection, where what the first account starts comes before the second is marked
test.skipIf(process.env['TEST_DATABASE_URL'])(
  'a sign-in while the unused accounts are being marked is enough to stay',
  async () => {
    const both = [await t.member('au_dernier_moment'), await t.member('juste_apres')]
    for (const day of [701, 725]) await onDay(day)
    t.clock.now = 733 * DAY
    const marked: string[] = []
    const emit = (_name: string, { accountId }: { accountId: string }): void => {
      const other = both.find((m) => m.accountId !== accountId)
      if (other && both.some((m) => m.accountId === accountId)) void use(other.userId, 733)
      marked.push(accountId)
    }
    await processUnusedAccounts({
      ...t.ctx,
      bus: { ...t.ctx.bus, emit: emit as typeof t.ctx.bus.emit },
    })
    expect(both.filter((m) => marked.includes(m.accountId))).toHaveLength(1)
    await onDay(734)
    const names = await Promise.all(both.map((m) => handleOf(m.accountId)))
    expect(names.filter((name) => name.startsWith('supprime_'))).toHaveLength(1)
  },
)

/** The mail server takes nothing while the daily job runs on these days. */
const withoutMail = async (days: readonly number[]): Promise<void> => {
  const { send } = t.ctx.mailer
  t.ctx.mailer.send = () => Promise.reject(new Error('mail server away'))
  try {
    for (const day of days) await onDay(day)
  } finally {
    t.ctx.mailer.send = send
  }
}
const dayFrom = (days: number) => longDay(Date.now() + days * DAY)

test('a mail server that is away puts the letters off, and with them the days that they name', async () => {
  const account = await t.member('sans_courrier')
  // longer than other letters are kept
  await withoutMail([701, 725, 733])
  expect(await handleOf(account.accountId)).toBe('sans_courrier')
  await onDay(734)
  const letters = () => mailsTo(t, 'sans_courrier@test.invalid')
  expect((await letters()).map((mail) => mail.text)).toEqual([
    expect.stringContaining(`sera effacé le ${dayFrom(734 + 30)}`),
  ])
  for (const day of [735, 756]) await onDay(day)
  expect(await letters()).toHaveLength(1)
  await withoutMail([758, 761])
  await onDay(762)
  expect((await letters())[0]?.text).toContain(`sera effacé le ${dayFrom(762 + 7)}`)
  await onDay(768)
  expect(await handleOf(account.accountId)).toBe('sans_courrier')
  await onDay(770)
  expect(await handleOf(account.accountId)).toMatch(/^supprime_/)
})

test('a sign-in while a letter waits withdraws it', async () => {
  const account = await t.member('revenue_sans_courrier')
  await withoutMail([701])
  await use(account.userId, 702)
  await onDay(703)
  expect(await mailsTo(t, 'revenue_sans_courrier@test.invalid')).toHaveLength(0)
})

test('a full mailbox keeps no letter from others, nor sends its own account’s letters again', async () => {
  const full = await t.member('boite_pleine')
  const partner = await t.member('meme_compte')
  await t.ctx.db
    .updateTable('users')
    .set({ account_id: full.accountId })
    .where('id', '=', partner.userId)
    .execute()
  await t.member('boite_vide')
  const { send } = t.ctx.mailer
  t.ctx.mailer.send = (mail) =>
    mail.to === 'boite_pleine@test.invalid'
      ? Promise.reject(
          Object.assign(new Error('mailbox full'), { responseCode: 452, command: 'RCPT TO' }),
        )
      : send(mail)
  try {
    for (const day of [701, 702, 703]) await onDay(day)
  } finally {
    t.ctx.mailer.send = send
  }
  for (const name of ['meme_compte', 'boite_vide'])
    expect(await mailsTo(t, `${name}@test.invalid`)).toHaveLength(1)
})

test('an address that the mail server refuses for good does not keep the account', async () => {
  const account = await t.member('boite_morte')
  const { send } = t.ctx.mailer
  t.ctx.mailer.send = () =>
    Promise.reject(
      Object.assign(new Error('no such user'), { responseCode: 550, command: 'RCPT TO' }),
    )
  try {
    for (const day of [701, 725, 733]) await onDay(day)
  } finally {
    t.ctx.mailer.send = send
  }
  expect(await handleOf(account.accountId)).toMatch(/^supprime_/)
})

test.each([
  ['a full mailbox', 452, 'RCPT TO'],
  ['a refused content', 554, 'DATA'],
])('%s keeps an account 14 days longer a letter, not for ever', async (name, code, command) => {
  const account = await t.member(`refus_${code}`)
  const { send } = t.ctx.mailer
  t.ctx.mailer.send = () =>
    Promise.reject(Object.assign(new Error(name), { responseCode: code, command }))
  try {
    for (const day of [701, 714, 716]) await onDay(day)
    // each try moves the day that the letter names: 715 + 23, and 753 + 7
    for (const day of [737, 740, 753, 755]) await onDay(day)
    expect(await handleOf(account.accountId)).toBe(`refus_${code}`)
    await onDay(763)
  } finally {
    t.ctx.mailer.send = send
  }
  expect(await handleOf(account.accountId)).toMatch(/^supprime_/)
})

test('a refused login of the mail server is the operator’s to mend: the account stays', async () => {
  const account = await t.member('mot_de_passe_smtp')
  const { send } = t.ctx.mailer
  t.ctx.mailer.send = () =>
    Promise.reject(Object.assign(new Error('no'), { responseCode: 535, command: 'AUTH PLAIN' }))
  try {
    for (const day of [701, 716, 740, 763, 800]) await onDay(day)
  } finally {
    t.ctx.mailer.send = send
  }
  expect(await handleOf(account.accountId)).toBe('mot_de_passe_smtp')
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
  await deleteUnusedLogins(t.ctx)
  expect(await row()).toBeDefined()
  t.clock.now = 190 * DAY
  await deleteUnusedLogins(t.ctx)
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
