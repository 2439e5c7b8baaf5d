import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { CompiledQuery } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { readEnv } from '../../../server/env'
import { openRawStorage, openStorage } from '../../../server/media/open'
import { openDatabase, type Db } from '../../../server/db/client'
import { countFiles, updateFiles, runKeysTool } from '../../../server/media/seal/command'
import { HEADER, sealFile } from '../../../server/media/seal/format'
import { masterKeyFile, oldMasterKeyFile } from '../../../server/db/seal/master'
import { createMasterKey, readKeyRing } from '../../../server/media/seal/keys'
import { KEY_SETTING, requireColumnKey } from '../../../server/db/seal/require'
import { readColumnRing } from '../../../server/db/seal/text'
import { requireMasterKey } from '../../../server/media/seal/require'
import { sealedStorage } from '../../../server/media/seal/storage'
import type { Storage } from '../../../server/media/storage'
import { backupTo, restoreFrom } from '../../../server/moving/backup'
import { drawn } from '../../support/world/drawn'
import { sharedApp } from '../../support/server/shared-app'
import { upload } from '../../support/world/world'

const folder = (): string => mkdtempSync(join(tmpdir(), 'connivence-seal-'))
const envOf = (dir: string, more: Record<string, string> = {}) =>
  readEnv({ DATA_DIR: dir, NODE_ENV: 'test', ...more })
const bytesOf = async (storage: Storage, key: string): Promise<Buffer> => {
  const file = await storage.get(key)
  const parts: Buffer[] = []
  for await (const part of file?.stream ?? []) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  expect(bytes.length).toBe(file?.size)
  return bytes
}
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
/** The key of the columns that the database names. */
const noted = async (db: Db): Promise<string | undefined> =>
  (
    await db
      .selectFrom('settings')
      .where('name', '=', KEY_SETTING)
      .select('value')
      .executeTakeFirst()
  )?.value
const KEY = 'aa/bb/photo-a'
const OTHER = 'aa/bb/photo-b'
const CUT = 'aa/bb/photo-c'
/** An encrypting store in a folder of its own. */
const store = (dir = folder()) => {
  const env = envOf(dir)
  createMasterKey(env)
  return { env, dir, storage: openStorage(env), raw: openRawStorage(env) }
}

