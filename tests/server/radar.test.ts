import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { listRelationLocations, mapConfig } from '#contract/radar'
import { trimTileCache } from '../../server/life/tidy'
import { testApp, type Member } from '../support/server/server'
import { sharedApp } from '../support/server/shared-app'

const t = sharedApp({ TILE_URL: '' })

const ORLEANS = { place_id: '45234', city: 'Orléans', lat: 47.9025, lng: 1.909 }
const live = (m: Member, place: object | null) =>
  t.ctx.db
    .updateTable('accounts')
    .set({ data: JSON.stringify(place ? { location: place } : {}) })
    .where('id', '=', m.accountId)
    .execute()
const points = async (m: Member, bbox: string, limit?: number) =>
  (await m.call(listRelationLocations, { query: { bbox, ...(limit ? { limit } : {}) } })).body
    .relations

describe('relations on the map', () => {
  test('relations are shown in their commune; strangers, blocked ones and those without one are not', async () => {
    const [m, a, b, c, stranger] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    for (const x of [a, b, c]) await t.relate(m, x)
    await live(a, ORLEANS)
    await live(b, null)
    await live(c, ORLEANS)
    await live(stranger, ORLEANS)
    await t.ctx.db
      .insertInto('blocks')
      .values({ account_id: c.accountId, blocked_account_id: m.accountId, created_at: 1 })
      .execute()
    const seen = await points(m, '47,1,49,3')
    expect(seen.map((p) => [p.with_account_id, p.city, p.lat, p.lng])).toEqual([
      [a.accountId, 'Orléans', ORLEANS.lat, ORLEANS.lng],
    ])
    // smaller and smaller boxes: never anything but the middle of the commune, and nothing outside of it
    for (const d of [0.5, 0.05, 0.001])
      expect(
        await points(
          m,
          `${ORLEANS.lat - d},${ORLEANS.lng - d},${ORLEANS.lat + d},${ORLEANS.lng + d}`,
        ),
      ).toEqual(seen)
    expect(await points(m, '10,10,11,11')).toEqual([])
  })

  test('two relations of one commune are at one point, wherever they live in it', async () => {
    const [m, a, b] = [await t.member(), await t.member(), await t.member()]
    for (const x of [a, b]) {
      await t.relate(m, x)
      await live(x, ORLEANS)
    }
    expect(new Set((await points(m, '47,1,49,3')).map((p) => `${p.lat},${p.lng}`)).size).toBe(1)
    expect(await points(m, '47,1,49,3', 1)).toHaveLength(1)
  })

  test('SOC-202: a box around one of two relations tells only that one, with its identities', async () => {
    const [m, a, b] = [
      await t.member(),
      await t.member(undefined, ['woman', 'man']),
      await t.member(),
    ]
    for (const x of [a, b]) await t.relate(m, x)
    await live(a, ORLEANS)
    await live(b, { place_id: '75056', city: 'Paris', lat: 48.8566, lng: 2.3522 })
    expect((await points(m, '-85,-180,85,180')).length).toBe(2)
    const seen = (
      await m.call(listRelationLocations, {
        query: { bbox: '47.5,1.5,48.2,2.2', limit: 400, ts: '1' },
      })
    ).body.relations
    expect(listRelationLocations.query.parse({ bbox: '47,1,49,3' }).limit).toBe(400)
    expect(seen.map((p) => [p.with_account_id, p.identities.map((i) => i.id)])).toEqual([
      [a.accountId, [...a.identityIds]],
    ])
  })

  test('a box that is none is refused', async () => {
    const m = await t.member()
    for (const bbox of [
      '',
      'abc',
      '1,2,3',
      '48,1,47,3',
      '47,3,48,1',
      '-91,0,0,1',
      '47,1,48,3;drop',
      '1e9,0,2e9,1',
    ])
      expect(
        (await m.raw('GET', `/api/relations/locations?bbox=${encodeURIComponent(bbox)}`)).status,
        bbox,
      ).toBe(400)
  })
})

