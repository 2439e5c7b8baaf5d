import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors'
import { http, login, type Http } from '../support/server/http'
import { startServer } from '../support/server/process'

const root = join(import.meta.dirname, '../..')
/** A copy of the program, whose file of communes can be damaged. */
const copy = mkdtempSync(join(tmpdir(), 'connivence-places-'))
const main = join(copy, 'dist/server/main.js')
const file = join(copy, 'dist/server/places.gz')
let whole: Buffer
let dataDir: string
const MEMBER = 'demo-2@connivence.test'
const start = (dir?: string) =>
  startServer(
    { DEMO: '1', DATABASE_URL: '', REDIS_URL: '', ...(dir ? { DATA_DIR: dir } : {}) },
    60_000,
    main,
  )
const search = (api: Http) =>
  api.get<{ predictions?: { city: string }[]; error?: string; code?: string }>(
    '/api/places/search?input=villeurb',
  )

beforeAll(async () => {
  cpSync(join(root, 'dist/server'), join(copy, 'dist/server'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  whole = readFileSync(file)
  const server = await start()
  dataDir = server.dataDir
  const { token } = await login(server.url, MEMBER)
  expect((await search(http(server.url, token))).body.predictions?.[0]?.city).toBe('Villeurbanne')
  expect(server.output()).not.toContain('communes')
  await server.kill()
})
afterAll(() => {
  for (const dir of [copy, dataDir]) rmSync(dir, { recursive: true, force: true })
})

test.each<[string, (() => Buffer) | null, string]>([
  ['missing', null, 'is missing'],
  ['cut short', () => whole.subarray(0, whole.length >> 1), 'is damaged'],
  ['an archive of something else', () => gzipSync('01001\tL’Abergement\t01'), 'is damaged'],
])(
  'a list of communes that is %s: the server starts, says so in one line, and answers 503 where one is searched',
  async (_name, damage, words) => {
    rmSync(file)
    if (damage) writeFileSync(file, damage())
    const server = await start(dataDir)
    try {
      await expect.poll(() => server.output()).toContain(words)
      const { token } = await login(server.url, MEMBER)
      const api = http(server.url, token)
      for (const { status, body } of [await search(api), await search(api)])
        expect([status, body]).toEqual([
          503,
          { error: ERRORS.places_unavailable[1], code: 'places_unavailable' },
        ])
      expect((await api.get('/api/conversations')).status).toBe(200)
      const said = server.output().split('\n')
      expect(said.filter((line) => line.includes('places.gz'))).toHaveLength(1)
      expect(said.find((line) => line.includes('places.gz'))).toContain('npm run build')

      // put back: no restart
      writeFileSync(file, whole)
      expect((await search(api)).body.predictions?.[0]?.city).toBe('Villeurbanne')
    } finally {
      writeFileSync(file, whole)
      await server.kill()
    }
  },
)
