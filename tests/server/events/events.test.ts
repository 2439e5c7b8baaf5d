import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { listConversations, listMessages, sendMessage } from '#contract/messaging/messages'
import { countNews, listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { acceptJoinLink, createJoinLink } from '#contract/profile/profile'
import { setSharing } from '#contract/sharing'
import { signAccessToken } from '../../../server/plugins/auth'
import { createRelation } from '../../../server/relations/service'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { tapPublisher } from '../live-client'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const HOUR = 3_600_000
const inHours = (h: number): string => new Date(t.ctx.now() + h * HOUR).toISOString()
const relate = (a: Member, b: Member) =>
  t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, a.accountId, b.accountId, 'link', t.ctx.now()))
const make = async (
  m: Member,
  patch: Partial<e.EventInput> = {},
  publish = true,
): Promise<string> => {
  const { status, body } = await m.call(e.createEvent, {
    body: { title: 'Dîner au jardin', start_date: inHours(72), end_date: inHours(76), ...patch },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  if (publish)
    expect(
      (
        await m.call(e.publishEvent, {
          params: { id: body.event.id },
          body: { status: 'published' },
        })
      ).status,
    ).toBe(200)
  return body.event.id
}
const read = (m: Member, id: string) => m.call(e.getEvent, { params: { id } })
const invite = async (from: Member, id: string, who: Member) =>
  (await from.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } })).body
const join = (m: Member, id: string) => m.call(e.participateInEvent, { params: { id } })
const quit = (m: Member, id: string) => m.call(e.leaveEvent, { params: { id } })
const status = async (m: Member, id: string) =>
  (await read(m, id)).body.event.user_participation_status
const people = async (m: Member, id: string) =>
  (await m.call(p.listEventParticipants, { params: { id } })).body.participants
const rowOf = async (lead: Member, id: string, who: Member) =>
  (await people(lead, id)).find((x) => x.account_id === who.accountId) as p.ParticipantRow
const patch = async (lead: Member, id: string, who: Member, body: object) =>
  lead.call(p.patchParticipant, {
    params: { id },
    body: { participantId: (await rowOf(lead, id, who)).id, ...body },
  })
const news = async (m: Member) =>
  (await m.call(listNews, { query: {} })).body.items.map((n) => n.newsType)
