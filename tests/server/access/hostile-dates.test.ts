import { describe, expect, test } from 'vitest'
import * as a from '#contract/albums/albums'
import { createAlbumShare, listAlbumShares } from '#contract/albums/shares'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { expireOffers } from '../../../server/events/editing/jobs'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { setUp, t, evening, comes, read, newsOf } from './hostile-setup'

setUp()

describe('dates at the end of all years', () => {
  test('are refused where one is given, and no list fails because of one', async () => {
    const lead = await t.member()
    for (const start_date of [
      '9999-12-31T23:59:59-05:00',
      '9999-12-31T00:00:00Z',
      '2200-01-01T00:00:00Z',
    ]) {
      const { status, body } = await lead.call(e.createEvent, {
        body: { title: 'Loin', start_date },
      })
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          code: 'invalid_payload',
          description: 'Cette date est trop éloignée.',
        }),
      ])
    }
    const id = await evening(lead, { end_date: new Date(t.ctx.now() + 9e8).toISOString() })
    for (const body of [
      { start_date: '0000-01-01T00:00:00+10:00' },
      { end_date: '9999-12-31T23:59:59-05:00' },
    ])
      expect((await lead.call(e.updateEvent, { params: { id }, body })).status).toBe(400)
    expect(
      (
        await lead.call(e.duplicateEvent, {
          params: { id },
          body: { start_date: '9999-12-31T00:00:00Z' },
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await lead.call(e.duplicateEvent, {
          params: { id },
          body: { start_date: '2199-12-31T23:00:00Z' },
        })
      ).status,
    ).toBe(201)
    expect((await lead.call(e.listMyEvents, { query: {} })).status).toBe(200)
  })

  test('the same for the end of a share; places of photos that no column holds', async () => {
    const [owner, other] = [await t.member(), await t.member()]
    await t.relate(owner, other)
    const album_id = (
      await owner.call(a.createAlbum, { body: { name: 'À deux', isPublic: false } })
    ).body.album.id
    expect(
      (
        await owner.call(createAlbumShare, {
          body: { album_id, account_id: other.accountId, expires_at: '9999-12-31T23:59:59-05:00' },
        })
      ).status,
    ).toBe(400)
    expect(
      (await owner.call(listAlbumShares, { query: { type: 'outgoing', includeExpired: 'true' } }))
        .status,
    ).toBe(200)
    expect(
      (
        await owner.call(a.moveAlbumMedia, {
          params: { id: album_id },
          body: { positions: [{ mediaId: newId(), position: 2 ** 31 }] },
        })
      ).status,
    ).toBe(400)
  })
})

test('a place that became free while an event was a draft is offered when it is published again', async () => {
  const [lead, out, waits] = [await t.member(), await t.member(), await t.member()]
  const id = await evening(lead, { max_participants: 2, has_waitlist: true, auto_offer: true })
  await lead.call(p.inviteToEvent, { params: { id }, body: { account_handle: waits.handle } })
  await comes(lead, id, out)
  await waits.call(e.participateInEvent, { params: { id } })
  await lead.call(e.publishEvent, { params: { id }, body: { status: 'draft' } })
  await out.call(e.leaveEvent, { params: { id } })
  expect((await read(waits, id)).body.event.offer_until).toBeNull()
  await lead.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  expect((await read(waits, id)).body.event.offer_until).not.toBeNull()
})

test('an offer that runs out while an event is a draft costs no place on the waiting list', async () => {
  const [lead, out, first, second] = [
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member(),
  ]
  const id = await evening(lead, { max_participants: 2, has_waitlist: true, auto_offer: true })
  for (const who of [first, second])
    await lead.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } })
  await comes(lead, id, out)
  for (const who of [first, second]) await who.call(e.participateInEvent, { params: { id } })
  await out.call(e.leaveEvent, { params: { id } })
  const offered = async () =>
    (
      await t.ctx.db
        .selectFrom('event_participants')
        .where('event_id', '=', id)
        .where('offer_until', 'is not', null)
        .select('account_id')
        .execute()
    ).map((row) => row.account_id)
  expect(await offered()).toEqual([first.accountId])
  await lead.call(e.publishEvent, { params: { id }, body: { status: 'draft' } })
  await t.ctx.db
    .updateTable('event_participants')
    .set({ offer_until: t.ctx.now() - 1000 })
    .where('event_id', '=', id)
    .where('account_id', '=', first.accountId)
    .execute()
  await expireOffers(t.ctx)
  expect(await offered()).toEqual([])
  await lead.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  expect(await offered()).toEqual([first.accountId])
})

describe('a place that is free while an event is under way is offered to nobody, and the server goes on', () => {
  const full = async () => {
    const [lead, out, waits] = [await t.member(), await t.member(), await t.member()]
    const id = await evening(lead, {
      max_participants: 2,
      has_waitlist: true,
      auto_offer: true,
      end_date: new Date(t.ctx.now() + 9e8).toISOString(),
    })
    await lead.call(p.inviteToEvent, { params: { id }, body: { account_handle: waits.handle } })
    await comes(lead, id, out)
    await waits.call(e.participateInEvent, { params: { id } })
    return { lead, out, waits, id }
  }
  const begins = (id: string) =>
    t.ctx.db
      .updateTable('events')
      .set({ start_at: t.ctx.now() - 1000 })
      .where('id', '=', id)
      .execute()
  const place = async (who: Member, id: string) => {
    const { event } = (await read(who, id)).body
    return [event.user_participation_status, event.offer_until]
  }

  test('because somebody leaves: its organizers are told, who waits may still come', async () => {
    const { lead, out, waits, id } = await full()
    await begins(id)
    expect((await out.call(e.leaveEvent, { params: { id } })).status).toBe(200)
    expect(await place(waits, id)).toEqual(['waitlist', null])
    expect((await newsOf(waits)).map((n) => n.newsType)).not.toContain('waitlist_offer')
    expect((await newsOf(lead)).map((n) => n.newsType)).toContain('waitlist_free')
    expect(
      (await waits.call(e.participateInEvent, { params: { id } })).body.event
        ?.user_participation_status,
    ).toBe('accepted')
  })

  test('because an offer ended with its beginning', async () => {
    const { out, waits, id } = await full()
    await out.call(e.leaveEvent, { params: { id } })
    expect((await place(waits, id))[1]).not.toBeNull()
    await begins(id)
    await t.ctx.db
      .updateTable('event_participants')
      .set({ offer_until: t.ctx.now() - 1000 })
      .where('event_id', '=', id)
      .where('account_id', '=', waits.accountId)
      .execute()
    await expireOffers(t.ctx)
    expect(await place(waits, id)).toEqual(['waitlist', null])
  })

  test('nor is an offer that ended with the event looked at again, minute after minute', async () => {
    const { out, waits, id } = await full()
    await out.call(e.leaveEvent, { params: { id } })
    await begins(id)
    await t.ctx.db
      .updateTable('events')
      .set({ end_at: t.ctx.now() - 500 })
      .where('id', '=', id)
      .execute()
    await t.ctx.db
      .updateTable('event_participants')
      .set({ offer_until: t.ctx.now() - 1000 })
      .where('event_id', '=', id)
      .where('account_id', '=', waits.accountId)
      .execute()
    await expireOffers(t.ctx)
    expect(
      await t.ctx.db
        .selectFrom('event_participants')
        .where('event_id', '=', id)
        .where('offer_until', 'is not', null)
        .select('id')
        .execute(),
    ).toEqual([])
    expect((await newsOf(waits)).filter((n) => n.newsType === 'waitlist_offer')).toHaveLength(1)
  })
})
