import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { setUp, t, inHours, make, read, invite, join, patch, news, ADDRESS } from './events-setup'

setUp()

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
      creator_genders: ['woman'],
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
    await t.relate(m, other)
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

describe('the precise address', () => {
  test('SOC-139: the five address states; revealed to confirmed participants with a news item; hidden again everywhere', async () => {
    const [m, guest, waiting, co] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    await t.relate(m, co)
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
    // a file that the guest keeps would outlive an address that is erased after the event
    const file = async () => String((await guest.raw('GET', `/api/events/${id}/event.ics`)).body)
    expect(await file()).not.toContain('CNRY')
    await m.call(e.updateEvent, { params: { id }, body: { address_hours: null } })
    expect(await file()).toContain('CNRY')
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
