import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles, type Source } from 'pmtiles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mapConfig } from '#contract/radar'
import { makeBasemap } from '../../scripts/make-basemap.mjs'
import { readEnv, SettingError } from '../../server/env'
import { testApp, type TestApp } from '../support/server/server'

const dir = mkdtempSync(join(tmpdir(), 'connivence-basemap-'))
const BASEMAP = join(dir, 'lyon.pmtiles')
/** Around Lyon. */
const bytes = makeBasemap([3.5, 44.5, 6.5, 47])
let t: TestApp
let address: string
beforeAll(async () => {
  writeFileSync(BASEMAP, bytes)
  t = await testApp({ BASEMAP })
  address = String((await (await t.member()).call(mapConfig, {})).body.basemap)
})
afterAll(async () => {
  await t.close()
  rmSync(dir, { recursive: true, force: true })
})

const read = (range?: string, url = address) =>
  t.app.fastify.inject({ url, headers: range === undefined ? {} : { range } })

test('the map is read by ranges, which are kept nowhere', async () => {
  const answer = await read('bytes=0-126')
  expect(answer.statusCode).toBe(206)
  expect(answer.rawPayload.equals(bytes.subarray(0, 127))).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-range': `bytes 0-126/${bytes.length}`,
    'content-length': '127',
    'cache-control': 'no-store',
  })
  // beyond the end: what there is
  const last = await read(`bytes=${bytes.length - 5}-${bytes.length + 20}`)
  expect(last.rawPayload.equals(bytes.subarray(-5))).toBe(true)
})

test('a range that cannot be served is refused with 416, and the file is never sent whole', async () => {
  for (const range of [
    undefined,
    `bytes=${bytes.length}-${bytes.length + 5}`,
    'bytes=5-1',
    'bytes=0-',
    'bytes=-5',
    'bytes=0-1,3-4',
    'x',
  ]) {
    const answer = await read(range)
    expect(answer.statusCode, range).toBe(416)
    expect(answer.headers['content-range']).toBe(`bytes */${bytes.length}`)
    expect(answer.rawPayload).toHaveLength(0)
  }
})

test('it takes a session, and one that has not ended', async () => {
  expect((await read('bytes=0-126', '/basemap/x.y')).statusCode).toBe(401)
  const m = await t.member()
  const own = String((await m.call(mapConfig, {})).body.basemap)
  expect((await read('bytes=0-126', own)).statusCode).toBe(206)
  const [sessionId = ''] = own.slice('/basemap/'.length).split('.')
  await t.ctx.db
    .updateTable('sessions')
    .set({ ended_at: Date.now() })
    .where('id', '=', sessionId)
    .execute()
  expect((await read('bytes=0-126', own)).statusCode).toBe(401)
})

test('without one configured there is no address, and a key opens nothing', async () => {
  const plain = await testApp()
  try {
    const config = (await (await plain.member()).call(mapConfig, {})).body
    expect(config.basemap).toBeNull()
  } finally {
    await plain.close()
  }
  expect(() => readEnv({ BASEMAP: join(dir, 'none.pmtiles') })).toThrow(SettingError)
  writeFileSync(join(dir, 'text.pmtiles'), 'no map at all')
  expect(() => readEnv({ BASEMAP: join(dir, 'text.pmtiles') })).toThrow(SettingError)
})

test('the page’s own reader finds the tiles of the region in it', async () => {
  const source: Source = {
    getKey: () => address,
    getBytes: async (offset, length) => {
      const { rawPayload } = await read(`bytes=${offset}-${offset + length - 1}`)
      return { data: new Uint8Array(rawPayload).buffer }
    },
  }
  const file = new PMTiles(source)
  expect(await file.getHeader()).toMatchObject({ minZoom: 0, maxZoom: 9, tileType: 1 })
  // Lyon at zoom 9
  const tile = await file.getZxy(9, 262, 182)
  expect(Buffer.from(tile?.data ?? new ArrayBuffer(0)).toString('latin1')).toContain('Villeurbanne')
  expect(await file.getZxy(9, 100, 100)).toBeUndefined()
})
