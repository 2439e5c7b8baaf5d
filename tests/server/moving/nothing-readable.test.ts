import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outboxDir } from '../../../server/mail/create'
import { readWhole } from '../../../server/media/storage'
import { backupTo } from '../../../server/moving/backup'
import { exportTo } from '../../../server/moving/export'
import type { Progress } from '../../../server/moving/progress'
import { filesIn, foundIn, foundInFolder, type Needles } from '../../support/server/find-bytes'
import { startS3, type S3Server } from '../../support/server/s3'
import { testApp, type TestApp } from '../../support/server/server'
import { writeSecrets, type Secrets } from '../../support/world/secret-words'

const silent: Progress = { step: () => () => undefined, end: () => undefined }

/** Three pieces of a picture, none of its tables, which many pictures share. */
const piecesOf = (jpeg: Buffer): Buffer[] =>
  [0.4, 0.6, 0.8].map((part) => {
    const at = Math.floor(jpeg.length * part)
    return jpeg.subarray(at, at + 24)
  })

/** All that is stored and where, with what is to be looked for in it. */
interface Filled {
  readonly t: TestApp
  readonly secrets: Secrets
  /** The data folder, beside what else the process writes to files meanwhile. */
  readonly folder: string
  readonly bucket: string | null
  readonly words: Needles
  /** Pieces of pictures as they are stored when nothing is encrypted. */
  readonly pictures: Needles
  /** And as they were sent: what is stored is another encoding. */
  readonly sent: Needles
  close(): Promise<void>
}

const fill = async (settings: Record<string, string>, s3: boolean): Promise<Filled> => {
  const folder = mkdtempSync(join(tmpdir(), 'connivence-shut-'))
  const bucket = s3 ? mkdtempSync(join(tmpdir(), 'connivence-bucket-')) : null
  const store: S3Server | null = bucket ? await startS3({ dir: bucket }) : null
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  const t = await testApp({ ...settings, ...store?.settings })
  const secrets = await writeSecrets(t)
  // where a server has a mail server, letters are in no file
  rmSync(outboxDir(t.ctx.env), { recursive: true, force: true })
  const pictures = new Map<string, Buffer>()
  const media = await t.ctx.db
    .selectFrom('media')
    .select(['storage_key', 'thumbnail_key'])
    .execute()
  for (const key of media.flatMap((row) => [row.storage_key, row.thumbnail_key])) {
    const jpeg = (await readWhole(t.ctx.storage, key)) ?? Buffer.alloc(0)
    for (const [i, piece] of piecesOf(jpeg).entries()) pictures.set(`${key} ${i}`, piece)
  }
  return {
    t,
    secrets,
    folder,
    bucket,
    words: new Map([...secrets.words].map(([what, text]) => [what, Buffer.from(text)])),
    pictures,
    sent: new Map(
      secrets.sent.flatMap((jpeg, n) =>
        piecesOf(jpeg).map((piece, i) => [`sent ${n} ${i}`, piece] as const),
      ),
    ),
    close: async () => {
      await t.close()
      await store?.close()
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
      for (const dir of [folder, bucket ?? folder]) rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Each row of each table as it is stored: what a dump of the database has. */
const dumpOf = async ({ ctx }: TestApp): Promise<Buffer[]> => {
  const db = ctx.db.withoutPlugins()
  const tables = await db.introspection.getTables()
  expect(tables.length).toBeGreaterThan(80)
  return Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
      // as text, in which every letter is itself
      return Buffer.from(rows.map((row) => Object.values(row as object).join('\n')).join('\n'))
    }),
  )
}
const OPEN = 'a title in the clear'
const withTitle = ({ words, secrets }: Filled): Needles =>
  new Map([...words, [OPEN, Buffer.from(secrets.open)]])
const all = (needles: Needles): string[] => [...needles.keys()].sort()
/** In pages of the file, and in its journal, but in no row. */
const GONE = 'message before its edit'
const inRows = (needles: Needles): string[] => all(needles).filter((name) => name !== GONE)
const isEmbedded = !process.env['TEST_DATABASE_URL']

