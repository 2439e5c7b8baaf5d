import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { lockFolder } from '../db/client'
import { SettingError, type Env } from '../env'
import { diskStorage } from '../media/disk'
import { openRawStorage } from '../media/open'
import { readKeyRing } from '../media/seal/keys'
import { readAll, sha256, type Progress, keysOf } from './manifest'
import type { Row } from './engine'

interface Backup {
  readonly made: string
  readonly database: string
  readonly accounts: number
  readonly messages: number
  readonly files: number
  readonly missing: number
  /** Id of the master key of its photos; missing: they are not encrypted. */
  readonly key?: string
}

const KEPT = ['secret', 'vapid.json'] as const
const open = (file: string) => new Libsql(file, { timeout: 10_000 })
const number = (db: ReturnType<typeof open>, text: string): number =>
  Number((db.prepare(text).get() as { n: number }).n)

/**
 * A copy of the embedded installation while members write: a snapshot of the database (VACUUM INTO,
 * which does not block writers), the photos that it refers to, the secret. Repeated into the same
 * folder, it copies new files and removes deleted ones.
 */
export const backupTo = async (env: Env, folder: string, progress: Progress): Promise<Backup> => {
  if (env.DATABASE_URL)
    throw new SettingError(
      'Backup is for the embedded database; for PostgreSQL use pg_dump or npm run export.',
    )
  const source = join(env.DATA_DIR, 'connivence.db')
  if (!existsSync(source)) throw new SettingError(`There is no database in ${env.DATA_DIR}.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const part = join(folder, 'connivence.db.part')
  rmSync(part, { force: true })
  const live = open(source)
  progress.step('database', 1)
  try {
    live.prepare('vacuum into ?').run(part)
  } finally {
    live.close()
  }
  const copy = open(part)
  // a photo of a verification is destroyed with its answer: no copy may keep what reads it
  copy.exec('pragma secure_delete = on; delete from proof_keys')
  const keys = (copy.prepare('select * from media').all() as Row[]).flatMap(keysOf)
  const counts = {
    accounts: number(copy, 'select count(*) as n from accounts'),
    messages: number(copy, 'select count(*) as n from messages'),
  }
  copy.close()
  // as they lie there: encrypted photos stay encrypted, and the master key stays apart
  const storage = openRawStorage(env)
  const copies = diskStorage(join(folder, 'media'))
  const key = readKeyRing(env).current?.id.toString('hex')
  if (keyOfBackup(folder) !== key) rmSync(join(folder, 'media'), { recursive: true, force: true })
  const tick = progress.step('photos', keys.length)
  let missing = 0
  let done = 0
  for (const key of keys) {
    if (!existsSync(join(folder, 'media', key))) {
      const file = await storage.get(key)
      if (file) await copies.put(key, await readAll(file.stream), 'image/jpeg')
      // deleted since the snapshot, or lost before it
      else missing += 1
    }
    tick((done += 1))
  }
  const known = new Set(keys)
  // files that members deleted leave the backup at its next run
  for await (const { key } of copies.list())
    if (!known.has(key)) rmSync(join(folder, 'media', key), { force: true })
  for (const name of KEPT)
    if (existsSync(join(env.DATA_DIR, name)))
      copyFileSync(join(env.DATA_DIR, name), join(folder, name))
  const backup: Backup = {
    made: new Date().toISOString(),
    database: sha256(readFileSync(part)),
    ...counts,
    files: keys.length - missing,
    missing,
    ...(key ? { key } : {}),
  }
  renameSync(part, join(folder, 'connivence.db'))
  writeFileSync(join(folder, 'backup.json'), JSON.stringify(backup, null, 2), { mode: 0o600 })
  progress.end()
  noteBackup(source)
  return backup
}

/** The master key of the backup that is in the folder already. */
const keyOfBackup = (folder: string): string | undefined => {
  const file = join(folder, 'backup.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Backup).key : undefined
}

/** The desk shows when the last backup was made. */
const noteBackup = (source: string): void => {
  const live = open(source)
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

/**
 * Restores the backup into an empty folder and verifies it: the checksum of the file, SQLite's
 * integrity check, the counts.
 */
export const restoreFrom = async (
  env: Env,
  folder: string,
  progress: Progress,
): Promise<Backup> => {
  if (env.DATABASE_URL)
    throw new SettingError('Restore is for the embedded database: leave DATABASE_URL empty.')
  if (!existsSync(join(folder, 'backup.json')))
    throw new SettingError(`${folder} is not a complete backup: backup.json is missing.`)
  const backup = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Backup
  const { current, old } = readKeyRing(env)
  if (backup.key && ![current, old].some((k) => k?.id.toString('hex') === backup.key))
    throw new SettingError(
      `The photos of this backup need the master key ${backup.key}: put it in ${env.DATA_DIR} as master-key (mode 600), or set MASTER_KEY. Without it they are lost.`,
    )
  const target = join(env.DATA_DIR, 'connivence.db')
  if (existsSync(target))
    throw new SettingError(
      `${env.DATA_DIR} already contains a database: move that folder away first.`,
    )
  const release = lockFolder(env.DATA_DIR)
  try {
    if (sha256(readFileSync(join(folder, 'connivence.db'))) !== backup.database)
      throw new SettingError(
        'The database of the backup is damaged: its checksum differs from backup.json.',
      )
    const part = `${target}.part`
    copyFileSync(join(folder, 'connivence.db'), part)
    const db = open(part)
    const state = db.prepare('pragma integrity_check').get() as { integrity_check: string }
    const same =
      number(db, 'select count(*) as n from accounts') === backup.accounts &&
      number(db, 'select count(*) as n from messages') === backup.messages
    const keys = (db.prepare('select * from media').all() as Row[]).flatMap(keysOf)
    db.close()
    if (state.integrity_check !== 'ok' || !same)
      throw new SettingError('The database of the backup is incomplete.')
    const [from, to] = [diskStorage(join(folder, 'media')), openRawStorage(env)]
    const tick = progress.step('photos', keys.length)
    let done = 0
    for (const key of keys) {
      const file = await from.get(key)
      if (file) await to.put(key, await readAll(file.stream), 'image/jpeg')
      tick((done += 1))
    }
    for (const name of KEPT)
      if (existsSync(join(folder, name)) && !existsSync(join(env.DATA_DIR, name)))
        copyFileSync(join(folder, name), join(env.DATA_DIR, name))
    // last: an interrupted restore can be repeated
    renameSync(part, target)
    return backup
  } finally {
    progress.end()
    release()
  }
}
