import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Libsql from 'libsql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/client'
import { oldMasterKeyFile } from '../../server/db/seal/master'
import { countValues } from '../../server/db/seal/rewrite'
import { readColumnRing } from '../../server/db/seal/text'
import { readEnv, type Env } from '../../server/env'
import { outboxDir } from '../../server/mail/create'
import { diskStorage } from '../../server/media/disk'
import { openRawStorage, openStorage } from '../../server/media/open'
import { countFiles } from '../../server/media/seal/command'
import { readKeyRing } from '../../server/media/seal/keys'
import { readWhole } from '../../server/media/storage'
import { openEngine } from '../../server/moving/engine'
import { createTableChecksum } from '../../server/moving/manifest'
import { foundInFolder, type Needles } from '../support/server/find-bytes'
import { testApp } from '../support/server/server'
import { writeSecrets } from '../support/world/secret-words'

const SECRET = 'a secret of an installation that has no master key'
const NOTES = 2_000
const FILES = 250
const KILLS = 4
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

const seed = Number(process.env['SEED'] ?? randomBytes(4).readUInt32BE())
let state = seed
/** Between 0 and 1, of the seed (mulberry32). */
const random = (): number => {
  state = (state + 0x6d2b79f5) >>> 0
  let n = Math.imul(state ^ (state >>> 15), 1 | state)
  n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n
  return ((n ^ (n >>> 14)) >>> 0) / 2 ** 32
}

const dir = mkdtempSync(join(tmpdir(), 'connivence-killed-'))
const env: Env = readEnv({ NODE_ENV: 'test', DATA_DIR: dir, SECRET, LOG_LEVEL: 'silent' })
let words: Needles

interface Ended {
  readonly code: number | null
  readonly text: string
  /** From the start to the first line, and to the end, ms. */
  readonly first: number
  readonly whole: number
}
/**
 * `npm run keys`. `kill`: ends it with SIGKILL this long after its start, or after a line of its
 * progress.
 */
const keys = (word: string, kill?: { lines: number; ms: number }): Promise<Ended> =>
  new Promise((resolve) => {
    const begun = performance.now()
    const tool = spawn(process.execPath, ['dist/server/main.js', 'keys', word], {
      env: { ...process.env, DATA_DIR: dir, SECRET, DATABASE_URL: '', S3_ENDPOINT: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    let first = 0
    let isDue = false
    const look = (): void => {
      if (!kill || isDue || text.split('\n').length - 1 < kill.lines) return
      isDue = true
      void setTimeout(kill.ms).then(() => tool.kill('SIGKILL'))
    }
    look()
    const read = (data: Buffer): void => {
      first ||= performance.now() - begun
      text += data.toString()
      look()
    }
    tool.stdout.on('data', read)
    tool.stderr.on('data', read)
    tool.once('close', (code) => resolve({ code, text, first, whole: performance.now() - begun }))
  })

/** A checksum of every row and of every photo file, as a server with these keys reads them. */
const sums = async (): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  const engine = await openEngine(env)
  try {
    for (const table of await engine.tables()) {
      const sum = createTableChecksum()
      for await (const rows of engine.batches(table)) for (const row of rows) sum.add(row)
      const { rows, sum: text } = sum.done()
      found[table] = `${rows} ${text}`
    }
  } finally {
    await engine.close()
  }
  const storage = openStorage(env)
  const hash = createHash('sha256')
  const all: string[] = []
  for await (const { key } of storage.list()) all.push(key)
  for (const key of all.filter((name) => !name.endsWith('.part')).sort())
    hash.update(key).update((await readWhole(storage, key)) ?? 'missing')
  found['photo files'] =
    `${all.filter((name) => !name.endsWith('.part')).length} ${hash.digest('hex')}`
  return found
}

/** Values and files that are in the clear, of the old key, or of none that is here. */
const left = async (): Promise<{ plain: number; old: number; unknown: number }> => {
  const database = openDatabase(env)
  try {
    const values = await countValues(database.db, readColumnRing(env))
    const files = await countFiles(openRawStorage(env), readKeyRing(env))
    return {
      plain: values.plain + files.plain,
      old: values.old + files.old,
      unknown: values.unknown + files.unknown,
    }
  } finally {
    await database.close()
  }
}

beforeAll(async () => {
  console.log(`seed ${seed}: repeated with SEED=${seed}`)
  const t = await testApp({ SECRET, DATABASE_URL: '' })
  const secrets = await writeSecrets(t)
  words = new Map([...secrets.words].map(([what, text]) => [what, Buffer.from(text)]))
  const { accountId } = await t.member('auteur')
  // a copy of the folder as it lies there, with its journal
  cpSync(t.ctx.env.DATA_DIR, dir, { recursive: true })
  await t.close()
  rmSync(outboxDir(env), { recursive: true, force: true })
  const file = new Libsql(join(dir, 'connivence.db'))
  // the notes are about nobody
  file.exec('pragma foreign_keys = off')
  file.exec(`insert into notes
      (account_id, about_account_id, global_feeling, global_comment, identity_feelings, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${NOTES})
    select '${accountId}', 'about-' || i, null, 'Note ' || i, '[]', 0 from n`)
  file.close()
  const store = diskStorage(join(dir, 'media'))
  for (let n = 0; n < FILES; n += 1) {
    const bytes = Buffer.concat([JPEG, randomBytes(1 + Math.floor(random() * 150_000))])
    await store.put(`aa/bb/photo-${n}`, bytes, 'image/jpeg')
  }
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test(`keys migrate and rotate, killed at up to ${KILLS} random points each: no value is lost, and none stays in the clear`, async () => {
  const before = await sums()
  // the same search finds them before
  expect(foundInFolder(words, dir).length).toBeGreaterThanOrEqual(40)
  const calm = await keys('check')
  expect(calm.code).toBe(0)
  let killed = 0
  for (const word of ['migrate', 'rotate', 'rotate']) {
    for (let n = 0; n < KILLS; n += 1) {
      // in its first steps, when keys are made; or in the middle of the values or of the files
      const kill =
        n === 0
          ? { lines: 0, ms: calm.first * (0.7 + 0.6 * random()) }
          : { lines: 1 + Math.floor(random() * 22), ms: 60 * random() }
      const { code } = await keys(word, kill)
      if (code === null) killed += 1
      expect(await sums(), `${word} killed ${JSON.stringify(kill)}, seed ${seed}`).toEqual(before)
      expect((await left()).unknown).toBe(0)
      // it was ready before it was to be killed
      if (code === 0) break
    }
    if (word === 'migrate' || (await left()).old > 0 || !existsSync(oldMasterKeyFile(env))) {
      const { code, text } = await keys(word)
      expect(code, text).toBe(0)
    }
    expect(await left()).toEqual({ plain: 0, old: 0, unknown: 0 })
    expect(await sums()).toEqual(before)
    expect(foundInFolder(words, dir), `seed ${seed}`).toEqual([])
    // the next rotation makes another key
    rmSync(oldMasterKeyFile(env), { force: true })
    expect(await sums()).toEqual(before)
  }
  console.log(`${killed} kills, ${Object.values(before).length} sums each`)
  // a run that is over before its kill is due ends the turn of its command
  expect(killed).toBeGreaterThan(0)
}, 300_000)