/** Advances the clock and renews these members' access tokens. */
const pass = async (hours: number, ...members: Member[]): Promise<void> => {
  t.clock.now += hours * HOUR
  for (const m of members) {
    const claims = JSON.parse(Buffer.from(m.token.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string
    }
    m.token = await signAccessToken(t.ctx, m.userId, claims.sid)
  }
}
const ADDRESS = {
  address: '3 impasse des Chênes CNRY',
  lat: 47.913577,
  lng: 1.903456,
  is_public: false,
}

describe('the event', () => {
  test('an edit of the address keeps it hidden when it was hidden after the form was opened', async () => {
    const m = await t.member()
    const id = await make(m, { private_location: { ...ADDRESS, is_public: true } })
    await m.call(e.hideLocation, { params: { id } })
    const { is_public: _omitted, ...edited } = { ...ADDRESS, address: '5 impasse des Chênes CNRY' }
    const { body } = await m.call(e.updateEvent, {
      params: { id },
      body: { private_location: edited },
    })
    expect(body.event.private_location).toMatchObject({ address: edited.address, is_public: false })
    const shown = await m.call(e.updateEvent, {
      params: { id },
      body: { private_location: { ...edited, is_public: true } },
    })
    expect(shown.body.event.private_location?.is_public).toBe(true)
    await m.call(e.updateEvent, { params: { id }, body: { private_location: edited } })
    expect((await read(m, id)).body.event.private_location?.is_public).toBe(true)
  })

  test('SOC-115 SOC-116 SOC-122: created as a draft, edited field by field, listed with the fields of an item', async () => {
    const m = await t.member('hote_soc')
    const [start_date, end_date] = [inHours(48), inHours(54)]
    const { body } = await m.call(e.createEvent, {
      body: {
        title: '  Bal masqué ',
        slug: 'Bal-2026',
        description: 'Venez masqués',
        start_date,
        end_date,
        place_id: '45234',
        price: '20 € par couple',
        payment_url: 'https://exemple.fr/payer',
        max_participants: 20,
        has_waitlist: true,
        requires_approval: true,
        access_type: 'open_to_relations',
        group_options: 'organizers',
        private_location: ADDRESS,
      },
    })
    expect(body.event).toMatchObject({
      slug: expect.stringMatching(/^bal-2026-[2-9a-z]{4}$/),
      title: 'Bal masqué',
      description: 'Venez masqués',
      status: 'draft',
      price: '20 € par couple',
      payment_url: 'https://exemple.fr/payer',
      banner_image_url: null,
      max_participants: 20,
      has_unlimited_participants: false,
      has_waitlist: true,
      requires_approval: true,
      access_type: 'open_to_relations',
      group_options: 'organizers',
      participant_count: 1,
      is_creator: true,
      is_organizer: true,
      user_participation_status: 'organizer',
      id: expect.any(String),
      start_date,
      end_date,
      address_state: 'unpublished',
      private_location: { ...ADDRESS, is_revealed: false },
      location: { city: 'Orléans' },
      creator_handle: 'hote_soc',
    })
    const { id } = body.event
    expect(
      (await m.call(e.updateEvent, { params: { id }, body: { title: 'Bal' } })).body.event,
    ).toMatchObject({ title: 'Bal', price: '20 € par couple', slug: body.event.slug })
    expect((await m.call(e.listMyEvents, { query: {} })).body.events).toMatchObject([
      {
        id,
        title: 'Bal',
        status: 'draft',
        start_date,
        end_date,
        banner_image_url: null,
        location: { city: 'Orléans' },
        participant_count: 1,
        max_participants: 20,
        has_unlimited_participants: false,
        creator_handle: 'hote_soc',
        viewer_participant_status: 'organizer',
        participant_status: 'organizer',
        access_type: 'open_to_relations',
      },
    ])
    expect(
      (await m.call(e.getEventBySlug, { params: { slug: body.event.slug?.toUpperCase() ?? '' } }))
        .body.event.id,
    ).toBe(id)
    // the route accepts a slug in place of an id
    expect((await read(m, body.event.slug ?? '')).body.event.id).toBe(id)
    const unlimited = { max_participants: null, has_unlimited_participants: true }
    expect(
      (await m.call(e.updateEvent, { params: { id }, body: { max_participants: null } })).body
        .event,
    ).toMatchObject(unlimited)
    expect((await m.call(e.listMyEvents, { query: {} })).body.events[0]).toMatchObject(unlimited)
  })

  test('refuses a missing title, an end before the start, a past date, foreign links, a taken code, too few places', async () => {
    const m = await t.member()
    const start_date = inHours(5)
    const bad = async (body: object): Promise<number> =>
      (await m.raw('POST', '/api/events', { body: { title: 'x', start_date, ...body } })).status
    expect([
      await bad({ title: ' ' }),
      await bad({ end_date: inHours(4) }),
      await bad({ start_date: inHours(-5) }),
      await bad({ payment_url: 'javascript:alert(1)' }),
      await bad({ payment_url: 'data:text/html,x' }),
      await bad({ payment_url: 'https://paypal.com@evil.example/x' }),
      await bad({ payment_url: 'https://p\u0430ypal.com/x' }),
      await bad({ max_participants: 0 }),
      await bad({ slug: 'ab' }),
    ]).toEqual(Array(9).fill(400))
    expect(await bad({ slug: 'pris-2026' })).toBe(201)
    // another four characters
    expect(await bad({ slug: 'PRIS-2026' })).toBe(201)
    expect(await bad({ slug: newId() })).toBe(409)
    expect(await bad({ place_id: '00000' })).toBe(404)
  })

  test('only organizers see a draft; an event by invitation only reveals that it is closed', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const id = await make(m, {}, false)
    expect((await read(other, id)).status).toBe(404)
    await m.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
    const closed = await read(other, id)
    expect([closed.status, JSON.stringify(closed.body)]).toEqual([
      403,
      expect.not.stringContaining('Dîner'),
    ])
    expect((await join(other, id)).status).toBe(403)
    await relate(m, other)
    expect((await read(other, id)).status).toBe(403)
    await m.call(e.updateEvent, { params: { id }, body: { access_type: 'open_to_relations' } })
    expect((await read(other, id)).status).toBe(200)
    expect(
      (await other.call(e.listInvitedEvents, { query: {} })).body.events.map((x) => x.id),
    ).toEqual([id])
    expect(
      (await other.call(e.listInvitedEvents, { query: { q: 'jardin' } })).body.events,
    ).toHaveLength(1)
    expect(
      (await other.call(e.listInvitedEvents, { query: { q: 'piscine' } })).body.events,
    ).toHaveLength(0)
    await m.call(e.publishEvent, { params: { id }, body: { status: 'draft' } })
    expect((await read(other, id)).status).toBe(404)
  })
})

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
    expect((await join(guest, id)).body.event.user_participation_status).toBe('accepted')
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
    expect((await join(friend, id)).body.event.user_participation_status).toBe('pending_approval')
    expect(await news(m)).toEqual(['participation_requested'])
    await patch(m, id, friend, { status: 'accepted' })
    expect(await status(friend, id)).toBe('accepted')
    expect(await news(friend)).toEqual(['participation_accepted'])
    await invite(m, id, guest)
    expect((await join(guest, id)).body.event.user_participation_status).toBe('accepted')
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
    expect((await join(b, id)).body.event.user_participation_status).toBe('waitlist')
    expect((await join(c, id)).body.event.user_participation_status).toBe('waitlist')
    // each waiting member reads their own place, nobody else's
    expect(
      await Promise.all(
        [m, a, b, c].map(async (who) => (await read(who, id)).body.event.waitlist_place),
      ),
    ).toEqual([null, null, 1, 2])
    // a repeat says what is stored
    expect((await join(b, id)).body.event.user_participation_status).toBe('waitlist')
    await quit(a, id)
    expect(await news(m)).toContain('waitlist_free')
    // no automatic promotion: the member asks again, or an organizer decides
    expect(await status(b, id)).toBe('waitlist')
    expect((await join(b, id)).body.event.user_participation_status).toBe('accepted')
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
    expect((await join(d, id)).body.event.user_participation_status).toBe('waitlist')
    await pass(25, c, d)
    await t.app.jobs.run()
    expect((await read(c, id)).body.event.offer_until).toBeNull()
    expect((await read(d, id)).body.event.offer_until).not.toBeNull()
    expect((await join(d, id)).body.event.user_participation_status).toBe('accepted')
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
    expect((await join(other, id)).body.event.user_participation_status).toBe('accepted')
    expect((await by(code)).body.event.user_participation_status).toBe('accepted')
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

