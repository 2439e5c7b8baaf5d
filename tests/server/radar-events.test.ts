import { describe, expect, test } from 'vitest'
import {
  createEvent,
  publishEvent,
  revealLocation,
  participateInEvent,
  updateEvent,
} from '#contract/events/events'
import { inviteToEvent } from '#contract/events/participants'
import { listNews } from '#contract/news'
import { listPlaces } from '#contract/radar'
import { newId } from '../../server/tokens'
import type { Member } from '../support/server/server'
import { sharedApp } from '../support/server/shared-app'

const t = sharedApp({ TILE_URL: '' })
const places = async (m: Member, bbox = '47,1,49,3') =>
  (await m.call(listPlaces, { query: { bbox } })).body.places

describe('events on the map', () => {
  test('at the commune for all who may read it, at the address for who may know it; not at all for the others', async () => {
    const [m, guest, waiting, stranger] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    const { body } = await m.call(createEvent, {
      body: {
        title: 'Sur la carte',
        slug: 'sur-la-carte',
        start_date: new Date(t.ctx.now() + 9e7).toISOString(),
        place_id: '45234',
        private_location: { address: '3 impasse CNRY', lat: 47.913577, lng: 1.933456 },
      },
    })
    const { id } = body.event
    expect((await places(m)).map((p) => p.precise)).toEqual([])
    await m.call(publishEvent, { params: { id }, body: { status: 'published' } })
    for (const x of [guest, waiting])
      await m.call(inviteToEvent, { params: { id }, body: { account_handle: x.handle } })
    await guest.call(participateInEvent, { params: { id } })
    expect(await places(m)).toMatchObject([
      {
        id,
        type: 'event',
        precise: true,
        lat: 47.913577,
        address: '3 impasse CNRY',
        slug: body.event.slug,
      },
    ])
    const commune = (await places(guest))[0]
    expect(commune).toMatchObject({ precise: false, address: null, city: 'Orléans' })
    await m.call(revealLocation, { params: { id } })
    expect((await places(guest))[0]).toMatchObject({ precise: true, lat: 47.913577 })
    expect((await places(waiting))[0]).toEqual({ ...commune, slug: null })
    expect(await places(stranger)).toEqual([])
    // asking for the very place of the address teaches nothing to who may not know it
    expect(await places(waiting, '47.9135,1.9334,47.9136,1.9335')).toEqual(
      await places(waiting, '47.90,1.92,47.92,1.94'),
    )
  })
})

describe('many events', () => {
  test('house rules are asked for in one query; each keeps its address until they are accepted', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const make = async (): Promise<string> => {
      const { id } = (
        await m.call(createEvent, {
          body: {
            title: 'Avec règles',
            start_date: new Date(t.ctx.now() + 9e7).toISOString(),
            place_id: '45234',
            private_location: { address: '3 impasse CNRY', lat: 47.913577, lng: 1.933456 },
            rules: 'Sans téléphone.',
          },
        })
      ).body.event
      const params = { id }
      await m.call(publishEvent, { params, body: { status: 'published' } })
      await m.call(inviteToEvent, { params, body: { account_handle: guest.handle } })
      const body = { rules_version: 1, accepted_by: guest.identityIds }
      expect((await guest.call(participateInEvent, { params, body })).status).toBe(200)
      await m.call(revealLocation, { params })
      return id
    }
    const count = async (): Promise<number> => {
      await t.ctx.bus.idle()
      return t.queriesOf(() => places(guest))
    }
    const first = await make()
    const before = await count()
    const ids = [first, await make(), await make(), await make()]
    expect(await count()).toBe(before)
    const changed = { params: { id: first }, body: { rules: 'Sans téléphone ni alcool.' } }
    expect((await m.call(updateEvent, changed)).status).toBe(200)
    const seen = new Map((await places(guest)).map((p) => [p.id, p.precise]))
    expect(ids.map((id) => seen.get(id))).toEqual([false, true, true, true])
  })

  test('CORE-173: only places inside the box; at most 300 without a limit, fewer with one', async () => {
    const m = await t.member()
    const { body } = await m.call(createEvent, {
      body: {
        title: 'Modèle',
        start_date: new Date(t.ctx.now() + 9e7).toISOString(),
        place_id: '45234',
      },
    })
    await m.call(publishEvent, { params: { id: body.event.id }, body: { status: 'published' } })
    const row = await t.ctx.db
      .selectFrom('events')
      .where('id', '=', body.event.id)
      .selectAll()
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 305 }, (_, i) => ({
      ...row,
      id: newId(),
      slug: null,
      ...(i < 2 ? { place_lat: 43.3, place_lng: 5.4 } : {}),
    }))
    for (let i = 0; i < copies.length; i += 100)
      await t.ctx.db
        .insertInto('events')
        .values(copies.slice(i, i + 100))
        .execute()
    expect(await places(m)).toHaveLength(300)
    expect(await places(m, '43,5,44,6')).toHaveLength(2)
    expect(
      (await m.call(listPlaces, { query: { bbox: '47,1,49,3', limit: 7, ts: '1' } })).body.places,
    ).toHaveLength(7)
  })
  test('SOC-138: a reveal gives confirmed participants the address and one news item', async () => {
    const [m, guest, waiting] = [await t.member(), await t.member(), await t.member()]
    const { body } = await m.call(createEvent, {
      body: {
        title: 'À révéler',
        start_date: new Date(t.ctx.now() + 9e7).toISOString(),
        place_id: '45234',
        private_location: { address: '3 impasse CNRY', lat: 47.913577, lng: 1.933456 },
      },
    })
    const { id } = body.event
    await m.call(publishEvent, { params: { id }, body: { status: 'published' } })
    for (const x of [guest, waiting])
      await m.call(inviteToEvent, { params: { id }, body: { account_handle: x.handle } })
    await guest.call(participateInEvent, { params: { id } })
    await m.call(revealLocation, { params: { id } })
    const told = async (x: Member) => [
      (await places(x))[0]?.precise,
      (await x.call(listNews, { query: {} })).body.items.filter(
        (n) => n.newsType === 'location_revealed',
      ).length,
    ]
    expect([await told(guest), await told(waiting)]).toEqual([
      [true, 1],
      [false, 0],
    ])
  })
})
