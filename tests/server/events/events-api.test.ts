import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { listNews } from '#contract/news'
import { listPlaces } from '#contract/radar'
import { setSharing } from '#contract/sharing'
import { isEnded } from '../../../server/access/events'
import { type Member } from '../../support/server/server'
import { setUp, t, ADDRESS, publish, make, read, invite, comes, crew } from './events-api-setup'

setUp()

describe('reading and writing an event', () => {
  test('SOC-117 SOC-208 SOC-141: the address has five fields, for organizers always, for others only when revealed', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const id = await make(m, { private_location: ADDRESS })
    await comes(m, id, guest)
    expect((await read(m, id, { include_private: '1' })).private_location).toEqual({
      ...ADDRESS,
      is_revealed: false,
    })
    expect((await read(guest, id, { include_private: '1' })).private_location).toBeNull()
    await m.call(e.updateEvent, {
      params: { id },
      body: { private_location: { ...ADDRESS, is_public: true } },
    })
    expect((await read(guest, id, { include_private: '1' })).private_location).toEqual({
      ...ADDRESS,
      is_public: true,
      is_revealed: false,
    })
  })

  test('SOC-138 SOC-140: revealing shows the point and one news item to confirmed participants; hiding removes both', async () => {
    const [m, guest, asked] = (await crew('', '', '')) as [Member, Member, Member]
    const id = await make(m, { place_id: '45234', private_location: ADDRESS })
    await comes(m, id, guest)
    await invite(m, id, asked)
    const point = async (x: Member) =>
      (await x.call(listPlaces, { query: { bbox: '47,1,49,3' } })).body.places.find(
        (y) => y.id === id,
      )
    const told = async (x: Member) =>
      (await x.call(listNews, { query: {} })).body.items.filter(
        (n) => n.newsType === 'location_revealed' && n.eventId === id,
      ).length
    expect(
      (await m.call(e.revealLocation, { params: { id } })).body.event.private_location?.is_revealed,
    ).toBe(true)
    expect([await point(guest), await told(guest)]).toEqual([
      expect.objectContaining({ precise: true, lat: ADDRESS.lat, lng: ADDRESS.lng }),
      1,
    ])
    expect([await point(asked), await told(asked)]).toEqual([
      expect.objectContaining({ precise: false, address: null }),
      0,
    ])
    expect((await read(guest, id)).private_location).toMatchObject({ is_revealed: true })
    expect(
      (await m.call(e.hideLocation, { params: { id } })).body.event.private_location?.is_revealed,
    ).toBe(false)
    expect([
      (await read(guest, id)).private_location,
      (await point(guest))?.precise,
      await told(guest),
    ]).toEqual([null, false, 0])
    // a public address too, for everybody
    await m.call(e.updateEvent, {
      params: { id },
      body: { private_location: { ...ADDRESS, is_public: true } },
    })
    expect((await read(asked, id)).private_location).toMatchObject({ is_public: true })
    await m.call(e.hideLocation, { params: { id } })
    expect([(await read(asked, id)).private_location, (await read(m, id)).address_state]).toEqual([
      null,
      'hidden',
    ])
  })

  test('SOC-211 SOC-212 SOC-128: created, edited, published and reverted to a draft repeatedly', async () => {
    const m = await t.member()
    const id = await make(m, {}, false)
    expect(
      (await m.call(e.updateEvent, { params: { id }, body: { title: 'Autre titre' } })).status,
    ).toBe(200)
    expect((await read(m, id)).title).toBe('Autre titre')
    for (const status of ['published', 'draft', 'published'] as const) {
      expect((await publish(m, id, status)).body.event.status).toBe(status)
      expect((await read(m, id)).status).toBe(status)
    }
    expect(
      (await m.raw('POST', `/api/events/${id}/publish`, { body: { status: 'closed' } })).status,
    ).toBe(400)
  })

  test('SOC-209: by its slug; an unknown one is 404', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const id = await make(m, { slug: 'par-son-code' })
    await invite(m, id, guest)
    expect(
      (await guest.call(e.getEventBySlug, { params: { slug: (await read(m, id)).slug ?? '' } }))
        .body.event.id,
    ).toBe(id)
    expect((await guest.call(e.getEventBySlug, { params: { slug: 'un-autre-code' } })).status).toBe(
      404,
    )
  })

  test('only joining reveals whether a code exists, and it counts the guesses', async () => {
    const [m, stranger] = (await crew('', '')) as [Member, Member]
    const id = await make(m, { slug: 'code-a-deviner' })
    for (const ref of [(await read(m, id)).slug ?? '', 'code-de-personne']) {
      expect(
        (await stranger.call(e.getEvent, { params: { id: ref }, query: {} })).body,
      ).toMatchObject({ code: 'not_found' })
      expect((await stranger.call(e.getEventBySlug, { params: { slug: ref } })).body).toMatchObject(
        { code: 'not_found' },
      )
    }
    expect((await stranger.call(e.getEvent, { params: { id }, query: {} })).body).toMatchObject({
      code: 'forbidden',
    })
  })

  test('SOC-207: invitations list invited events, the calendar joined ones; q filters both', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const [asked, joined] = [
      await make(m, { title: 'Brunch d’été' }),
      await make(m, { title: 'Bal de mai' }),
    ]
    await invite(m, asked, guest)
    await comes(m, joined, guest)
    const ids = async (route: typeof e.listInvitedEvents | typeof e.listMyEvents, q?: string) =>
      (await guest.call(route, { query: q === undefined ? {} : { q } })).body.events.map(
        (x) => x.id,
      )
    expect([await ids(e.listInvitedEvents), await ids(e.listMyEvents)]).toEqual([[asked], [joined]])
    expect([await ids(e.listInvitedEvents, 'ETE'), await ids(e.listInvitedEvents, 'bal')]).toEqual([
      [asked],
      [],
    ])
    expect([await ids(e.listMyEvents, 'bal'), await ids(e.listMyEvents, 'brunch')]).toEqual([
      [joined],
      [],
    ])
  })

  test('SOC-129: ended by each of four statuses, by a past end, or by a past start without an end', () => {
    const [now, past, coming] = [1e12, 1e12 - 1, 1e12 + 1]
    for (const status of ['completed', 'archived', 'closed', 'cancelled'] as const)
      expect(isEnded({ status, start_at: coming, end_at: coming }, now)).toBe(true)
    expect(isEnded({ status: 'published', start_at: past, end_at: past }, now)).toBe(true)
    expect(isEnded({ status: 'published', start_at: past, end_at: null }, now)).toBe(true)
    expect(isEnded({ status: 'published', start_at: past, end_at: coming }, now)).toBe(false)
    expect(isEnded({ status: 'published', start_at: coming, end_at: null }, now)).toBe(false)
  })

  test('SOC-201: another member’s events while it shares them, none once it does not', async () => {
    const [m, other] = (await crew('', '')) as [Member, Member]
    await t.relate(m, other)
    const id = await make(m)
    const share = (shareEvents: boolean) =>
      m.call(setSharing, {
        params: { id: other.accountId },
        body: { shareNames: false, shareEvents, shareAllPrivateAlbums: false, sharedAlbumIds: [] },
      })
    const seen = () => other.call(e.listRelationEvents, { params: { id: m.accountId } })
    await share(true)
    expect((await seen()).body.events.map((x) => x.id)).toEqual([id])
    await share(false)
    const off = await seen()
    expect([off.status, JSON.stringify(off.body)]).toEqual([403, expect.not.stringContaining(id)])
  })
})
