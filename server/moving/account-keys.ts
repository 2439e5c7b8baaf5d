import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type Libsql from 'libsql'
import { BACKUP_SETTING } from '../db/seal/rows'
import type { Sealer } from '../db/seal/text'
import { SettingError } from '../env'
import { newId } from '../tokens'

type File = InstanceType<typeof Libsql>

const PURPOSE = 'account_keys.key'

/**
 * The keys of the accounts that exist, beside the folder of a backup: one file for all backups of an
 * installation, replaced by each. An account that was erased is in no newer one, so that older
 * backups cannot be read for it.
 */
interface KeyFile {
  /** Of the backup that wrote it, ISO. */
  readonly made: string
  /** By account, as in the database: encrypted with the master key. */
  readonly accounts: Readonly<Record<string, string>>
}
/** Keys in the clear, by account. */
export type AccountKeyMap = ReadonlyMap<string, string>

export const keyFileName = (id: string): string => `account-keys-${id}.json`
export const keyFileOf = (folder: string, name: string): string =>
  join(dirname(resolve(folder)), name)

/** Makes the keys that are missing. Returns the id of the installation's file of keys. */
export const ensureAccountKeys = (live: File, sealer: Sealer): string => {
  const missing = live
    .prepare(
      `select a.id from accounts a where exists (select 1 from users u where u.account_id = a.id)
       and not exists (select 1 from account_keys k where k.account_id = a.id)`,
    )
    .all() as { id: string }[]
  const insert = live.prepare(
    'insert into account_keys (account_id, key) values (?, ?) on conflict (account_id) do nothing',
  )
  for (const { id } of missing)
    insert.run(id, sealer.seal(PURPOSE, id, randomBytes(32).toString('base64url')))
  live
    .prepare('insert into settings (name, value) values (?, ?) on conflict (name) do nothing')
    .run(BACKUP_SETTING, newId().slice(-8))
  const { value } = live
    .prepare('select value from settings where name = ?')
    .get(BACKUP_SETTING) as { value: string }
  return value
}

const opened = (sealer: Sealer, accounts: KeyFile['accounts']): AccountKeyMap =>
  new Map(
    Object.entries(accounts).map(([id, stored]) => [id, sealer.open(PURPOSE, id, stored)] as const),
  )

/** Moves the keys of a copy of the database to the file beside the backup. Returns them. */
export const extractKeys = (
  copy: File,
  sealer: Sealer,
  file: string,
  made: string,
): AccountKeyMap => {
  const rows = copy.prepare('select account_id, key from account_keys').all() as {
    account_id: string
    key: string
  }[]
  const accounts = Object.fromEntries(rows.map((r) => [r.account_id, r.key]))
  const content: KeyFile = { made, accounts }
  writeFileSync(`${file}.part`, JSON.stringify(content), { mode: 0o600 })
  renameSync(`${file}.part`, file)
  copy.exec('delete from account_keys')
  return opened(sealer, accounts)
}

/** The keys that a restored database gets back. Throws when they are not those of the backup. */
export const readKeyFile = (file: string, backupMade: string, sealer: Sealer): AccountKeyMap => {
  if (!existsSync(file))
    throw new SettingError(
      `The keys of the accounts are missing: put ${file} back, which was written beside the backup. Without it, what members wrote and their photos are lost.`,
    )
  let made: string
  let keys: AccountKeyMap
  try {
    const content = JSON.parse(readFileSync(file, 'utf8')) as KeyFile
    made = content.made
    keys = opened(sealer, content.accounts)
  } catch (error) {
    throw new SettingError(
      `${file} is damaged, or needs a newer master key than the one that is here (${String(error)}): put that one in its place, and the one before beside it as master-key.old.`,
    )
  }
  if (made < backupMade)
    throw new SettingError(
      `${file} is older than this backup: put the newest one there, or accounts that were made since would be lost.`,
    )
  return keys
}

/** Stores the keys in a restored database, encrypted with the master key of the new place. */
export const restoreKeys = (copy: File, sealer: Sealer, keys: AccountKeyMap): void => {
  const insert = copy.prepare(
    `insert into account_keys (account_id, key) select id, ? from accounts where id = ?`,
  )
  for (const [id, key] of keys) insert.run(sealer.seal(PURPOSE, id, key), id)
}
