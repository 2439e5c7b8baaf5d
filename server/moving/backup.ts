import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { lockFolder } from '../db/client'
import { SettingError, type Env } from '../env'
import { createSealer, readColumnRing, type Sealer } from '../db/seal/text'
import { openRawStorage } from '../media/open'
import { readKeyRing } from '../media/seal/keys'
import {
  ensureAccountKeys,
  keyFileName,
  keyFileOf,
  restoreKeys,
  readKeyFile,
  extractKeys,
  type AccountKeyMap,
} from './account-keys'
import { copyPhotos, ownersOf, restorePhotos, type Owners } from './backup-photos'
import type { Row } from './engine'
import { readJson, sha256Of } from './manifest'
import type { Progress } from './progress'
import { openForAccounts, sealForAccounts } from './reseal'

interface Backup {
  readonly made: string
  readonly database: string
  readonly accounts: number
  readonly messages: number
  readonly files: number
  readonly missing: number
  /**
   * Id of the master key, as the commands print it; in a backup of an older version, the id of the
   * key of photo files. Missing: not encrypted.
   */
  readonly key?: string
  /** Name of the file of keys beside the folder; missing: accounts have none in it. */
  readonly keys?: string
}

const KEPT = ['secret', 'vapid.json'] as const
const openFile = (file: string) => new Libsql(file, { timeout: 10_000 })
const countOf = (db: ReturnType<typeof openFile>, text: string): number =>
  (db.prepare(text).get() as { n: number }).n

/**
 * A copy of the embedded installation while members write: a snapshot of the database (VACUUM INTO,
 * which does not block writers), the photos that it refers to, the secret. What an account wrote is
 * encrypted with its own key, and the keys are put beside the folder (docs/decisions/053). Repeated
 * into the same folder, it copies new files and removes deleted ones.
 */