describe('the precise address', () => {
  test('SOC-139: the five address states; revealed to confirmed participants with a news item; hidden again everywhere', async () => {
    const [m, guest, waiting, co] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    await relate(m, co)
    const id = await make(m, { private_location: null })
    for (const x of [guest, waiting]) await invite(m, id, x)
    await join(guest, id)
    await m.call(p.addCoOrganizer, { params: { id }, body: { account_id: co.accountId } })
    const reveal = () => m.call(e.revealLocation, { params: { id } })
    expect((await reveal()).body).toMatchObject({ code: 'address_missing' })
    expect((await read(guest, id)).body.event.address_state).toBe('missing')
    await m.call(e.updateEvent, { params: { id }, body: { private_location: ADDRESS } })
    const sees = async (x: Member) => {
      const { body } = await read(x, id)
      return [body.event.address_state, body.event.private_location?.address ?? null]
    }
    expect([await sees(m), await sees(co), await sees(guest), await sees(waiting)]).toEqual([
      ['hidden', ADDRESS.address],
      ['hidden', ADDRESS.address],
      ['hidden', null],
      ['hidden', null],
    ])
    expect((await reveal()).body.event.address_state).toBe('revealed')
    expect([await sees(guest), await sees(waiting)]).toEqual([
      ['revealed', ADDRESS.address],
      ['hidden', null],
    ])
    expect(await news(guest)).toContain('location_revealed')
    expect(await news(waiting)).not.toContain('location_revealed')
    const raw = JSON.stringify([
      (await guest.call(listNews, { query: {} })).body,
      (await waiting.raw('GET', `/api/events/${id}?include_private=1`)).body,
      (await waiting.raw('GET', `/api/events/${id}/event.ics`)).body,
    ])
    expect(raw).not.toMatch(/CNRY|47\.91|1\.9034/)
    expect((await guest.raw('GET', `/api/events/${id}/event.ics`)).body).toContain('CNRY')
    // no longer confirmed: no longer notified
    const people = async (x: Member) =>
      (await x.call(p.listEventParticipants, { params: { id } })).body.participants
        .map((r) => r.account_handle)
        .sort()
    await join(waiting, id)
    expect(await people(guest)).toContain(waiting.handle)
    await patch(m, id, guest, { status: 'cancelled' })
    // nor the participants, nor anything else
    expect([
      (await read(guest, id)).status,
      (await guest.call(p.listEventParticipants, { params: { id } })).status,
    ]).toEqual([403, 403])
    await patch(m, id, waiting, { status: 'invited' })
    await patch(m, id, guest, { status: 'accepted' })
    await m.call(e.hideLocation, { params: { id } })
    expect(await sees(guest)).toEqual(['hidden', null])
    expect(await news(guest)).not.toContain('location_revealed')
    await m.call(e.updateEvent, {
      params: { id },
      body: { private_location: { ...ADDRESS, is_public: true } },
    })
    expect(await sees(waiting)).toEqual(['public', ADDRESS.address])
    await m.call(e.publishEvent, { params: { id }, body: { status: 'draft' } })
    expect(await sees(guest)).toEqual(['unpublished', null])
    expect((await reveal()).body).toMatchObject({ code: 'address_unpublished' })
  })
})

