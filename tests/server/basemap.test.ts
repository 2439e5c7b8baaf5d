import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { EtagMismatch, PMTiles, type Source } from 'pmtiles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors'
import { mapConfig } from '#contract/radar'
import { makeBasemap } from '../../scripts/make-basemap.mjs'
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
})

/** A server with that file, or none, and the lines of its log. */
const serverWith = async (file: Buffer | null) => {
  const lines: string[] = []
  const logStream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const path = join(dir, 'own.pmtiles')
  rmSync(path, { force: true })
  if (file) writeFileSync(path, file)
  const own = await testApp({ BASEMAP: path, LOG_LEVEL: 'error' }, { logStream })
  const member = await own.member()
  const url = String((await member.call(mapConfig, {})).body.basemap)
  return {
    path,
    lines,
    read: (range = 'bytes=0-126') => own.app.fastify.inject({ url, headers: { range } }),
    close: () => own.close(),
  }
}
const altered = (at: number, value: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = value
  return copy
}

test.each<[string, () => Buffer | null, string]>([
  ['missing', () => null, 'ENOENT'],
  ['empty', () => Buffer.alloc(0), 'is not a PMTiles file'],
  ['no map', () => Buffer.from('<html>404</html>'.repeat(20)), 'is not a PMTiles file'],
  ['of another version', () => altered(7, 2), 'is not a PMTiles file'],
  ['of pictures', () => altered(99, 2), 'has no vector tiles'],
  ['cut short', () => bytes.subarray(0, bytes.length - 1), 'is cut short'],
  ['cut in its header', () => bytes.subarray(0, 100), 'is not a PMTiles file'],
])(
  'a map that is %s: the server starts, says so in one line, answers 503 and goes on without a restart',
  async (_name, file, why) => {
    const own = await serverWith(file())
    try {
      // said at the start, before a member opens the map
      await expect.poll(() => own.lines.join('')).toContain(why)
      for (const range of ['bytes=0-126', 'bytes=0-16383']) {
        const { statusCode, headers, payload } = await own.read(range)
        expect([statusCode, JSON.parse(payload)]).toEqual([
          503,
          { error: ERRORS.streets_unavailable[1], code: 'streets_unavailable' },
        ])
        expect(headers['etag']).toBeUndefined()
      }
      expect(own.lines).toHaveLength(1)
      expect(own.lines[0]).toContain(own.path)

      writeFileSync(own.path, bytes)
      expect((await own.read()).rawPayload.equals(bytes.subarray(0, 127))).toBe(true)
      // a later fault is told again
      rmSync(own.path)
      expect((await own.read()).statusCode).toBe(503)
      expect(own.lines).toHaveLength(2)
    } finally {
      await own.close()
    }
  },
)

test('another file in its place has another tag, whatever its date; the same one elsewhere has the same', async () => {
  const other = makeBasemap([3.5, 44.5, 6.5, 46.5])
  const date = new Date('2026-01-01')
  const own = await serverWith(bytes)
  try {
    utimesSync(own.path, date, date)
    const { headers } = await own.read()
    expect(headers['etag']).toBe((await read('bytes=0-126')).headers['etag'])
    // as rsync and cp -p do
    writeFileSync(`${own.path}.new`, other)
    utimesSync(`${own.path}.new`, date, date)
    renameSync(`${own.path}.new`, own.path)
    const after = await own.read()
    expect(after.rawPayload.equals(other.subarray(0, 127))).toBe(true)
    expect(after.headers['etag']).not.toBe(headers['etag'])
  } finally {
    await own.close()
  }
})

test('a page that reads while the file is replaced gets tiles of the new file alone', async () => {
  const [first, second] = [makeBasemap([3.5, 44.5, 6.5, 47]), makeBasemap([4, 45, 6, 46.5])]
  const own = await serverWith(first)
  try {
    const source: Source = {
      getKey: () => own.path,
      getBytes: async (offset, length, _signal, etag) => {
        const { rawPayload, headers } = await own.read(`bytes=${offset}-${offset + length - 1}`)
        const tag = String(headers['etag'])
        if (etag !== undefined && etag !== tag) throw new EtagMismatch(tag)
        return { data: new Uint8Array(rawPayload).buffer, etag: tag }
      },
    }
    const file = new PMTiles(source)
    const before = await file.getHeader()
    writeFileSync(`${own.path}.new`, second)
    renameSync(`${own.path}.new`, own.path)
    const expected = new PMTiles({
      getKey: () => 'second',
      getBytes: async (offset, length) => ({
        data: new Uint8Array(second.subarray(offset, offset + length)).buffer,
      }),
    })
    const tile = await file.getZxy(9, 262, 182)
    const wanted = await expected.getZxy(9, 262, 182)
    expect(Buffer.from(tile?.data ?? new ArrayBuffer(0))).toEqual(
      Buffer.from(wanted?.data ?? new ArrayBuffer(1)),
    )
    expect((await file.getHeader()).etag).not.toBe(before.etag)
  } finally {
    await own.close()
  }
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