export const backupTo = async (env: Env, folder: string, progress: Progress): Promise<Backup> => {
  if (env.DATABASE_URL)
    throw new SettingError(
      'Backup is for the embedded database; for PostgreSQL use pg_dump or npm run export.',
    )
  const source = join(env.DATA_DIR, 'connivence.db')
  if (!existsSync(source)) throw new SettingError(`There is no database in ${env.DATA_DIR}.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = lockFolder(
    env.DATA_DIR,
    'backup.lock',
    `Another backup of ${env.DATA_DIR} is being made: let it end, then repeat this one.`,
  )
  const part = join(folder, 'connivence.db.part')
  rmSync(part, { force: true })
  try {
    return await write(env, folder, part, progress)
  } finally {
    // on a full disk a part would keep it full
    rmSync(part, { force: true })
    progress.end()
    release()
  }
}

const write = async (
  env: Env,
  folder: string,
  part: string,
  progress: Progress,
): Promise<Backup> => {
  const source = join(env.DATA_DIR, 'connivence.db')
  const made = new Date().toISOString()
  const sealer = createSealer(env)
  const keysName = snapshot(source, part, sealer, progress)
  const copy = openFile(part)
  // a photo of a verification is destroyed with its answer: no copy may keep what reads it
  copy.exec('pragma secure_delete = on; pragma journal_mode = memory; delete from proof_keys')
  const keys: AccountKeyMap = keysName
    ? extractKeys(copy, sealer, keyFileOf(folder, keysName), made)
    : new Map()
  copy.exec('begin; delete from search_pages')
  sealForAccounts(copy, sealer, keys)
  copy.exec('commit')
  const owners = ownersOf(copy.prepare(keysName ? LASTING : 'select * from media').all() as Row[])
  const counts = {
    accounts: countOf(copy, 'select count(*) as n from accounts'),
    messages: countOf(copy, 'select count(*) as n from messages'),
  }
  copy.close()
  // those without a key of an account as they lie there: the master key stays apart
  const ring = readKeyRing(env)
  const master = readColumnRing(env).current
  const missing = await copyPhotos(openRawStorage(env), folder, owners, ring, keys, progress)
  for (const name of KEPT)
    if (existsSync(join(env.DATA_DIR, name)))
      copyFileSync(join(env.DATA_DIR, name), join(folder, name))
  const backup: Backup = {
    made,
    database: await sha256Of(part),
    ...counts,
    files: owners.size - missing,
    missing,
    ...(master ? { key: master.id } : {}),
    ...(keysName ? { keys: keysName } : {}),
  }
  // two files that belong together: both whole before the first takes its place
  const told = join(folder, 'backup.json')
  writeFileSync(`${told}.part`, JSON.stringify(backup, null, 2), { mode: 0o600 })
  renameSync(part, join(folder, 'connivence.db'))
  renameSync(`${told}.part`, told)
  noteBackup(source)
  return backup
}

/** Photos that are seen once, or for a day, are destroyed afterwards: no copy may keep them. */
const LASTING = `select * from media
  where id not in (select media_id from brief_photos where media_id is not null)
  and id not in (select h.media_id from held_media h join held_messages m on m.id = h.held_id
    where m.brief is not null)`

/**
 * Copies the database. Returns the name of the file of keys; null: it has no table for them yet.
 */
const snapshot = (
  source: string,
  part: string,
  sealer: Sealer,
  progress: Progress,
): string | null => {
  const live = openFile(source)
  progress.step('database', 1)
  try {
    const table = live.prepare(`select 1 from sqlite_master where name = 'account_keys'`).get()
    const id = table ? ensureAccountKeys(live, sealer) : null
    live.prepare('vacuum into ?').run(part)
    return id && keyFileName(id)
  } finally {
    live.close()
  }
}

/** The desk shows when the last backup was made. */
const noteBackup = (source: string): void => {
  const live = openFile(source)
  try {
    const now = Date.now()
    live
      .prepare(
        `insert into community_settings (name, value, changed_by, changed_at) values ('lastBackupAt', ?, 'backup', ?)
         on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`,
      )
      .run(String(now), now)
  } catch {
    // a database that an older server migrated has no such table; the backup itself is complete
  } finally {
    live.close()
  }
}

/** The ids of the master keys that are here, as this version and those before write them. */
const keyNames = (env: Env): (string | undefined)[] => {
  const [values, files] = [readColumnRing(env), readKeyRing(env)]
  return [values.current?.id, values.old?.id].concat(
    [files.current, files.old].map((k) => k?.id.toString('hex')),
  )
}

/** What was restored; files as they were found in the backup. */
type Restored = Backup & { readonly erased: number; readonly damaged: number }

/**
 * Restores the backup into an empty folder and verifies it: the checksum of the file, SQLite's
 * integrity check, the counts. Accounts that were erased since have no key: what they wrote is not
 * restored, and the server purges what is left of them.
 */
export const restoreFrom = async (
  env: Env,
  folder: string,
  progress: Progress,
): Promise<Restored> => {
  if (env.DATABASE_URL)
    throw new SettingError('Restore is for the embedded database: leave DATABASE_URL empty.')
  if (!existsSync(join(folder, 'backup.json')))
    throw new SettingError(`${folder} is not a complete backup: backup.json is missing.`)
  const backup = readJson<Backup>(join(folder, 'backup.json'))
  if (typeof backup.database !== 'string')
    throw new SettingError(`${join(folder, 'backup.json')} is damaged.`)
  const ring = readKeyRing(env)
  if (backup.key && !keyNames(env).includes(backup.key))
    throw new SettingError(
      `This backup needs the master key ${backup.key}: put it in ${env.DATA_DIR} as master-key (mode 600), or set MASTER_KEY. Without it, it is lost.`,
    )
  const target = join(env.DATA_DIR, 'connivence.db')
  if (existsSync(target))
    throw new SettingError(
      `${env.DATA_DIR} already contains a database: move that folder away first.`,
    )
  const sealer = createSealer(env)
  const keys: AccountKeyMap = backup.keys
    ? readKeyFile(keyFileOf(folder, backup.keys), backup.made, sealer)
    : new Map()
  const release = lockFolder(env.DATA_DIR)
  try {
    if (!existsSync(join(folder, 'connivence.db')))
      throw new SettingError(`${folder} is not a complete backup: connivence.db is missing.`)
    if ((await sha256Of(join(folder, 'connivence.db'))) !== backup.database)
      throw new SettingError(
        'The database of the backup is damaged: its checksum differs from backup.json.',
      )
    const part = `${target}.part`
    copyFileSync(join(folder, 'connivence.db'), part)
    const { owners, erased } = restoreDatabase(env, part, backup, sealer, keys)
    const photos = await restorePhotos(folder, openRawStorage(env), owners, ring, keys, progress)
    for (const name of KEPT)
      if (existsSync(join(folder, name)) && !existsSync(join(env.DATA_DIR, name)))
        copyFileSync(join(folder, name), join(env.DATA_DIR, name))
    // last: an interrupted restore can be repeated
    renameSync(part, target)
    return { ...backup, ...photos, erased }
  } finally {
    rmSync(`${target}.part`, { force: true })
    progress.end()
    release()
  }
}

/** Verifies the copy and encrypts it with the keys of this place. */
const restoreDatabase = (
  env: Env,
  part: string,
  backup: Backup,
  sealer: Sealer,
  keys: AccountKeyMap,
): { readonly owners: Owners; readonly erased: number } => {
  const db = openFile(part)
  try {
    const state = db.prepare('pragma integrity_check').get() as { integrity_check: string }
    if (
      state.integrity_check !== 'ok' ||
      countOf(db, 'select count(*) as n from accounts') !== backup.accounts ||
      countOf(db, 'select count(*) as n from messages') !== backup.messages
    )
      throw new SettingError('The database of the backup is incomplete.')
    let erased: ReadonlySet<string> = new Set()
    if (backup.keys) {
      db.exec('begin')
      erased = openForAccounts(db, sealer, readColumnRing(env), keys)
      const now = Date.now()
      const purge = db.prepare(
        'update accounts set deletes_at = ?, deleted_at = coalesce(deleted_at, ?) where id = ?',
      )
      for (const id of erased) purge.run(now, now, id)
      restoreKeys(db, sealer, keys)
      db.exec('commit')
    }
    return {
      owners: ownersOf(db.prepare('select * from media').all() as Row[]),
      erased: erased.size,
    }
  } finally {
    db.close()
  }
}