describe('participants', () => {
  test('SOC-105 SOC-182: other members see confirmed participants only, hidden ones as «Pseudo caché», no organizers’ notes', async () => {
    const [m, a, b, waiting] = [
      await t.member(),
      await t.member('cache_moi'),
      await t.member(),
      await t.member(),
    ]
    const id = await make(m)
    for (const x of [a, b, waiting]) await invite(m, id, x)
    for (const x of [a, b]) await join(x, id)
    await patch(m, id, a, {
      is_hidden: true,
      organizer_comment: 'CNRY habituée',
      has_paid: true,
      is_vip: true,
    })
    expect(await rowOf(m, id, a)).toMatchObject({
      account_handle: 'cache_moi',
      organizer_comment: 'CNRY habituée',
      has_paid: true,
      is_vip: true,
      is_hidden: true,
    })
    const seen = await people(b, id)
    expect(seen).toHaveLength(3)
    const raw = JSON.stringify(seen)
    for (const secret of ['cache_moi', a.accountId, ...a.identityIds, 'CNRY', waiting.accountId])
      expect(raw).not.toContain(secret)
    expect(seen.find((x) => x.is_hidden)).toMatchObject({
      account_id: null,
      account_handle: 'Pseudo caché',
      avatar_url: null,
      identities: [],
      has_paid: null,
      is_present: null,
      organizer_comment: null,
    })
    expect((await people(a, id)).some((x) => x.account_id === a.accountId)).toBe(true)
    expect(
      (
        await b.call(p.patchParticipant, {
          params: { id },
          body: { participantId: seen[0]?.id ?? '', has_paid: true },
        })
      ).status,
    ).toBe(403)
    // an organizer's status cannot be changed
    expect(
      (
        await m.call(p.patchParticipant, {
          params: { id },
          body: { participantId: (await rowOf(m, id, m)).id, status: 'declined' },
        })
      ).status,
    ).toBe(409)
  })

  test('co-organizers are relations added by the creator; they may do all but add others and delete', async () => {
    const [m, co, guest] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m)
    const add = (who: Member, account: Member) =>
      who.call(p.addCoOrganizer, { params: { id }, body: { account_id: account.accountId } })
    expect((await add(m, co)).body).toMatchObject({ code: 'not_your_relation' })
    await relate(m, co)
    expect((await add(m, co)).body.co_organizers).toMatchObject([
      { account_id: co.accountId, is_creator: false },
    ])
    expect(await news(co)).toEqual(['co_organizer_added'])
    expect((await read(co, id)).body.event).toMatchObject({
      is_organizer: true,
      is_creator: false,
      user_participation_status: 'organizer',
      participant_count: 2,
    })
    expect(await invite(co, id, guest)).toMatchObject({ success: true })
    expect((await add(co, guest)).body).toMatchObject({ code: 'creator_only' })
    expect((await co.call(e.deleteEvent, { params: { id } })).status).toBe(403)
    expect(
      (await m.call(p.removeCoOrganizer, { params: { id, accountId: co.accountId } })).status,
    ).toBe(200)
    expect((await read(co, id)).body.event).toMatchObject({
      is_organizer: false,
      user_participation_status: 'accepted',
    })
  })

  test('refuses inviting oneself, an unknown handle, and to a draft', async () => {
    const m = await t.member('hote_seul')
    const id = await make(m)
    const by = async (account_handle: string) =>
      (await m.call(p.inviteToEvent, { params: { id }, body: { account_handle } })).body.error
    expect(await by('hote_seul')).toBe('Vous ne pouvez pas vous inviter vous‑même')
    expect(await by('abc')).toBe('Le pseudo doit contenir au moins 4 caractères alphanumériques')
    expect(await by('inexistante')).toBe('Aucun membre ne porte ce pseudo.')
    const draft = await make(m, {}, false)
    expect(
      (
        await m.call(p.inviteToEvent, {
          params: { id: draft },
          body: { account_handle: 'hote_seul' },
        })
      ).body.error,
    ).toBe('Événement non publié – publiez-le pour pouvoir inviter')
  })
})

