import { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { REFUSALS } from '../../../server/db/migrations/0101-0125/0118-refused-participants'
import { type Member } from '../../support/server/server'
import { tapPublisher } from '../live-client'
import {
  setUp,
  t,
  make,
  read,
  invite,
  join,
  quit,
  status,
  people,
  rowOf,
  patch,
  news,
  ADDRESS,
} from './events-setup'

setUp()

describe('taking part', () => {
  test('SOC-213 SOC-089: participates, leaves and returns with correct counts; after a cancellation by an organizer it must ask', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const id = await make(m)
    expect(await invite(m, id, guest)).toMatchObject({
      success: true,
      participant: { status: 'invited' },
    })
    expect(await news(guest)).toEqual(['event_invited'])
    // tried again after a lost reply: invited once, with the same answer
    expect(await invite(m, id, guest)).toMatchObject({
      success: true,
      participant: { status: 'invited' },
    })
    expect(await news(guest)).toEqual(['event_invited'])
    // eleven minutes later it is no repetition: nobody is notified again, and it says so
    const now = t.clock.now
    t.clock.now += 11 * 60_000
    expect(await invite(m, id, guest)).toEqual({ success: false, error: 'Déjà invité' })
    t.clock.now = now
    expect((await join(guest, id)).body.event).toMatchObject({
      user_participation_status: 'accepted',
      participant_count: 2,
    })
    expect(await invite(m, id, guest)).toEqual({ success: false, error: 'Déjà invité' })
    expect((await join(guest, id)).status).toBe(200)
    expect((await quit(guest, id)).body.event).toBeNull()
    expect((await read(m, id)).body.event.participant_count).toBe(1)
    expect((await join(guest, id)).body.event?.user_participation_status).toBe('accepted')
    expect((await patch(m, id, guest, { status: 'cancelled' })).status).toBe(200)
    expect((await join(guest, id)).body).toMatchObject({ code: 'event_cancelled_for_you' })
    expect((await quit(guest, id)).status).toBe(403)
    // organizers neither join nor leave
    expect([(await join(m, id)).status, (await quit(m, id)).status]).toEqual([409, 409])
  })

  test('a member who declined or was removed cannot read the event, but may return or write to the organizers', async () => {
    const [m, away, out, friend] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    const id = await make(m, {
      slug: 'porte-close',
      title: 'Zqclose',
      private_location: { ...ADDRESS, is_public: true },
      place_id: '45234',
    })
    const slug = (await read(m, id)).body.event.slug ?? ''
    for (const x of [away, out, friend]) {
      await invite(m, id, x)
      await join(x, id)
    }
    const friendRow = (await rowOf(m, id, friend)).id
    await quit(away, id)
    await patch(m, id, out, { status: 'cancelled' })
    for (const [x, code] of [
      [away, 'event_declined'],
      [out, 'event_cancelled_for_you'],
    ] as const) {
      const asked = await Promise.all([
        read(x, id),
        read(x, slug),
        x.call(e.getEventBySlug, { params: { slug } }),
        x.call(e.joinBySlug, { body: { slug } }),
        x.call(p.listEventParticipants, { params: { id } }),
        x.call(p.listCoOrganizers, { params: { id } }),
        x.raw('GET', `/api/events/${id}/event.ics`),
        x.call(p.hideMyself, { params: { id }, body: { is_hidden: true } }),
        x.call(p.startEventConversation, { params: { id }, body: { participant_id: friendRow } }),
      ])
      for (const { status, body } of asked)
        expect([status, body]).toEqual([
          403,
          {
            code,
            error: expect.any(String),
            details: { event_id: id, refused: false, may_return: true },
          },
        ])
      const lists = JSON.stringify([
        (await x.call(e.listInvitedEvents, { query: {} })).body,
        (await x.call(e.listMyEvents, { query: {} })).body,
        (await x.raw('GET', '/api/places?bbox=47,1,49,3')).body,
      ])
      expect(lists).not.toContain('Zqclose')
      // news items from before stay unchanged
      const told = (await x.call(listNews, { query: {} })).body.items
      expect(told.map((n) => [n.event, n.payload['title']])).toEqual(
        told.map(() => [null, 'Zqclose']),
      )
      expect(
        (await x.call(p.startEventConversation, { params: { id }, body: {} })).body.success,
      ).toBe(true)
      expect(
        (await x.raw('POST', '/api/reports', { body: { kind: 'event', id, reason: 'other' } }))
          .status,
      ).toBe(201)
    }
    const tap = tapPublisher(t)
    for (const status of ['draft', 'published'] as const)
      await m.call(e.publishEvent, { params: { id }, body: { status } })
    tap.stop()
    const channels = tap.events
      .filter((heard) => JSON.stringify(heard.data).includes('Zqclose'))
      .map((heard) => heard.channel)
      .join()
    expect([
      channels.includes(friend.accountId),
      channels.includes(away.accountId),
      channels.includes(out.accountId),
    ]).toEqual([true, false, false])
    expect((await join(away, id)).body.event).toMatchObject({
      title: 'Zqclose',
      user_participation_status: 'accepted',
    })
    expect((await join(out, id)).body).toMatchObject({ code: 'event_cancelled_for_you' })
    // a relation of the creator reads events open to relations, whatever its status
    await t.relate(m, out)
    await m.call(e.updateEvent, { params: { id }, body: { access_type: 'open_to_relations' } })
    expect((await read(out, id)).body.event).toMatchObject({
      user_participation_status: 'cancelled',
    })
    expect(
      (await out.call(e.listInvitedEvents, { query: {} })).body.events.map((x) => x.id),
    ).toEqual([id])
  })

  test('an organizer can only confirm members who asked to participate', async () => {
    const [m, guest, sure] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m)
    for (const x of [guest, sure]) await invite(m, id, x)
    const tries = async (who: Member) => {
      const refused = []
      for (const to of ['accepted', 'pending_approval']) {
        const { status: code, body } = await patch(m, id, who, { status: to })
        refused.push([code, (body as { code?: string }).code, (body as { error?: string }).error])
      }
      return refused
    }
    const no = [
      409,
      'not_asked',
      'Ce membre n’a pas dit oui : lui seul peut répondre « Je participe ».',
    ]
    expect(await tries(guest)).toEqual([no, no])
    expect(await rowOf(m, id, guest)).toMatchObject({ status: 'invited', has_asked: false })
    // nor indirectly
    for (const by of ['declined', 'cancelled', 'invited']) {
      expect((await patch(m, id, guest, { status: by })).status).toBe(200)
      expect(await tries(guest)).toEqual([no, no])
    }
    expect(await news(guest)).not.toContain('participation_accepted')
    // a member who accepted can be brought back until it declines
    await join(sure, id)
    expect(await rowOf(m, id, sure)).toMatchObject({ status: 'accepted', has_asked: true })
    expect((await people(sure, id)).map((r) => r.has_asked)).toEqual([null, null])
    await patch(m, id, sure, { status: 'cancelled' })
    expect((await patch(m, id, sure, { status: 'accepted' })).status).toBe(200)
    await quit(sure, id)
    expect(await tries(sure)).toEqual([no, no])
    await join(sure, id)
    expect(await status(sure, id)).toBe('accepted')
  })

  test('approval: pending until an organizer accepts; an invitation counts as approval', async () => {
    const [m, friend, guest] = [await t.member(), await t.member(), await t.member()]
    await t.relate(m, friend)
    const id = await make(m, { requires_approval: true, access_type: 'open_to_relations' })
    expect((await join(friend, id)).body.event?.user_participation_status).toBe('pending_approval')
    expect(await news(m)).toEqual(['participation_requested'])
    await patch(m, id, friend, { status: 'accepted' })
    expect(await status(friend, id)).toBe('accepted')
    expect(await news(friend)).toEqual(['participation_accepted'])
    await invite(m, id, guest)
    expect((await join(guest, id)).body.event?.user_participation_status).toBe('accepted')
  })

  test('whom an organizer refused reads so, on the page and in the list, until one approves; who left reads that they declined', async () => {
    const [m, asked] = [await t.member(), await t.member()]
    await t.relate(m, asked)
    const id = await make(m, { requires_approval: true, access_type: 'open_to_relations' })
    const shown = async () => {
      const page = (await read(asked, id)).body.event
      const card = (await asked.call(e.listInvitedEvents, { query: {} })).body.events[0]
      expect(page.user_participation_status).toBe('declined')
      expect(card?.viewer_participant_status).toBe('declined')
      return [page.is_refused, card?.is_refused]
    }
    await join(asked, id)
    await patch(m, id, asked, { status: 'declined' })
    expect(await shown()).toEqual([true, true])
    // organizers read one status for both
    expect(await rowOf(m, id, asked)).toMatchObject({ status: 'declined' })
    // withdrawn, and refused as before
    await join(asked, id)
    await quit(asked, id)
    expect(await shown()).toEqual([true, true])
    await join(asked, id)
    await patch(m, id, asked, { status: 'accepted' })
    await quit(asked, id)
    expect(await shown()).toEqual([false, false])
    // declined by an organizer before any answer to an invitation
    await invite(m, id, asked)
    await patch(m, id, asked, { status: 'declined' })
    expect(await shown()).toEqual([true, true])
  })

  test('the update finds the refusals of before: who was refused or removed, not who left', async () => {
    const [m, refused, removed, left] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    const guests = [refused, removed, left]
    for (const guest of guests) await t.relate(m, guest)
    const id = await make(m, { requires_approval: true, access_type: 'open_to_relations' })
    for (const guest of guests) await join(guest, id)
    await patch(m, id, refused, { status: 'declined' })
    await patch(m, id, removed, { status: 'cancelled' })
    await quit(left, id)
    const table = t.ctx.db.updateTable('event_participants').where('event_id', '=', id)
    await table.set({ was_refused: 0 }).execute()
    await t.ctx.db.executeQuery(CompiledQuery.raw(REFUSALS))
    const rows = await t.ctx.db
      .selectFrom('event_participants')
      .where('event_id', '=', id)
      .select(['account_id', 'was_refused'])
      .execute()
    const isRefused = (one: Member) =>
      rows.find((row) => row.account_id === one.accountId)?.was_refused
    expect(guests.map(isRefused)).toEqual([1, 1, 0])
  })

  test('whom an organizer refused does not get in without the organizers: neither by the waiting list nor by an earlier invitation', async () => {
    const [m, guest, other] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m, {
      requires_approval: true,
      max_participants: 2,
      has_waitlist: true,
      auto_offer: true,
    })
    for (const x of [guest, other]) await invite(m, id, x)
    await join(guest, id)
    await patch(m, id, guest, { status: 'declined' })
    await join(other, id)
    expect((await join(guest, id)).body).toMatchObject({ code: 'event_full' })
    await quit(other, id)
    expect((await join(guest, id)).body.event?.user_participation_status).toBe('pending_approval')
    // invited again
    await patch(m, id, guest, { status: 'invited' })
    expect((await join(guest, id)).body.event?.user_participation_status).toBe('accepted')
  })

  test('whom an organizer refused is not forgotten by the code, nor by asking again and withdrawing', async () => {
    const [m, guest, stranger, other] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    const rules = { requires_approval: true, has_waitlist: true, auto_offer: true }
    const open = await make(m, {
      ...rules,
      slug: 'refuse',
      access_type: 'open_to_relations',
      max_participants: 2,
    })
    const slug = (await read(m, open)).body.event.slug ?? ''
    const byCode = () => stranger.call(e.joinBySlug, { body: { slug } })
    await byCode()
    await join(stranger, open)
    await patch(m, open, stranger, { status: 'declined' })
    await invite(m, open, other)
    await join(other, open)
    expect((await byCode()).body).toMatchObject({
      code: 'event_declined',
      details: { refused: true },
    })
    expect((await join(stranger, open)).body).toMatchObject({ code: 'event_not_open' })

    const closed = await make(m, rules)
    await invite(m, closed, guest)
    await join(guest, closed)
    await patch(m, closed, guest, { status: 'declined' })
    await join(guest, closed)
    expect(await status(guest, closed)).toBe('pending_approval')
    await quit(guest, closed)
    expect((await join(guest, closed)).body).toMatchObject({ code: 'event_not_open' })
  })

  test('whom an organizer refused is kept from the waiting list until one approves, also after asking again and withdrawing', async () => {
    const [m, guest, other] = [await t.member(), await t.member(), await t.member()]
    await t.relate(m, guest)
    const id = await make(m, {
      access_type: 'open_to_relations',
      requires_approval: true,
      has_waitlist: true,
      auto_offer: true,
      max_participants: 2,
    })
    await join(guest, id)
    await patch(m, id, guest, { status: 'declined' })
    await join(guest, id)
    await quit(guest, id)
    await invite(m, id, other)
    await join(other, id)
    expect((await join(guest, id)).body).toMatchObject({ code: 'event_full' })
    await quit(other, id)
    expect((await join(guest, id)).body.event?.user_participation_status).toBe('pending_approval')
    await patch(m, id, guest, { status: 'accepted' })
    await quit(guest, id)
    await join(other, id)
    expect((await join(guest, id)).body.event?.user_participation_status).toBe('waitlist')
  })

  test('a closed event tells a refused member so, and whether an invitation remains', async () => {
    const [m, guest, asked] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m, { slug: 'refus', code_requests: true, requires_approval: true })
    await invite(m, id, guest)
    await join(guest, id)
    const slug = (await read(m, id)).body.event.slug ?? ''
    await asked.call(e.joinBySlug, { body: { slug } })
    for (const x of [guest, asked]) await patch(m, id, x, { status: 'declined' })
    for (const [x, may_return] of [
      [guest, true],
      [asked, false],
    ] as const)
      expect((await read(x, id)).body).toMatchObject({
        code: 'event_declined',
        details: { refused: true, may_return },
      })
    expect((await join(asked, id)).body).toMatchObject({ code: 'event_not_open' })
  })

  test('an organizer who declines for a member that never answered ends the invitation', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const id = await make(m, { requires_approval: true })
    await invite(m, id, guest)
    await patch(m, id, guest, { status: 'declined' })
    expect((await read(guest, id)).body).toMatchObject({
      code: 'event_declined',
      details: { refused: true, may_return: false },
    })
    expect((await join(guest, id)).body).toMatchObject({ code: 'event_not_open' })
    // and a new one invites them again
    await patch(m, id, guest, { status: 'invited' })
    await join(guest, id)
    expect(await status(guest, id)).toBe('accepted')
  })
})
