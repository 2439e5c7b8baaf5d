import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listMessages } from '#contract/messaging/messages'
import { mediaUrl } from '#contract/media'
import { type Env } from '../../../server/env'
import { exportTo } from '../../../server/moving/export'
import { importFrom } from '../../../server/moving/import'
import { postgresBinaries, startPostgres, type PostgresServer } from '../../support/server/postgres'
import { startS3, type S3Server } from '../../support/server/s3'
import { testApp } from '../../support/server/server'
import { open } from '../media/pictures'
import {
  setUp,
  silentProgress,
  folder,
  envOf,
  source,
  me,
  conversation,
  photo,
} from './moving-setup'

setUp()

const { dir: binaries, why } = postgresBinaries()

/** Serves the imported community: the same thread, the same photo. */
const serves = async (env: Env): Promise<void> => {
  const {
    DATA_DIR,
    DATABASE_URL,
    S3_ENDPOINT,
    S3_BUCKET,
    S3_REGION,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
  } = env
  const there = await testApp({
    DATA_DIR,
    DATABASE_URL,
    S3_ENDPOINT,
    S3_BUCKET,
    S3_REGION,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
    SECRET: source.SECRET,
  })
  const same = Object.assign(there.client(), { token: me.token })
  const [here, moved] = [
    await me.call(listMessages, { params: { id: conversation } }),
    await same.call(listMessages, { params: { id: conversation } }),
  ]
  expect(moved.status).toBe(200)
  expect(moved.body).toEqual(here.body)
  const { body } = await same.call(mediaUrl, { params: { id: photo } })
  expect((await open(there, body.signed_url)).bytes.length).toBeGreaterThan(500)
  await there.close()
}

describe('export and import', () => {
  test.skipIf(!binaries)(
    `embedded and disk → PostgreSQL and S3 → embedded and disk: every row and file, by counts and checksums${why && ` (not run: ${why})`}`,
    async () => {
      let postgres: PostgresServer | undefined
      let s3: S3Server | undefined
      try {
        ;[postgres, s3] = await Promise.all([
          startPostgres(binaries ?? '', { fast: true }),
          startS3(),
        ])
        const [first, second] = [folder(), folder()]
        const out = await exportTo(source, first, silentProgress)
        expect(out.tables['messages']?.rows).toBe(41)
        expect([out.files, out.missing]).toEqual([2, 0])
        const full = envOf({
          DATA_DIR: folder(),
          DATABASE_URL: postgres.url,
          SECRET: source.SECRET,
          ...s3.settings,
        })
        await s3.stop()
        // the store is unavailable: the tables are imported, the photos are not
        await expect(importFrom(full, first, silentProgress)).rejects.toThrow()
        await s3.start()
        // repeated, it resumes; it never starts in a database that has members
        expect((await importFrom(full, first, silentProgress)).warnings).toEqual([])
        await expect(importFrom(full, first, silentProgress)).rejects.toThrow(/is not empty/)
        const back = await exportTo(full, second, silentProgress)
        expect(back.tables).toEqual(out.tables)
        expect([back.files, back.bytes]).toEqual([out.files, out.bytes])
        await serves(full)
        const home = envOf({ DATA_DIR: folder() })
        const returned = await exportTo(full, second, silentProgress)
        await importFrom(home, second, silentProgress)
        expect((await exportTo(home, folder(), silentProgress)).tables).toEqual(returned.tables)
        expect(readFileSync(join(home.DATA_DIR, 'secret'), 'utf8')).toBe(source.SECRET)
        await serves(home)
      } finally {
        await postgres?.close()
        await s3?.close()
      }
    },
  )

  test('refuses a changed photo or row, and an incomplete folder', async () => {
    const from = folder()
    await exportTo(source, from, silentProgress)
    const file = readdirSync(join(from, 'media'), { recursive: true, withFileTypes: true }).find(
      (f) => f.isFile(),
    )
    const path = join(file?.parentPath ?? '', file?.name ?? '')
    const bytes = readFileSync(path)
    writeFileSync(path, Buffer.concat([bytes, Buffer.from('x')]))
    await expect(importFrom(envOf({ DATA_DIR: folder() }), from, silentProgress)).rejects.toThrow(
      /has changed since the export/,
    )
    writeFileSync(path, bytes)
    const manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as {
      tables: Record<string, { rows: number; sum: string }>
    }
    const altered = {
      ...manifest,
      tables: { ...manifest.tables, messages: { rows: 41, sum: '0'.repeat(64) } },
    }
    writeFileSync(join(from, 'manifest.json'), JSON.stringify(altered))
    await expect(importFrom(envOf({ DATA_DIR: folder() }), from, silentProgress)).rejects.toThrow(
      /messages does not match the export/,
    )
    await expect(
      importFrom(envOf({ DATA_DIR: folder() }), folder(), silentProgress),
    ).rejects.toThrow(/manifest\.json is missing/)
  })
})