test('what is looked for is found in each form in which it may be written down', () => {
  const needle = Buffer.from('Zkmotrare')
  const needles = new Map([['word', needle]])
  for (const text of [
    'avant Zkmotrare après',
    'ZKMOTRARE',
    'zkmotrare',
    needle.toString('hex'),
    ...['', 'a', 'ab', 'abc'].map((b) => Buffer.from(`${b}Zkmotrare fin`).toString('base64')),
  ])
    expect(foundIn(needles, [Buffer.from(text)]), text).toEqual(['word'])
  expect(foundIn(needles, [Buffer.from('Zkmotrare', 'utf16le')])).toEqual(['word'])
  expect(foundIn(needles, [Buffer.from('Zkmotrar'), Buffer.from('e')])).toEqual([])
})

describe.each<[string, Record<string, string>, boolean]>([
  ['on the disk', { SECRET: '' }, false],
  ['in a bucket', { MASTER_KEY: 'a master key that is a setting, of 32' }, true],
])('an installation that encrypts, photos %s', (_name, settings, s3) => {
  let filled: Filled
  beforeAll(async () => {
    filled = await fill(settings, s3)
  })
  afterAll(() => filled.close())

  test('forty words and the pictures of members are in no file: database, journal, photos, temporary files', () => {
    expect(filled.words.size).toBeGreaterThanOrEqual(40)
    expect(filled.pictures.size).toBeGreaterThan(40)
    const files = filesIn(filled.folder).map((file) => basename(file))
    if (isEmbedded) expect(files).toContain('connivence.db-wal')
    // a word that is in the clear by decision is found: the search reads what was written
    expect(foundInFolder(withTitle(filled), filled.folder)).toEqual(isEmbedded ? [OPEN] : [])
    for (const pieces of [filled.pictures, filled.sent])
      expect(foundInFolder(pieces, filled.folder)).toEqual([])
  })

  test('nor in the bucket', () => {
    if (!filled.bucket) return
    const photos = filesIn(filled.bucket).filter((file) => statSync(file).size > 10_000)
    expect(photos.length).toBeGreaterThan(8)
    for (const needles of [withTitle(filled), filled.pictures, filled.sent])
      expect(foundInFolder(needles, filled.bucket)).toEqual([])
  })

  test('nor in a dump of the database', async () => {
    const dump = await dumpOf(filled.t)
    expect(foundIn(withTitle(filled), dump)).toEqual([OPEN])
    expect(foundIn(filled.pictures, dump)).toEqual([])
  })

  test('nor in a backup with its file of keys; there the title is shut as well', async () => {
    if (!isEmbedded) return
    const folder = join(filled.folder, 'backups')
    const { files } = await backupTo(filled.t.ctx.env, join(folder, 'today'), silent)
    expect(files).toBeGreaterThan(8)
    expect(filesIn(folder).some((file) => basename(file).startsWith('account-keys-'))).toBe(true)
    for (const needles of [withTitle(filled), filled.pictures, filled.sent])
      expect(foundInFolder(needles, folder)).toEqual([])
    rmSync(folder, { recursive: true })
  })

  test('an export, which is in the clear, has all of them: nothing was lost on the way', async () => {
    const folder = join(filled.folder, 'export')
    await exportTo(filled.t.ctx.env, folder, silent)
    expect(foundInFolder(withTitle(filled), folder)).toEqual(inRows(withTitle(filled)))
    expect(foundInFolder(filled.pictures, folder)).toEqual(all(filled.pictures))
    rmSync(folder, { recursive: true })
  })
})

describe('the same search of an installation without a master key', () => {
  let filled: Filled
  beforeAll(async () => {
    filled = await fill({ SECRET: 'a secret of an installation that has no master key' }, false)
  })
  afterAll(() => filled.close())

  test('finds every word and every picture in the folder, and every word in a dump', async () => {
    if (isEmbedded)
      expect(foundInFolder(withTitle(filled), filled.folder)).toEqual(all(withTitle(filled)))
    expect(foundInFolder(filled.pictures, filled.folder)).toEqual(all(filled.pictures))
    expect(foundIn(withTitle(filled), await dumpOf(filled.t))).toEqual(inRows(withTitle(filled)))
  })
})
