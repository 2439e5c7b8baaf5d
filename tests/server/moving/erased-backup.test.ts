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
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMessages, sendMessage, startConversation } from '#contract/messaging/messages'
import { masterKeyFile, oldMasterKeyFile } from '../../../server/db/seal/master'
import { SEALED_COLUMNS } from '../../../server/db/seal/columns'
import { readEnv, type Env } from '../../../server/env'
import { CALL_MS, purgeAccount, purgeDueAccounts } from '../../../server/life/deletion'
import { openStorage } from '../../../server/media/open'
import { runKeysTool } from '../../../server/media/seal/command'
import { readWhole } from '../../../server/media/storage'
import { backupTo, restoreFrom } from '../../../server/moving/backup'
import { openEngine } from '../../../server/moving/engine'
import type { Progress } from '../../../server/moving/progress'
import { NOT_OWNED, OWNED } from '../../../server/moving/owned'
import { newId } from '../../../server/tokens'
import { testApp } from '../../support/server/server'
import { createCanaryWorld, type CanaryWorld } from '../../support/world/canary-world'
import { drawn } from '../../support/world/drawn'
import { upload } from '../../support/world/world'

const silent: Progress = { step: () => () => undefined, end: () => undefined }
const root = mkdtempSync(join(tmpdir(), 'connivence-erased-'))
let n = 0

let w: CanaryWorld
let env: Env
/** Storage keys of the photos of the erased account, and one of another's. */
let photos: string[]
let others: string
let keyFile: string
const [monday, tuesday] = [join(root, 'monday'), join(root, 'tuesday')]

/** Every value of the installation, decrypted with all that is there. */
const allOf = async (there: Env): Promise<string> => {
  const engine = await openEngine(there)
  const parts: string[] = []
  try {
    for (const table of await engine.tables())
      for await (const rows of engine.batches(table)) parts.push(JSON.stringify(rows))
  } finally {
    await engine.close()
  }
  return parts.join('\n')
}
/** The words of the world, which start with Zq; hashes that do so by chance are left out. */
const wordsIn = (text: string): string[] =>
  [...new Set(text.match(/(?<![\w+/=-])[Zz]q[a-z]{3,}(?![\w+/=])/g))]
    .map((word) => word.toLowerCase())
    .sort()

/** A new place with the master key, or both, and the backup of that day. */
const restored = async (folder: string, withOld = false) => {
  const dir = join(root, `place-${(n += 1)}`)
  await mkdir(dir)
  const there = readEnv({ NODE_ENV: 'test', DEMO: '0', DATA_DIR: dir, LOG_LEVEL: 'silent' })
  copyFileSync(masterKeyFile(env), masterKeyFile(there))
  if (withOld) copyFileSync(oldMasterKeyFile(env), oldMasterKeyFile(there))
  return { there, result: await restoreFrom(there, folder, silent) }
}

/** Runs with another file of keys beside the backups; null: with none. */
const withKeys = async <T>(name: string | null, work: () => Promise<T>): Promise<T> => {
  renameSync(join(root, keyFile), join(root, 'aside'))
  if (name) copyFileSync(join(root, name), join(root, keyFile))
  try {
    return await work()
  } finally {
    renameSync(join(root, 'aside'), join(root, keyFile))
  }
}

beforeAll(async () => {
  w = await createCanaryWorld({ DATABASE_URL: '' })
  env = w.t.ctx.env
  const media = await w.t.ctx.db
    .selectFrom('media')
    .select(['account_id', 'storage_key', 'thumbnail_key'])
    .execute()
  photos = media
    .filter((row) => row.account_id === w.who.victim.accountId)
    .flatMap((row) => [row.storage_key, row.thumbnail_key])
  others = media.find((row) => row.account_id !== w.who.victim.accountId)?.storage_key ?? ''
  await backupTo(env, monday, silent)
  keyFile = readdirSync(root).find((name) => name.startsWith('account-keys-')) ?? ''
  copyFileSync(join(root, keyFile), join(root, 'keys-of-monday'))
  await purgeAccount(w.t.ctx, w.who.victim.accountId)
  await backupTo(env, tuesday, silent)
})
afterAll(async () => {
  await w.t.close()
  rmSync(root, { recursive: true, force: true })
})