describe('tiles', () => {
  test('come by way of the server and are kept; without a source there are none', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#efe8e4' } })
      .png()
      .toBuffer()
    const asked: string[] = []
    let agent = ''
    const source = createServer((request, response) => {
      asked.push(request.url ?? '')
      agent = request.headers['user-agent'] ?? ''
      if (request.url?.startsWith('/5/')) response.writeHead(500).end()
      else
        response
          .writeHead(200, { 'content-type': 'image/png' })
          .end(request.url?.startsWith('/4/') ? '<svg onload="alert(1)"/>' : png)
    })
    await new Promise<void>((ready) => source.listen(0, '127.0.0.1', () => ready()))
    const own = await testApp({
      TILE_URL: `http://127.0.0.1:${(source.address() as AddressInfo).port}/{z}/{x}/{y}`,
    })
    try {
      const { tiles: template } = (await (await own.member()).call(mapConfig, {})).body
      const signed = (path: string) => String(template).replace('/{z}/{x}/{y}', path.slice(6))
      const tile = (path: string) => own.client().raw('GET', signed(path))
      expect((await own.client().raw('GET', '/tiles/x.y/7/64/44')).status).toBe(401)
      for (let i = 0; i < 2; i += 1) {
        const answer = await tile('/tiles/7/64/44')
        expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])
      }
      expect(asked).toEqual(['/7/64/44'])
      expect(agent).toContain('Connivence')
      // for the dark theme the same picture, turned over here and kept
      for (let i = 0; i < 2; i += 1) {
        const dark = await own.app.fastify.inject(signed('/tiles/7/64/44?night=1'))
        expect(dark.headers['content-type']).toBe('image/webp')
        for (const tone of (await sharp(dark.rawPayload).stats()).channels)
          expect(tone.mean).toBeLessThan(80)
      }
      expect(asked).toEqual(['/7/64/44'])
      // precise tiles are kept nowhere: whether one is cached would tell where others look
      for (let i = 0; i < 2; i += 1)
        expect((await tile('/tiles/13/4128/2816')).headers['cache-control']).toBe('no-store')
      expect(asked.slice(1)).toEqual(['/13/4128/2816', '/13/4128/2816'])
      await trimTileCache(own.ctx, 0)
      await tile('/tiles/7/64/44')
      expect(asked.at(-1)).toBe('/7/64/44')
      // what is no picture is not passed on
      expect((await tile('/tiles/4/8/5')).status).toBe(503)
      for (const bad of ['/tiles/20/0/0', '/tiles/2/4/0', '/tiles/a/0/0', '/tiles/-1/0/0'])
        expect((await tile(bad)).status).toBe(404)
    } finally {
      await own.close()
      source.close()
    }
    expect((await (await t.member()).call(mapConfig, {})).body).toEqual({
      basemap: null,
      tiles: null,
      maxZoom: 19,
      credit: '',
    })
  })

  test('SOC-094: where the first source fails the second one is asked, and its tile is shown', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#efe8e4' } })
      .png()
      .toBuffer()
    const asked: string[] = []
    const source = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (request.url?.startsWith('/one/')) response.writeHead(500).end()
      else response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    })
    await new Promise<void>((ready) => source.listen(0, '127.0.0.1', () => ready()))
    const host = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
    const own = await testApp({
      TILE_URL: `${host}/one/{z}/{x}/{y}`,
      TILE_FALLBACK_URL: `${host}/two/{z}/{x}/{y}`,
    })
    try {
      const { tiles: template } = (await (await own.member()).call(mapConfig, {})).body
      const url = String(template).replace('{z}/{x}/{y}', '7/64/44')
      const answer = await own.app.fastify.inject(url)
      expect([answer.statusCode, answer.rawPayload.equals(png)]).toEqual([200, true])
      expect(asked).toEqual(['/one/7/64/44', '/two/7/64/44'])
    } finally {
      await own.close()
      source.close()
    }
  })
})
