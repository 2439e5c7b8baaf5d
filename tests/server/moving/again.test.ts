import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportTo } from '../../../server/moving/export'
import { importFrom } from '../../../server/moving/import'
import type { Manifest } from '../../../server/moving/manifest'
import { picture, upload } from '../../support/world/world'
import { envOf, folder, me, setUp, silentProgress, source } from '../life/moving-setup'

setUp()

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => f.name)

test('an export into the folder of the one before keeps no photo that was deleted since', async () => {
  const to = folder()
  const extra = (await upload(me, await picture(21))).body.media_id
  const before = await exportTo(source, to, silentProgress)
  // of an export that was killed
  writeFileSync(join(to, 'media', 'half.part'), 'half')
  expect((await me.raw('DELETE', `/api/media/${extra}`)).status).toBe(200)
  const after = await exportTo(source, to, silentProgress)
  expect(after.files).toBe(before.files - 2)
  expect(filesIn(join(to, 'media'))).toHaveLength(after.files)
  expect(filesIn(join(to, 'media')).join()).not.toContain(extra)
  await importFrom(envOf({ DATA_DIR: folder() }), to, silentProgress)
})

test('an import that stops at its last steps is repeated, and brings the secret', async () => {
  const from = folder()
  await exportTo(source, from, silentProgress)
  const there = envOf({ DATA_DIR: folder() })
  const manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as Manifest
  const altered = { ...manifest.tables, settings: { rows: 1, sum: '0'.repeat(64) } }
  writeFileSync(join(from, 'manifest.json'), JSON.stringify({ ...manifest, tables: altered }))
  await expect(importFrom(there, from, silentProgress)).rejects.toThrow('settings does not match')
  writeFileSync(join(from, 'manifest.json'), JSON.stringify(manifest))
  const secret = join(there.DATA_DIR, 'secret')
  mkdirSync(secret)
  await expect(importFrom(there, from, silentProgress)).rejects.toThrow('EISDIR')
  rmdirSync(secret)
  expect((await importFrom(there, from, silentProgress)).warnings).toEqual([])
  expect(readFileSync(secret, 'utf8')).toBe(source.SECRET)
  // finished: no other one begins
  await expect(importFrom(there, from, silentProgress)).rejects.toThrow('is not empty')
})
