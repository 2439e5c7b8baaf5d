import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { acceptEventRules } from '#contract/events/balance'
import * as e from '#contract/events/events'
import type { NewsItem } from '#contract/news'
import { deleteAccount, keepAccount } from '#contract/safety'
import type { Member } from '../../../support/server/server'
import { up as endOffers } from '../../../../server/db/migrations/0101-0125/0112-offers-end'
import { offerMissedPlaces } from '../../../../server/events/editing/jobs'
import { tapPublisher } from '../../live-client'
import { setUp, t, make, read, invite, join, quit, patch, news, pass } from '../events-setup'
import { again, evening, members, run } from './reconfirm-setup'

setUp()

/** The members who are told by `act` that the event changed. */
const told = async (all: readonly Member[], act: () => Promise<unknown>) => {
  const tap = tapPublisher(t)
  try {
    await act()
  } finally {
    tap.stop()
  }
  const channels = tap.events
    .filter((x) => x.name === 'account.event.changed')
    .map((x) => x.channel.slice('private-account-'.length))
  return all.filter((one) => channels.includes(one.accountId)).map((one) => one.handle)
}
/** The kinds of news that `act` takes off the open screens of this member. */
const dropped = async (one: Member, act: () => Promise<unknown>) => {
  const tap = tapPublisher(t)
  try {
    await act()
  } finally {
    tap.stop()
  }
  return tap.events
    .filter((x) => x.name === 'account.event.news.created')
    .map((x) => (x.data as { payload: NewsItem }).payload)
    .filter((n) => n.accountId === one.accountId && n.deletedAt !== null)
    .map((n) => n.newsType)
}

