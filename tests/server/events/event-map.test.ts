import { describe, expect, test } from 'vitest'
import { listPlaces, listRelationLocations } from '#contract/radar'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { setUp, t, crew } from './events-api-setup'

setUp()

describe('on the map', () => {
  test('SOC-202: relations of the box, with their identities', async () => {
    const [m, near, far] = (await crew('', '', '')) as [Member, Member, Member]
    for (const [x, lat, lng] of [
      [near, 47.9, 1.9],
      [far, 43.3, 5.4],
    ] as const) {
      await t.relate(m, x)
      await t.ctx.db
        .updateTable('accounts')
        .set({ data: JSON.stringify({ location: { place_id: 'x', city: 'Ville', lat, lng } }) })
        .where('id', '=', x.accountId)
        .execute()
    }
    const { relations } = (
      await m.call(listRelationLocations, { query: { bbox: '47,1,49,3', ts: '1' } })
    ).body
    expect(relations).toMatchObject([
      {
        with_account_id: near.accountId,
        identities: [{ id: near.identityIds[0], gender: 'woman' }],
      },
    ])
  })

  test('CORE-173 SOC-206: places of the box, at most 300, fewer where limit says so', async () => {
    const m = await t.member()
    const now = t.ctx.now()
    const row = (i: number, lat: number) => ({
      id: newId(),
      creator_account_id: m.accountId,
      slug: null,
      title: `Sortie ${i}`,
      title_key: `sortie ${i}`,
      description: null,
      status: 'published' as const,
      start_at: now + 1e8 + i,
      end_at: null,
      place: JSON.stringify({ city: 'Orléans' }),
      place_lat: lat,
      place_lng: 1.9,
      address: null,
      address_lat: null,
      address_lng: null,
      address_public: 0 as const,
      address_revealed: 0 as const,
      price: null,
      payment_url: null,
      banner_media_id: null,
      max_participants: null,
      has_waitlist: 0 as const,
      requires_approval: 0 as const,
      access_type: 'invitation_only' as const,
      group_options: 'all' as const,
      counts_persons: 0 as const,
      auto_offer: 0 as const,
      seats_taken: 1,
      revision: 0,
      created_at: now,
      updated_at: now,
    })
    await t.ctx.db
      .insertInto('events')
      .values([...Array.from({ length: 310 }, (_, i) => row(i, 47.9)), row(999, 43.3)])
      .execute()
    const places = async (query: { bbox: string; limit?: number }) =>
      (await m.call(listPlaces, { query: { ...query, ts: String(now) } })).body.places
    expect(await places({ bbox: '47,1,49,3' })).toHaveLength(300)
    expect(await places({ bbox: '47,1,49,3', limit: 20 })).toHaveLength(20)
    expect((await places({ bbox: '43,1,44,3' })).map((x) => [x.name, x.lat])).toEqual([
      ['Sortie 999', 43.3],
    ])
    expect((await m.raw('GET', '/api/places?bbox=47,1,49,3&limit=301')).status).toBe(400)
  })
})