describe('an encrypted file', () => {
  test('is read back whole at every length, and holds nothing of it in the clear', async () => {
    const { storage, raw } = store()
    for (const length of [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000]) {
      const bytes = randomBytes(length)
      await storage.put(KEY, bytes, 'image/jpeg')
      expect((await bytesOf(storage, KEY)).equals(bytes)).toBe(true)
      const stored = await bytesOf(raw, KEY)
      // a shorter piece may stand in random bytes by chance
      if (length >= 16) expect(stored.includes(bytes.subarray(0, 16))).toBe(false)
    }
  })

  test('is read back from parts of any length', async () => {
    const { storage, raw, env } = store()
    const bytes = randomBytes(200_000)
    await storage.put(KEY, bytes, 'image/jpeg')
    const stored = await bytesOf(raw, KEY)
    const ring = readKeyRing(env)
    for (const length of [1_000, HEADER, HEADER + 65_552, 65_552, 65_553, 140_000, 300_000]) {
      const parts = Array.from({ length: Math.ceil(stored.length / length) }, (_, i) =>
        stored.subarray(i * length, (i + 1) * length),
      )
      const inner: Storage = {
        ...raw,
        get: async () => ({ stream: Readable.from(parts), size: stored.length }),
      }
      const read = await bytesOf(
        sealedStorage(inner, () => ring),
        KEY,
      )
      expect(read.equals(bytes)).toBe(true)
    }
  })

  test('that was changed, cut or put in another’s place is refused', async () => {
    const { storage, raw } = store()
    await storage.put(KEY, randomBytes(150_000), 'image/jpeg')
    const stored = await bytesOf(raw, KEY)
    const flipped = (at: number): Buffer => {
      const copy = Buffer.from(stored)
      copy[at] = (copy[at] ?? 0) ^ 1
      return copy
    }
    const broken = [
      flipped(6),
      flipped(HEADER - 20),
      flipped(HEADER + 5),
      flipped(stored.length - 1),
      stored.subarray(0, HEADER + 65_552),
      stored.subarray(0, stored.length - 3),
      stored.subarray(0, HEADER),
    ]
    for (const bytes of broken) {
      await raw.put(KEY, bytes, 'image/jpeg')
      await expect(bytesOf(storage, KEY)).rejects.toThrow(`photo file ${KEY} cannot be read`)
    }
    await raw.put(OTHER, stored, 'image/jpeg')
    await expect(bytesOf(storage, OTHER)).rejects.toThrow()
    // the rest goes on
    await raw.put(KEY, stored, 'image/jpeg')
    expect(await bytesOf(storage, KEY)).toHaveLength(150_000)
  })

  test('older files are read as they are, until they are migrated', async () => {
    const dir = folder()
    const env = envOf(dir)
    const before = Buffer.concat([JPEG, randomBytes(80_000)])
    await openStorage(env).put(KEY, before, 'image/jpeg')
    expect((await bytesOf(openRawStorage(env), KEY)).equals(before)).toBe(true)
    await runKeysTool(env, ['migrate'])
    expect((await bytesOf(openStorage(env), KEY)).equals(before)).toBe(true)
    expect((await bytesOf(openRawStorage(env), KEY)).equals(before)).toBe(false)
    expect(statSync(masterKeyFile(env)).mode & 0o777).toBe(0o600)
    expect(await updateFiles(openRawStorage(env), readKeyRing(env))).toBe(0)
  })

  test('a rotation that was interrupted goes on; a running server reads both', async () => {
    const { env, storage, raw } = store()
    const [a, b] = [randomBytes(70_000), randomBytes(10)]
    await storage.put(KEY, a, 'image/jpeg')
    await storage.put(OTHER, b, 'image/jpeg')
    // killed after one file: the second put fails
    let puts = 0
    const dying: Storage = {
      ...raw,
      put: (...args) => ((puts += 1) > 1 ? Promise.reject(new Error('killed')) : raw.put(...args)),
    }
    await runKeysTool(env, ['rotate']).catch(() => undefined)
    const rotated = readKeyRing(env)
    expect(rotated.old).not.toBeNull()
    // one file is put back under the old key, as if the rotation had not come to it
    if (rotated.old) await raw.put(OTHER, sealFile(rotated.old, OTHER, b), 'image/jpeg')
    if (rotated.old) await raw.put(KEY, sealFile(rotated.old, KEY, a), 'image/jpeg')
    await expect(updateFiles(dying, rotated)).rejects.toThrow('killed')
    expect(await countFiles(raw, rotated)).toMatchObject({ current: 1, old: 1 })
    for (const [key, bytes] of [
      [KEY, a],
      [OTHER, b],
    ] as const)
      expect((await bytesOf(storage, key)).equals(bytes)).toBe(true)
    await runKeysTool(env, ['rotate'])
    expect(await countFiles(raw, readKeyRing(env))).toMatchObject({ current: 2, old: 0 })
    expect((await bytesOf(storage, KEY)).equals(a)).toBe(true)
  })

  test('a damaged file is named, left as it is, and keeps no other from its new key', async () => {
    const { env, storage, raw } = store()
    const [a, b] = [randomBytes(70_000), randomBytes(10)]
    await storage.put(KEY, a, 'image/jpeg')
    await storage.put(OTHER, b, 'image/jpeg')
    const damaged = await bytesOf(raw, KEY)
    damaged[30] = (damaged[30] ?? 0) ^ 1
    await raw.put(KEY, damaged, 'image/jpeg')
    await raw.put(CUT, damaged.subarray(0, 40), 'image/jpeg')
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(runKeysTool(env, ['rotate'])).rejects.toThrow('damaged')
    expect(said.mock.calls.join()).toContain(`photo file ${KEY} cannot be read`)
    said.mockRestore()
    expect(await countFiles(raw, readKeyRing(env))).toMatchObject({ current: 1, old: 1 })
    expect((await bytesOf(storage, OTHER)).equals(b)).toBe(true)
    expect((await bytesOf(raw, KEY)).equals(damaged)).toBe(true)
    // a file that was cut in its header would be encrypted as a photo
    await expect(runKeysTool(env, ['migrate'])).rejects.toThrow('damaged')
    expect((await bytesOf(raw, CUT)).equals(damaged.subarray(0, 40))).toBe(true)
  })

  test('a value of the database that cannot be read keeps no file from its new key', async () => {
    const { env, storage, raw } = store()
    await storage.put(KEY, randomBytes(10), 'image/jpeg')
    const { db, close } = openDatabase(env)
    for (const text of [
      'create table settings (name text primary key, value text)',
      'create table notes (account_id text, about_account_id text, global_comment text, identity_feelings text)',
      `insert into notes values ('a', 'b', '\u0001s1.deadbeef.AAAA', '')`,
    ])
      await db.executeQuery(CompiledQuery.raw(text))
    await close()
    await expect(runKeysTool(env, ['rotate'])).rejects.toThrow('another master key')
    expect(await countFiles(raw, readKeyRing(env))).toMatchObject({ current: 1, old: 0 })
  })
})

