import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError, type Env } from '../../env'

export type MasterSettings = Pick<Env, 'DATA_DIR'> &
  Partial<Pick<Env, 'MASTER_KEY' | 'MASTER_KEY_OLD'>>

export const masterKeyFile = (env: Pick<Env, 'DATA_DIR'>): string =>
  join(env.DATA_DIR, 'master-key')
export const oldMasterKeyFile = (env: Pick<Env, 'DATA_DIR'>): string =>
  join(env.DATA_DIR, 'master-key.old')

const fromFile = (file: string): string | null => {
  if (!existsSync(file)) return null
  const key = readFileSync(file, 'utf8').trim()
  // as if there were none, all would be stored in the clear
  if (key === '')
    throw new SettingError(
      `${file} is empty: put the key back from your copy, or delete the file if it never held one.`,
    )
  return key
}

/** The master keys: MASTER_KEY and MASTER_KEY_OLD, else the files beside the secret. */
export const readMasterKeys = (
  env: MasterSettings,
): { readonly current: string | null; readonly old: string | null } => ({
  current: env.MASTER_KEY || fromFile(masterKeyFile(env)),
  old: env.MASTER_KEY_OLD || fromFile(oldMasterKeyFile(env)),
})

/** Changes when a file of a master key does. */
export const masterKeysChangedAt = (env: MasterSettings): string =>
  [masterKeyFile(env), oldMasterKeyFile(env)]
    .map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    .join(' ')
