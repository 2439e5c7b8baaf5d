import { expect, test } from 'vitest'
import { listNews } from '#contract/news'
import { deleteAccount, keepAccount } from '#contract/safety'
import { offerMissedPlaces } from '../../../../server/events/editing/jobs'
import { undoDecisionEffects } from '../../../../server/moderation/decisions/effects'
import { liftDueSuspensions, suspendAccount } from '../../../../server/moderation/suspension'
import { newId } from '../../../../server/tokens'
import type { Member } from '../../../support/server/server'
import { HOUR, invite, join, make, news, pass, quit, read, setUp, status, t } from '../events-setup'
import { evening, members, run } from './reconfirm-setup'

setUp()

const goes = (m: Member) => m.call(deleteAccount, { body: { password: 'un-bon-mot-de-passe' } })
const placeOf = async (m: Member, id: string) => {
  const { waitlist_place, offer_until } = (await read(m, id)).body.event
  return offer_until === null ? waitlist_place : 'offered'
}
/** All are invited before the first takes a place. */
const come = async (host: Member, id: string, all: readonly Member[]): Promise<void> => {
  for (const m of all) await invite(host, id, m)
  for (const m of all) await join(m, id)
}
const offeredTo = async (id: string) =>
  (
    await t.ctx.db
      .selectFrom('event_participants')
      .where('event_id', '=', id)
      .where('offer_until', 'is not', null)
      .select('account_id')
      .execute()
  ).map((r) => r.account_id)

test('who awaits their deletion is passed over, and has their rank again when they stay', async () => {
  const [host, guest, first, second, third] = (await members(5)) as [
    Member,
    Member,
    Member,
    Member,
    Member,
  ]
  const id = await make(host, { max_participants: 2, has_waitlist: true, auto_offer: true })
  await come(host, id, [guest, first, second, third])
  expect(await Promise.all([first, second, third].map((m) => placeOf(m, id)))).toEqual([1, 2, 3])
  await goes(first)
  expect(await Promise.all([second, third].map((m) => placeOf(m, id)))).toEqual([1, 2])
  await quit(guest, id)
  expect(await offeredTo(id)).toEqual([second.accountId])
  await first.call(keepAccount)
  expect(await Promise.all([first, second, third].map((m) => placeOf(m, id)))).toEqual([
    1,
    'offered',
    2,
  ])
})

test('organizers are told of those who can come; of nobody when all who wait go', async () => {
  for (const stays of [true, false]) {
    const [host, guest, first, second] = (await members(4)) as [Member, Member, Member, Member]
    const id = await make(host, { max_participants: 2, has_waitlist: true })
    await come(host, id, [guest, first, second])
    await goes(first)
    if (!stays) await goes(second)
    await quit(guest, id)
    const told = (await host.call(listNews, { query: {} })).body.items.filter(
      (n) => n.newsType === 'waitlist_free',
    )
    expect(told.map((n) => n.payload['waiting'])).toEqual(stays ? [1] : [])
  }
})

test('a place that was freed while the only one who waits was hidden is theirs when they come back', async () => {
  const decision = async (accountId: string) =>
    t.ctx.db
      .insertInto('decisions')
      .values({
        id: newId(),
        case_id: newId(),
        account_id: accountId,
        subject_kind: 'profile',
        subject_id: accountId,
        measure: 'suspend',
        scopes: '[]',
        rule: null,
        rules_version: 1,
        facts: '',
        origin: 'own',
        by_user: 'moderator',
        second_user: null,
        made_at: t.ctx.now(),
        until: t.ctx.now() + HOUR,
        undone_at: null,
        undone_by: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  const suspended = (m: Member) =>
    suspendAccount(t.ctx.db, m.accountId, t.ctx.now() + 1, t.ctx.now())
  const comesBack: Readonly<
    Record<string, readonly [hide: (m: Member) => unknown, show: (m: Member) => unknown]>
  > = {
    'keeps the account': [goes, (m) => m.call(keepAccount)],
    'the suspension ends': [
      suspended,
      () => liftDueSuspensions({ ...t.ctx, now: () => t.ctx.now() + 2 * HOUR }),
    ],
    'the suspension is taken back': [
      suspended,
      async (m) => {
        const made = await decision(m.accountId)
        const after = await t.ctx.db
          .transaction()
          .execute((trx) => undoDecisionEffects(t.ctx, trx, { ...made, undone_at: t.ctx.now() }))
        await after()
      },
    ],
  }
  for (const [how, [hide, show]] of Object.entries(comesBack))
    for (const auto_offer of [true, false]) {
      const [host, guest, waits] = (await members(3)) as [Member, Member, Member]
      const id = await make(host, { max_participants: 2, has_waitlist: true, auto_offer })
      await come(host, id, [guest, waits])
      await hide(waits)
      await quit(guest, id)
      const told = async () => (await news(host)).filter((n) => n === 'waitlist_free').length
      expect([await offeredTo(id), await told()], how).toEqual([[], 0])
      await show(waits)
      await offerMissedPlaces(t.ctx)
      expect([await offeredTo(id), await told()], how).toEqual(
        auto_offer ? [[waits.accountId], 0] : [[], 1],
      )
    }
})

test('no silent guest makes way for an account that awaits its deletion', async () => {
  const [host, silent, waits] = (await members(3)) as [Member, Member, Member]
  const id = await evening(host, { max_participants: 2, has_waitlist: true, auto_offer: true }, [
    silent,
    waits,
  ])
  await goes(waits)
  for (const hours of [12.1, 24, 12]) {
    await pass(hours, host, silent)
    await run()
  }
  expect(await status(silent, id)).toBe('accepted')
})