describe('conversations of an event', () => {
  test('members follow the participation; there is one conversation of the organizers per participant', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const id = await make(m, { title: 'Pique-nique' })
    await invite(m, id, guest)
    const mine = async (x: Member) =>
      (await x.call(listConversations)).body.conversations.filter((c) => c.event_id === id)
    expect(await mine(guest)).toEqual([])
    await join(guest, id)
    const [conversation] = await mine(guest)
    expect(conversation).toMatchObject({
      type: 'event',
      event_title: 'Pique-nique',
      is_event_organizer: false,
    })
    await m.call(e.updateEvent, { params: { id }, body: { group_options: 'organizers' } })
    const say = await guest.call(sendMessage, {
      params: { id: conversation?.id ?? '' },
      body: {
        content: 'Bonsoir',
        sender_identity_id: guest.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    expect(say.body).toMatchObject({ code: 'organizers_only' })
    const talk = (x: Member, participant_id?: string) =>
      x.call(p.startEventConversation, {
        params: { id },
        body: participant_id ? { participant_id } : {},
      })
    const check = async () =>
      (await guest.call(p.checkOrganizersConversation, { params: { id } })).body
    expect(await check()).toEqual({ exists: false, conversation_id: null })
    const opened = (await talk(guest)).body.conversation_id
    expect(await check()).toEqual({ exists: true, conversation_id: opened })
    expect((await talk(m, (await rowOf(m, id, guest)).id)).body.conversation_id).toBe(opened)
    expect(
      (await guest.call(listMessages, { params: { id: opened ?? '' } })).body.messages.map(
        (x) => x.systemType,
      ),
    ).toEqual(['event_direct_opened'])
    await quit(guest, id)
    expect((await mine(guest)).map((c) => c.type)).toEqual(['event-direct'])
    expect(
      (await guest.call(listMessages, { params: { id: conversation?.id ?? '' } })).status,
    ).toBe(404)
  })

  test('participants can write to each other only when both are visible', async () => {
    const [m, a, b] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m)
    for (const x of [a, b]) {
      await invite(m, id, x)
      await join(x, id)
    }
    const row = await rowOf(m, id, b)
    expect(
      (await a.call(p.startEventConversation, { params: { id }, body: { participant_id: row.id } }))
        .body,
    ).toMatchObject({ success: true })
    await patch(m, id, b, { is_hidden: true })
    expect(
      (await a.call(p.startEventConversation, { params: { id }, body: { participant_id: row.id } }))
        .status,
    ).toBe(403)
  })
})

describe('life of an event', () => {
  test('shared events: only while the member shares them, with both statuses', async () => {
    const [m, other] = [await t.member(), await t.member()]
    await relate(m, other)
    const id = await make(m)
    const shared = () => other.call(e.listRelationEvents, { params: { id: m.accountId } })
    expect((await shared()).status).toBe(403)
    await m.call(setSharing, {
      params: { id: other.accountId },
      body: {
        shareNames: false,
        shareEvents: true,
        shareAllPrivateAlbums: false,
        sharedAlbumIds: [],
      },
    })
    expect((await shared()).body.events).toMatchObject([
      { id, participant_status: 'organizer', viewer_participant_status: null, slug: null },
    ])
    // it reached this member through a share: it may contact the organizers
    expect((await read(other, id)).status).toBe(403)
    expect(
      (await other.call(p.startEventConversation, { params: { id }, body: {} })).body,
    ).toMatchObject({ success: true })
  })

  test('cancelled or deleted: participants are notified, no member can join, conversations stay', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const id = await make(m, { private_location: { ...ADDRESS, is_public: true } })
    await invite(m, id, guest)
    await join(guest, id)
    expect((await m.call(e.cancelEvent, { params: { id } })).body.event).toMatchObject({
      status: 'cancelled',
      is_ended: true,
    })
    expect((await read(guest, id)).body.event.private_location).toBeNull()
    expect(await news(guest)).toContain('event_cancelled')
    expect((await join(guest, id)).status).toBe(409)
    expect((await m.call(e.deleteEvent, { params: { id } })).status).toBe(200)
    expect((await read(guest, id)).status).toBe(404)
    expect(await news(guest)).toEqual(['event_deleted'])
    expect(
      (await guest.call(listConversations)).body.conversations.some((c) => c.event_id === id),
    ).toBe(true)
  })

  test('a copy is a draft at another date without participants, code and revealed address', async () => {
    const m = await t.member()
    const id = await make(m, { slug: 'modele-1', private_location: ADDRESS })
    await m.call(e.revealLocation, { params: { id } })
    const { body } = await m.call(e.duplicateEvent, {
      params: { id },
      body: { start_date: inHours(500) },
    })
    expect(body.event).toMatchObject({
      status: 'draft',
      slug: null,
      participant_count: 1,
      private_location: { is_revealed: false, address: ADDRESS.address },
    })
    expect(Date.parse(body.event.end_date ?? '') - Date.parse(body.event.start_date)).toBe(4 * HOUR)
  })

  test('reminders are sent once each, the day before and two hours before', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const id = await make(m, { start_date: inHours(24.5), end_date: null })
    await invite(m, id, guest)
    await join(guest, id)
    const reminders = async () => (await news(guest)).filter((x) => x === 'event_reminder').length
    await t.app.jobs.run()
    expect(await reminders()).toBe(0)
    await pass(1, guest)
    await Promise.all([t.app.jobs.run(), t.app.jobs.run()])
    expect(await reminders()).toBe(1)
    await pass(22, guest)
    await t.app.jobs.run()
    expect(await reminders()).toBe(2)
  })

  test('a changed date, town or price is announced to participants; the address only to those who know it', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const id = await make(m, { private_location: ADDRESS })
    await invite(m, id, guest)
    await join(guest, id)
    const changes = async () =>
      (await guest.call(listNews, { query: {} })).body.items
        .filter((n) => n.newsType === 'event_changed')
        .map((n) => n.payload['fields'])
    await m.call(e.updateEvent, {
      params: { id },
      body: { private_location: { ...ADDRESS, address: 'Ailleurs CNRY' } },
    })
    expect(await changes()).toEqual([])
    await m.call(e.updateEvent, {
      params: { id },
      body: { price: '10 €', start_date: inHours(80), end_date: inHours(90) },
    })
    expect(await changes()).toEqual([['date', 'price']])
    // further changes within an hour merge into one news item that names them all; later ones get a
    // new item
    for (const price of ['12 €', '14 €', '16 €'])
      await m.call(e.updateEvent, { params: { id }, body: { price } })
    await m.call(e.updateEvent, { params: { id }, body: { place_id: '45234' } })
    expect((await guest.call(countNews, {})).body.unread).toBe(1)
    expect(await changes()).toEqual([['date', 'price', 'place']])
    await pass(2, m, guest)
    await m.call(e.updateEvent, { params: { id }, body: { price: '20 €' } })
    expect(await changes()).toEqual([['price'], ['date', 'price', 'place']])
    // another organizer's change is a separate item: a member blocked by one organizer keeps the
    // other's
    const co = await t.member()
    await relate(m, co)
    await m.call(p.addCoOrganizer, { params: { id }, body: { account_id: co.accountId } })
    await co.call(e.updateEvent, { params: { id }, body: { price: '22 €' } })
    expect(await changes()).toEqual([['price'], ['price'], ['date', 'price', 'place']])
  })
})