describe('open screens hear', () => {
  test('that an organizer hid a guest: those who read the list, and the guest', async () => {
    const [host, shown, shy, stranger] = [
      await t.member('dit_hote'),
      await t.member('dit_invite'),
      await t.member('dit_timide'),
      await t.member('dit_autre'),
    ]
    const id = await make(host)
    for (const one of [shown, shy]) {
      await invite(host, id, one)
      await join(one, id)
    }
    expect(
      await told([host, shown, shy, stranger], () => patch(host, id, shy, { is_hidden: true })),
    ).toEqual([host.handle, shown.handle, shy.handle])
  })

  test('that a guest comes or leaves: all who read the page and its numbers, waiting or invited; nobody who declined or was refused', async () => {
    const member = (name: string) => t.member(`compte_${name}`)
    const host = await member('hote')
    const [stays, goes, waits] = [await member('reste'), await member('part'), await member('file')]
    const [invited, refused, left] = [await member('ami'), await member('non'), await member('las')]
    const id = await make(host, { max_participants: 3, has_waitlist: true })
    for (const one of [stays, goes, waits, invited, refused, left]) await invite(host, id, one)
    for (const one of [stays, goes, waits, refused]) await join(one, id)
    await patch(host, id, refused, { status: 'declined' })
    await quit(left, id)
    const all = [host, stays, goes, waits, invited, refused, left]
    expect(await told(all, () => quit(goes, id))).toEqual(
      [host, stays, goes, waits, invited].map((one) => one.handle),
    )
    // what they cannot see: only the organizers, and the member
    expect(await told(all, () => quit(waits, id))).toEqual([host.handle, waits.handle])
  })

  test('that somebody left the waiting list, or let an offer pass: those who wait, whose rank changes; no other guest', async () => {
    const member = (name: string) => t.member(`rang_${name}`)
    const [host, guest, invited] = [await member('hote'), await member('venu'), await member('ami')]
    const [first, second, third, fourth] = [
      await member('un'),
      await member('deux'),
      await member('trois'),
      await member('quatre'),
    ]
    const id = await make(host, { max_participants: 3, has_waitlist: true, auto_offer: true })
    const filler = await member('part')
    const all = [host, guest, invited, first, second, third, fourth]
    for (const one of [filler, ...all.slice(1)]) await invite(host, id, one)
    for (const one of [guest, filler, first, second, third, fourth]) await join(one, id)
    const rank = async () => (await read(fourth, id)).body.event.waitlist_place
    expect(await rank()).toBe(4)
    expect(await told(all, () => quit(second, id))).toEqual(
      [host, first, second, third, fourth].map((one) => one.handle),
    )
    expect(await rank()).toBe(3)
    await quit(filler, id)
    expect((await read(first, id)).body.event.offer_until).not.toBeNull()
    await pass(25, first, third, fourth)
    expect(await told(all, () => t.app.jobs.run())).toEqual(
      [host, first, third, fourth].map((one) => one.handle),
    )
    expect((await read(third, id)).body.event.offer_until).not.toBeNull()
    expect(await rank()).toBe(1)
  })

  test('that somebody waits again ahead of them, or a place that was missed is offered: those who wait', async () => {
    const [host, silent, first, second] = (await members(4)) as [Member, Member, Member, Member]
    const all = [host, silent, first, second]
    const rules = { max_participants: 2, has_waitlist: true, auto_offer: true }
    const late = await evening(host, rules, [silent, first, second])
    for (const hours of [12.1, 24, 12]) {
      await pass(hours, ...all)
      await run()
    }
    const rank = async (id: string) => (await read(second, id)).body.event.waitlist_place
    expect(await rank(late)).toBe(1)
    expect(await told(all, () => again(silent, late))).toEqual(all.map((one) => one.handle))
    expect(await rank(late)).toBe(2)

    const missed = await evening(host, rules, [silent, first, second])
    const waiting = [first, second]
    for (const one of waiting)
      await one.call(deleteAccount, { body: { password: 'un-bon-mot-de-passe' } })
    await quit(silent, missed)
    for (const one of waiting) await one.call(keepAccount)
    expect(await rank(missed)).toBe(2)
    expect(await told(all, () => offerMissedPlaces(t.ctx))).toEqual(
      [host, first, second].map((one) => one.handle),
    )
    expect(await rank(missed)).toBe(1)
  })

  test('that the other one of a couple accepted the rules, and so may read the address', async () => {
    const host = await t.member()
    const duo = await t.member('dit_duo', ['woman', 'man'])
    const [she = '', he = ''] = duo.identityIds
    const id = await make(host, { rules: 'Pas de photos.' })
    await invite(host, id, duo)
    duo.identity = she
    const accept = { body: { accepted_by: [she], rules_version: 1 } }
    await duo.call(e.participateInEvent, { params: { id }, ...accept })
    duo.identity = he
    const body = { accepted_by: [he], rules_version: 1 }
    expect(await told([duo], () => duo.call(acceptEventRules, { params: { id }, body }))).toEqual([
      duo.handle,
    ])
    // with «Votre venue», of a place that they have
    await host.call(e.updateEvent, { params: { id }, body: { rules: 'Pas d’alcool.' } })
    expect(
      await told([duo], () =>
        duo.call(e.participateInEvent, {
          params: { id },
          body: { accepted_by: [he], rules_version: 2 },
        }),
      ),
    ).toEqual([duo.handle])
  })

  test('that an offered place was taken or left; its news ends with the offer', async () => {
    const [host, first, takes, leaves, late] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    const id = await make(host, { max_participants: 2 })
    for (const one of [first, takes, leaves, late]) await invite(host, id, one)
    await host.call(e.updateEvent, {
      params: { id },
      body: { has_waitlist: true, auto_offer: true },
    })
    for (const one of [first, takes, leaves, late]) await join(one, id)
    await quit(first, id)
    expect(await news(takes)).toContain('waitlist_offer')
    expect(await dropped(takes, () => join(takes, id))).toEqual(['waitlist_offer'])
    expect(await news(takes)).not.toContain('waitlist_offer')
    await quit(takes, id)
    expect(await news(leaves)).toContain('waitlist_offer')
    expect(await dropped(leaves, () => quit(leaves, id))).toEqual(['waitlist_offer'])
    expect(await news(late)).toContain('waitlist_offer')
    // as stored before
    await sql`update news set ends_at = null`.execute(t.ctx.db)
    await endOffers(t.ctx.db as never)
    await pass(25, late)
    expect((await read(late, id)).body.event.offer_until).toBeNull()
    expect(await news(late)).not.toContain('waitlist_offer')
  })
})