test('every encrypted column belongs to the key of an account, or is named with a reason', () => {
  const owned = OWNED.flatMap(({ table, columns }) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  const missing = Object.entries(SEALED_COLUMNS).flatMap(([table, { columns }]) =>
    table in NOT_OWNED
      ? []
      : Object.keys(columns)
          .map((column) => `${table}.${column}`)
          .filter((column) => !owned.includes(column)),
  )
  expect(missing).toEqual([])
  expect(owned).toEqual([...new Set(owned)])
})

test('one file of keys lies beside the backups, and none of them in a backup', () => {
  expect(readdirSync(root).filter((name) => name.startsWith('account-keys-'))).toEqual([keyFile])
  for (const folder of [monday, tuesday])
    expect(readdirSync(folder).filter((name) => name.includes('key'))).toEqual([])
})

/** What others wrote, and titles that belong to several: they stay readable. */
const OTHERS = [
  'zqbloque',
  'zqbloqueur',
  'zqcache',
  'zqcacheidentite',
  'zqdemande',
  'zqgroupe',
  'zqgroupedesc',
  'zqorganisateurs',
  'zqparole',
  'zqreponse',
  'zqsoiree',
  'zqvoisin',
]

test('an older backup cannot bring an erased account back, unless with the keys of that day', async () => {
  const { there, result } = await restored(monday)
  expect(result.erased).toBe(1)
  for (const key of photos) expect(await readWhole(openStorage(there), key)).toBeNull()
  expect(await readWhole(openStorage(there), others)).toEqual(
    await readWhole(openStorage(env), others),
  )
  const left = wordsIn(await allOf(there))
  expect(left.filter((word) => !OTHERS.includes(word))).toEqual([])

  // with the keys of monday all of it is there: the words were in that backup
  const whole = await withKeys('keys-of-monday', () => restored(monday))
  expect(whole.result.erased).toBe(0)
  for (const key of photos) expect(await readWhole(openStorage(whole.there), key)).not.toBeNull()
  const all = wordsIn(await allOf(whole.there))
  expect(all).toEqual(expect.arrayContaining(OTHERS))
  expect(all.filter((word) => !OTHERS.includes(word)).length).toBeGreaterThan(25)
})

test('the restored server purges the erased account, and the others read as before', async () => {
  const { there } = await restored(monday)
  const t = await testApp({ DATABASE_URL: '', DATA_DIR: there.DATA_DIR })
  try {
    t.clock.now = CALL_MS
    expect(await purgeDueAccounts(t.ctx)).toBe(1)
    t.clock.now = 0
    const { handle } = await t.ctx.db
      .selectFrom('accounts')
      .where('id', '=', w.who.victim.accountId)
      .select('handle')
      .executeTakeFirstOrThrow()
    expect(handle).toBe(`supprime_${w.who.victim.accountId}`)
    const them = Object.assign(t.client(), { token: w.who.accepted.token })
    const { status, body } = await them.call(listMessages, {
      params: { id: w.ids.organizersTalk },
    })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('Zqorganisateurs')
    // the next backup of the restored place goes on with the same keys
    const again = join(root, 'wednesday')
    await backupTo(there, again, silent)
    expect((await restored(again)).result.erased).toBe(0)
  } finally {
    await t.close()
  }
})

test('a restore without its file of keys, or with an older one, is refused', async () => {
  await withKeys(null, () =>
    expect(restored(monday)).rejects.toThrow(/keys of the accounts are missing/),
  )
  await withKeys('keys-of-monday', () =>
    expect(restored(tuesday)).rejects.toThrow(/older than this backup/),
  )
})

test('a photo is copied once, and again when its account or its key is another', async () => {
  const copies = () =>
    readdirSync(join(tuesday, 'media'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return { path, at: statSync(path).mtimeMs, bytes: readFileSync(path) }
      })
  const first = copies()
  await backupTo(env, tuesday, silent)
  expect(copies().map(({ path, at }) => [path, at])).toEqual(
    first.map(({ path, at }) => [path, at]),
  )
  const copy = first.find(({ path }) => path.endsWith(others))
  // as an older version left it: under the master key
  if (copy) copyFileSync(join(env.DATA_DIR, 'media', others), copy.path)
  await backupTo(env, tuesday, silent)
  const id = (bytes: Buffer | undefined) => bytes?.subarray(0, 9).toString('hex')
  expect(id(copies().find(({ path }) => path === copy?.path)?.bytes)).toBe(id(copy?.bytes))
})

test('a rotation of the master key needs no new backup; both keys read the older one', async () => {
  const folder = join(root, 'thursday')
  await backupTo(env, folder, silent)
  await runKeysTool(env, ['rotate'])
  await expect(restored(folder)).rejects.toThrow('needs the master key')
  const { there } = await restored(folder, true)
  expect(await readWhole(openStorage(there), others)).toEqual(
    await readWhole(openStorage(env), others),
  )
  expect(await allOf(there)).toContain('Zqorganisateurs')
})

test('a photo that is seen once is in no backup', async () => {
  const { accepted, coorg } = w.who
  const { body } = await accepted.call(startConversation, { body: { handle: coorg.handle } })
  const media = (await upload(accepted, await drawn(5, 300, 200), 'a.jpg', 'image/jpeg')).body
  const send = (more: object) =>
    accepted.call(sendMessage, {
      params: { id: body.conversation.id },
      body: {
        content: '',
        sender_identity_id: accepted.identityIds[0] ?? null,
        client_msg_id: newId(),
        media_ids: [media.media_id],
        ...more,
      },
    })
  expect((await send({ brief: 'once' })).status).toBe(201)
  const { storage_key } = await w.t.ctx.db
    .selectFrom('media')
    .where('id', '=', media.media_id)
    .select('storage_key')
    .executeTakeFirstOrThrow()
  expect(existsSync(join(env.DATA_DIR, 'media', storage_key))).toBe(true)
  const folder = join(root, 'friday')
  await backupTo(env, folder, silent)
  expect(existsSync(join(folder, 'media', others))).toBe(true)
  expect(existsSync(join(folder, 'media', storage_key))).toBe(false)
})

test('a photo file that is damaged keeps no backup from being made or restored', async () => {
  const file = join(env.DATA_DIR, 'media', others)
  const whole = readFileSync(file)
  const damaged = Buffer.from(whole)
  damaged[20] = (damaged[20] ?? 0) ^ 1
  writeFileSync(file, damaged)
  const folder = join(root, 'saturday')
  await backupTo(env, folder, silent)
  writeFileSync(file, whole)
  expect(readFileSync(join(folder, 'media', others)).equals(damaged)).toBe(true)
  const { there } = await restored(folder)
  await expect(readWhole(openStorage(there), others)).rejects.toThrow('cannot be read')
  expect(await allOf(there)).toContain('Zqorganisateurs')
})

test('a file of keys of a newer master key, or a damaged one, is refused with one sentence', async () => {
  const folder = join(root, 'sunday')
  await backupTo(env, folder, silent)
  const before = readFileSync(masterKeyFile(env))
  writeFileSync(join(root, 'broken'), '{"made":')
  await withKeys('broken', () => expect(restored(folder)).rejects.toThrow(/is damaged, or needs/))
  writeFileSync(oldMasterKeyFile(env), before, { mode: 0o600 })
  writeFileSync(masterKeyFile(env), 'a newer master key of this installation', { mode: 0o600 })
  await runKeysTool(env, ['rotate'])
  await backupTo(env, join(root, 'sunday-newer'), silent)
  writeFileSync(masterKeyFile(env), before)
  await expect(restored(folder)).rejects.toThrow(/needs a newer master key/)
})
