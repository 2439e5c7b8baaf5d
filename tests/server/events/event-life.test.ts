import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { listConversations } from '#contract/messaging/messages'
import { countNews, listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { setSharing } from '#contract/sharing'
import { setUp, t, inHours, make, read, invite, join, news, pass, ADDRESS } from './events-setup'

setUp()

describe('life of an event', () => {
  test('shared events: only while the member shares them, with both statuses', async () => {
    const [m, other] = [await t.member(), await t.member()]
    await t.relate(m, other)
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
    await m.call(e.revealLocation, { params: { id } })
    await m.call(e.updateEvent, { params: { id }, body: { reveal_at: inHours(1) } })
    expect(await news(guest)).toContain('location_revealed')
    expect((await m.call(e.cancelEvent, { params: { id } })).body.event).toMatchObject({
      status: 'cancelled',
      is_ended: true,
      reveal_at: null,
    })
    expect(await news(guest)).not.toContain('location_revealed')
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

  test('an event that has ended is not cancelled, and nobody is told so', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const id = await make(m, {})
    await invite(m, id, guest)
    await join(guest, id)
    const before = t.clock.now
    await pass(2_000, m, guest)
    expect((await m.call(e.cancelEvent, { params: { id } })).body).toMatchObject({
      code: 'event_ended',
    })
    expect(await news(guest)).not.toContain('event_cancelled')
    t.clock.now = before
  })

  test('a copy is a draft at another date without participants, code and revealed address', async () => {
    const m = await t.member()
    const id = await make(m, { slug: 'modele-1', private_location: ADDRESS })
    const lasts = ({ start_date, end_date }: e.Event) =>
      Date.parse(end_date ?? '') - Date.parse(start_date)
    const source = (await m.call(e.revealLocation, { params: { id } })).body.event
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
    expect(lasts(body.event)).toBe(lasts(source))
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
    await t.relate(m, co)
    await m.call(p.addCoOrganizer, { params: { id }, body: { account_id: co.accountId } })
    await co.call(e.updateEvent, { params: { id }, body: { price: '22 €' } })
    expect(await changes()).toEqual([['price'], ['price'], ['date', 'price', 'place']])
  })
})