describe('a rotation', () => {
  test('is refused while the old key of a finished one is here; without it, a new key is made', async () => {
    const { env, storage, raw } = store()
    const bytes = randomBytes(10)
    await storage.put(KEY, bytes, 'image/jpeg')
    await runKeysTool(env, ['rotate'])
    const before = readFileSync(masterKeyFile(env), 'utf8')
    await expect(runKeysTool(env, ['rotate'])).rejects.toThrow('previous rotation is finished')
    expect(readFileSync(masterKeyFile(env), 'utf8')).toBe(before)
    rmSync(oldMasterKeyFile(env))
    await runKeysTool(env, ['rotate'])
    expect(readFileSync(masterKeyFile(env), 'utf8')).not.toBe(before)
    expect(readFileSync(oldMasterKeyFile(env), 'utf8')).toBe(before)
    expect(await countFiles(raw, readKeyRing(env))).toMatchObject({ current: 1, old: 0 })
    expect((await bytesOf(storage, KEY)).equals(bytes)).toBe(true)
  })

  test('counts nothing of a store that does not answer', async () => {
    const { storage, raw, env } = store()
    await storage.put(KEY, randomBytes(10), 'image/jpeg')
    const down: Storage = {
      ...raw,
      get: () => Promise.reject(new Error('storage: get returned 503')),
    }
    await expect(countFiles(down, readKeyRing(env))).rejects.toThrow('503')
  })

  test('passes by what a killed writer left, and by files that are not photos', async () => {
    const { env, storage, raw } = store()
    await storage.put(KEY, randomBytes(10), 'image/jpeg')
    const media = join(env.DATA_DIR, 'media')
    writeFileSync(join(media, `${KEY}.0190.part`), 'half')
    writeFileSync(join(media, '.directory'), 'of a file manager')
    await runKeysTool(env, ['rotate'])
    expect(await countFiles(raw, readKeyRing(env))).toEqual({
      current: 1,
      old: 0,
      plain: 0,
      unknown: 0,
    })
  })

  test('that was killed before its new key was in its place begins again', async () => {
    const { env, storage, raw } = store()
    await storage.put(KEY, randomBytes(10), 'image/jpeg')
    copyFileSync(masterKeyFile(env), oldMasterKeyFile(env))
    const before = readKeyRing(env).current
    await runKeysTool(env, ['rotate'])
    expect(readKeyRing(env).current?.id).not.toEqual(before?.id)
    expect(readKeyRing(env).old?.id).toEqual(before?.id)
    expect(await countFiles(raw, readKeyRing(env))).toMatchObject({ current: 1, old: 0 })
  })

  test('of a key that is a setting needs the one before as a setting', async () => {
    const dir = folder()
    const [one, two] = [
      'a first master key of 32 characters',
      'another master key of 32 characters',
    ]
    await openStorage(envOf(dir, { MASTER_KEY: one })).put(KEY, randomBytes(10), 'image/jpeg')
    await expect(runKeysTool(envOf(dir, { MASTER_KEY: one }), ['rotate'])).rejects.toThrow(
      'the one before as MASTER_KEY_OLD',
    )
    const both = envOf(dir, { MASTER_KEY: two, MASTER_KEY_OLD: one })
    await runKeysTool(both, ['rotate'])
    expect(await countFiles(openRawStorage(both), readKeyRing(both))).toMatchObject({ current: 1 })
    await expect(runKeysTool(both, ['rotate'])).rejects.toThrow('Keep MASTER_KEY_OLD')
  })
})

