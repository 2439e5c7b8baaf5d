import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  masterKeyFile,
  masterKeysChangedAt,
  oldMasterKeyFile,
  readMasterKeys,
  type MasterSettings,
} from '../../db/seal/master'
import type { Env } from '../../env'
import { createKeyFile, replaceKeyFile } from './key-file'

/** The key of all photo files, derived from the master key; `id`: 4 bytes that name it. */
export interface MediaKey {
  readonly id: Buffer
  readonly key: Buffer
}
export interface KeyRing {
  /** New files are encrypted with it; null: they are not. */
  readonly current: MediaKey | null
  /** The one before, while files are still encrypted with it. */
  readonly old: MediaKey | null
}

/** The key of photo files under `master`, any random text. */
export const mediaKeyOf = (master: string): MediaKey => {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'connivence photo files', 32))
  return { id: createHash('sha256').update(key).digest().subarray(0, 4), key }
}

/** The media keys of the master keys. */
export const readKeyRing = (env: MasterSettings): KeyRing => {
  const { current, old } = readMasterKeys(env)
  return { current: current ? mediaKeyOf(current) : null, old: old ? mediaKeyOf(old) : null }
}

/** The same, read again when the file of the key changes: a rotation needs no restart. */
export const keyRingOf = (env: MasterSettings): (() => KeyRing) => {
  let readAt = ''
  let ring: KeyRing = { current: null, old: null }
  return () => {
    const now = masterKeysChangedAt(env)
    if (now !== readAt) ring = readKeyRing(env)
    readAt = now
    return ring
  }
}

const newMaster = (): string => `${randomBytes(32).toString('base64url')}\n`

/** Makes the master key unless there is one; readable by this user only. */
export const createMasterKey = (env: MasterSettings): void => {
  if (env.MASTER_KEY || existsSync(masterKeyFile(env))) return
  mkdirSync(env.DATA_DIR, { recursive: true })
  createKeyFile(masterKeyFile(env), newMaster())
}

/**
 * A new master key; the one before is kept beside it. There is a key at every moment: a server that
 * found none would store in the clear.
 */
export const rotateMasterKey = (env: MasterSettings): void => {
  const file = masterKeyFile(env)
  replaceKeyFile(oldMasterKeyFile(env), readFileSync(file, 'utf8'))
  replaceKeyFile(file, newMaster())
}

/**
 * A fresh installation of one machine encrypts its photos: the key is made beside its secret. Where
 * SECRET is given, the folder may not last, so MASTER_KEY is given too or nothing is encrypted.
 */
export const createFirstKey = (env: Env): void => {
  const isFresh = !env.SECRET && !existsSync(join(env.DATA_DIR, 'secret'))
  if (isFresh) createMasterKey(env)
}
