import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { acceptJoinLink, createJoinLink } from '#contract/profile/profile'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { tapPublisher } from '../live-client'
import {
  setUp,
  t,
  relate,
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
  pass,
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
    expect(await invite(m, id, guest)).toEqual({ success: false, error: 'Déjà invité' })
    expect((await join(guest, id)).body.event).toMatchObject({
      user_participation_status: 'accepted',
      participant_count: 2,
    })
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
          { code, error: expect.any(String), details: { event_id: id } },
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
    await relate(m, out)
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
    await relate(m, friend)
    const id = await make(m, { requires_approval: true, access_type: 'open_to_relations' })
    expect((await join(friend, id)).body.event?.user_participation_status).toBe('pending_approval')
    expect(await news(m)).toEqual(['participation_requested'])
    await patch(m, id, friend, { status: 'accepted' })
    expect(await status(friend, id)).toBe('accepted')
    expect(await news(friend)).toEqual(['participation_accepted'])
    await invite(m, id, guest)
    expect((await join(guest, id)).body.event?.user_participation_status).toBe('accepted')
  })

  test('full: 409 or the waiting list; a freed place is reported to the organizer, or offered', async () => {
    const [m, a, b, c] = [await t.member(), await t.member(), await t.member(), await t.member()]
    const id = await make(m, { max_participants: 2 })
    for (const x of [a, b, c]) await invite(m, id, x)
    expect((await join(a, id)).status).toBe(200)
    expect((await join(b, id)).body).toMatchObject({
      code: 'event_full',
      error:
        'Capacité maximale atteinte. Contactez les organisateurs pour vérifier s’il reste des places.',
    })
    expect(await invite(m, id, await t.member('trop_tard_1'))).toEqual({
      success: false,
      error: 'Capacité maximale atteinte (2)',
    })
    await m.call(e.updateEvent, { params: { id }, body: { has_waitlist: true } })
    expect((await join(b, id)).body.event?.user_participation_status).toBe('waitlist')
    expect((await join(c, id)).body.event?.user_participation_status).toBe('waitlist')
    // each waiting member reads their own place, nobody else's
    expect(
      await Promise.all(
        [m, a, b, c].map(async (who) => (await read(who, id)).body.event.waitlist_place),
      ),
    ).toEqual([null, null, 1, 2])
    // a repeat says what is stored
    expect((await join(b, id)).body.event?.user_participation_status).toBe('waitlist')
    await quit(a, id)
    expect(await news(m)).toContain('waitlist_free')
    // no automatic promotion: the member asks again, or an organizer decides
    expect(await status(b, id)).toBe('waitlist')
    expect((await join(b, id)).body.event?.user_participation_status).toBe('accepted')
    expect((await patch(m, id, c, { status: 'accepted' })).body).toMatchObject({
      code: 'event_full',
    })
    // offered in order, held for a day, then offered to the next
    await m.call(e.updateEvent, { params: { id }, body: { auto_offer: true } })
    const d = await t.member()
    await m.call(e.updateEvent, { params: { id }, body: { max_participants: 3 } })
    expect((await read(c, id)).body.event).toMatchObject({
      offer_until: expect.any(String),
      waitlist_place: null,
    })
    expect(await news(c)).toContain('waitlist_offer')
    expect(await invite(m, id, d)).toMatchObject({ success: false })
    await m.call(e.updateEvent, { params: { id }, body: { max_participants: 4 } })
    await invite(m, id, d)
    await m.call(e.updateEvent, { params: { id }, body: { max_participants: 3 } })
    expect((await join(d, id)).body.event?.user_participation_status).toBe('waitlist')
    await pass(25, c, d)
    await t.app.jobs.run()
    expect((await read(c, id)).body.event.offer_until).toBeNull()
    expect((await read(d, id)).body.event.offer_until).not.toBeNull()
    expect((await join(d, id)).body.event?.user_participation_status).toBe('accepted')
  })

  test('200 concurrent requests for 10 places: exactly 10 participate, and leaving and joining never exceeds the limit', async () => {
    const m = await t.member()
    const all = await Promise.all(Array.from({ length: 200 }, (_, i) => t.member(`foule_${i}`)))
    const id = await make(m, { max_participants: 11 })
    const now = t.ctx.now()
    await t.ctx.db
      .insertInto('event_participants')
      .values(
        all.map((x) => ({
          id: newId(),
          event_id: id,
          account_id: x.accountId,
          status: 'invited' as const,
          is_co_organizer: 0 as const,
          seats: 1,
          has_paid: 0 as const,
          is_present: 0 as const,
          present_at: null,
          is_vip: 0 as const,
          is_hidden: 0 as const,
          organizer_comment: null,
          invited_by_account_id: m.accountId,
          offer_until: null,
          created_at: now,
          status_at: now,
        })),
      )
      .execute()
    const answers = await Promise.all(all.map(async (x) => (await join(x, id)).status))
    expect(answers.filter((s) => s === 200)).toHaveLength(10)
    expect(answers.filter((s) => s === 409)).toHaveLength(190)
    expect((await read(m, id)).body.event).toMatchObject({
      participant_count: 11,
      counts: { accepted: 11 },
    })
    const some = all.slice(0, 50)
    let most = 0
    await Promise.all(
      some.map(async (x, i) => {
        for (let n = 0; n < 3; n += 1) await ((i + n) % 2 ? join(x, id) : quit(x, id))
        const { body } = await read(m, id)
        most = Math.max(most, body.event.participant_count)
      }),
    )
    expect(most).toBeLessThanOrEqual(11)
    const row = await t.ctx.db
      .selectFrom('events')
      .where('id', '=', id)
      .select('seats_taken')
      .executeTakeFirst()
    expect(row?.seats_taken).toBe((await read(m, id)).body.event.participant_count)
  }, 120_000)

  test('a couple takes two places when the organizer chooses so', async () => {
    const m = await t.member()
    const couple = await t.member('duo_places', ['woman', 'man'])
    const id = await make(m, { max_participants: 2, counts_persons: true })
    await invite(m, id, couple)
    expect((await join(couple, id)).status).toBe(409)
    await m.call(e.updateEvent, { params: { id }, body: { max_participants: 3 } })
    expect((await join(couple, id)).body.event).toMatchObject({
      participant_count: 3,
      breakdown: { couples: 1, women: 1, men: 0, others: 0 },
    })
    expect(
      (await m.call(e.updateEvent, { params: { id }, body: { max_participants: 2 } })).body,
    ).toMatchObject({ code: 'capacity_below' })
  })

  test('SOC-210: the code of an event open to relations is an invitation to it; its id alone grants nothing', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const id = await make(m, { slug: 'code-secret-1', access_type: 'open_to_relations' })
    const code = (await read(m, id)).body.event.slug ?? ''
    const by = (slug: string) => other.call(e.joinBySlug, { body: { slug } })
    expect([(await by(id)).status, (await by('code-secret-1')).status]).toEqual([404, 404])
    expect((await by(` ${code.toUpperCase()} `)).body.event).toMatchObject({
      id,
      user_participation_status: 'invited',
      slug: code,
    })
    expect((await join(other, id)).body.event?.user_participation_status).toBe('accepted')
    expect((await by(code)).body.event?.user_participation_status).toBe('accepted')
    // who declined comes back with the code alone
    await other.call(e.leaveEvent, { params: { id } })
    expect((await join(other, id)).body).toMatchObject({ code: 'event_not_open' })
    expect((await by(code)).body.event?.user_participation_status).toBe('invited')
    expect((await join(other, id)).body.event?.user_participation_status).toBe('accepted')
  })

  test('the code of an event by invitation only gives a request without guests or address, or nothing; guests do not see it', async () => {
    const [m, guest, other, late] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    const id = await make(m, {
      slug: 'nuit-du-lac',
      private_location: { ...ADDRESS, is_public: true },
    })
    const code = (await read(m, id)).body.event.slug ?? ''
    expect(code).toMatch(/^nuit-du-lac-[2-9a-hjkmnp-z]{4}$/)
    await m.call(e.updateEvent, { params: { id }, body: { slug: code, title: 'Lac' } })
    expect((await read(m, id)).body.event.slug).toBe(code)
    await invite(m, id, guest)
    await join(guest, id)
    expect((await read(guest, id)).body.event.slug).toBeNull()
    const { body } = await other.call(e.joinBySlug, { body: { slug: code } })
    expect(body.event).toMatchObject({
      user_participation_status: 'pending_approval',
      slug: null,
      private_location: null,
      address_state: 'hidden',
      breakdown: { couples: 0, women: 0, men: 0, others: 0 },
    })
    expect(await news(m)).toContain('participation_requested')
    expect(await people(other, id)).toEqual([])
    expect(
      (
        await other.call(p.startEventConversation, {
          params: { id },
          body: { participant_id: (await rowOf(m, id, guest)).id },
        })
      ).status,
    ).toBe(403)
    expect((await patch(m, id, other, { status: 'accepted' })).status).toBe(200)
    expect((await people(other, id)).length).toBeGreaterThan(1)
    await m.call(e.updateEvent, { params: { id }, body: { code_requests: false } })
    expect((await late.call(e.joinBySlug, { body: { slug: code } })).status).toBe(404)
    expect(await rowOf(m, id, late)).toBeUndefined()
    await m.call(e.updateEvent, { params: { id }, body: { slug: null } })
    expect((await other.call(e.joinBySlug, { body: { slug: code } })).status).toBe(404)
  })

  test('an invitation link of an organizer makes a relation and an invitation', async () => {
    const [m, other, stranger] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m)
    expect(
      (await stranger.call(createJoinLink, { body: { kind: 'event', event_id: id } })).status,
    ).toBe(403)
    const link = await m.call(createJoinLink, { body: { kind: 'event', event_id: id } })
    expect(link.status).toBe(201)
    const token = new URL(link.body.link.url ?? '').pathname.split('/').at(-1) ?? ''
    expect((await other.call(acceptJoinLink, { params: { token } })).body).toMatchObject({
      kind: 'event',
      event_id: id,
    })
    expect(await status(other, id)).toBe('invited')
  })
})