describe('a fresh installation', () => {
  const t = sharedApp({ SECRET: '' })

  test('encrypts its photos; a backup holds them encrypted and the key is not in it', async () => {
    const member = await t.member()
    const photo = await drawn(77, 600, 400)
    const { media_id } = (await upload(member, photo, 'a.jpg', 'image/jpeg')).body
    const row = await t.ctx.db
      .selectFrom('media')
      .where('id', '=', media_id)
      .selectAll()
      .executeTakeFirstOrThrow()
    const shown = await bytesOf(t.ctx.storage, row.storage_key)
    expect([...shown.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    const jpegs = (dir: string): string[] =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((e) => e.isFile())
        .map((e) => join(e.parentPath, e.name))
        .filter((f) => readFileSync(f).includes(Buffer.from([0xff, 0xd8, 0xff])))
    const env = t.ctx.env
    expect(jpegs(join(env.DATA_DIR, 'media'))).toEqual([])
    if (env.DATABASE_URL) return
    const silent = { step: () => () => undefined, end: () => undefined }
    const to = join(folder(), 'backup')
    const backup = await backupTo(env, to, silent)
    // the one id of the master key that the start and the command of keys name as well
    expect(backup.key).toBe(readColumnRing(env).current?.id)
    expect(await noted(t.ctx.db)).toBe(backup.key)
    const told = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await runKeysTool(env, ['check'])
    expect(told.mock.calls.join()).toContain(`The master key is ${backup.key}`)
    told.mockRestore()
    expect(jpegs(join(to, 'media'))).toEqual([])
    expect(existsSync(join(to, 'master-key'))).toBe(false)
    const target = envOf(folder())
    await expect(restoreFrom(target, to, silent)).rejects.toThrow(
      `needs the master key ${backup.key}`,
    )
    // one of an older version has the id that photo files have
    const older = { ...backup, key: readKeyRing(env).current?.id.toString('hex') }
    writeFileSync(join(to, 'backup.json'), JSON.stringify(older))
    await expect(restoreFrom(target, to, silent)).rejects.toThrow('needs the master key')
    writeFileSync(masterKeyFile(target), readFileSync(masterKeyFile(env)), { mode: 0o600 })
    await restoreFrom(target, to, silent)
    expect((await bytesOf(openStorage(target), row.storage_key)).equals(shown)).toBe(true)
  })

  test('does not start with another key, or without it', async () => {
    for (const more of [{ MASTER_KEY: 'another master key of 32 characters' }, {}]) {
      const ring = readKeyRing(envOf(folder(), more))
      await expect(requireMasterKey(t.ctx.db, openRawStorage(t.ctx.env), ring)).rejects.toThrow(
        'put it back as master-key',
      )
    }
    await requireMasterKey(t.ctx.db, openRawStorage(t.ctx.env), readKeyRing(t.ctx.env))
    expect(() => envOf(folder(), { MASTER_KEY: 'short' })).toThrow('at least 32 characters')
  })

  test('a key that was lost, or is another, is neither replaced nor noted by migrate and rotate', async () => {
    const { env } = t.ctx
    const [file, kept] = [masterKeyFile(env), `${masterKeyFile(env)}.kept`]
    renameSync(file, kept)
    await expect(runKeysTool(env, ['migrate'])).rejects.toThrow('which is not here')
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, 'another master key of 32 characters')
    for (const word of ['migrate', 'rotate'])
      await expect(runKeysTool(env, [word])).rejects.toThrow('which is not here')
    expect(existsSync(oldMasterKeyFile(env))).toBe(false)
    renameSync(kept, file)
    await requireColumnKey(t.ctx.db, readColumnRing(env))
    await runKeysTool(env, ['migrate'])
  })
})