describe('the door', () => {
  test('a code checks its owner in, repeatedly and late; other events’ and forged codes fail; the latest record wins', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const [id, other] = [await make(m), await make(m)]
    for (const x of [id, other]) {
      await invite(m, x, guest)
      await join(guest, x)
    }
    const code = (await guest.call(p.checkInCode, { params: { id } })).body.code
    const foreign = (await guest.call(p.checkInCode, { params: { id: other } })).body.code
    const enter = async (entries: object[]) =>
      (await m.raw('POST', `/api/events/${id}/entries`, { body: { entries } })).body['results'] as {
        accepted: boolean
      }[]
    const at = inHours(-1)
    expect(
      (
        await enter([
          { code, is_present: true, at },
          { code, is_present: true, at },
          { code: foreign, is_present: true, at },
          { code: `${code.slice(0, -2)}xx`, is_present: true, at },
        ])
      ).map((r) => r.accepted),
    ).toEqual([true, true, false, false])
    expect((await rowOf(m, id, guest)).is_present).toBe(true)
    await enter([{ code, is_present: false, at: inHours(-2) }])
    expect((await rowOf(m, id, guest)).is_present).toBe(true)
    await enter([{ code, is_present: false, at: inHours(0) }])
    expect((await rowOf(m, id, guest)).is_present).toBe(false)
    const list = (await m.call(p.entryList, { params: { id } })).body.entries
    expect(list).toHaveLength(2)
    expect(JSON.stringify(list)).not.toContain(code)
    expect((await guest.call(p.entryList, { params: { id } })).status).toBe(403)
    await quit(guest, id)
    expect((await guest.call(p.checkInCode, { params: { id } })).status).toBe(403)
  })

  test('the participants as CSV: for organizers, never a formula', async () => {
    const [m, guest] = [await t.member(), await t.member('tableur_1')]
    const id = await make(m)
    await invite(m, id, guest)
    await join(guest, id)
    await patch(m, id, guest, { organizer_comment: '=HYPERLINK("x");"a"' })
    const answer = await m.raw('GET', `/api/events/${id}/participants.csv`)
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(String(answer.body)).toContain('"tableur_1";"Femme";"Confirmé"')
    expect(String(answer.body)).toContain(`"'=HYPERLINK(""x"");""a"""`)
    expect((await guest.raw('GET', `/api/events/${id}/participants.csv`)).status).toBe(403)
  })
})
