import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { diskStorage, removeParts } from '../media/disk'
import {
  HEADER,
  isPicture,
  isSealed,
  keyIdOf,
  readHead,
  rewrapFile,
  sealFile,
} from '../media/seal/format'
import { mediaKeyOf, type KeyRing, type MediaKey } from '../media/seal/keys'
import { sealedStorage } from '../media/seal/storage'
import { readWhole, type Storage } from '../media/storage'
import type { AccountKeyMap } from './account-keys'
import type { Row } from './engine'
import { storageKeysOf } from './manifest'
import type { Progress } from './progress'

/** The account of each photo file, by storage key. */
export type Owners = ReadonlyMap<string, string>
export const ownersOf = (media: readonly Row[]): Owners =>
  new Map(media.flatMap((row) => storageKeysOf(row).map((key) => [key, String(row['account_id'])])))

const fileKeys = (keys: AccountKeyMap): ((account: string) => MediaKey | null) => {
  const derived = new Map<string, MediaKey>()
  return (account) => {
    const key = keys.get(account)
    if (!key) return null
    const made = derived.get(account) ?? mediaKeyOf(key)
    derived.set(account, made)
    return made
  }
}

/** Whether the previous backup holds that copy under the same key. */
const isCopied = async (
  copies: Storage,
  key: string,
  wanted: MediaKey | null,
): Promise<boolean> => {
  const file = await copies.get(key)
  if (!file) return false
  const { head } = await readHead(file.stream, HEADER)
  file.stream.destroy()
  return !wanted || (isSealed(head) && keyIdOf(head).equals(wanted.id))
}

/** The file under the key of its account; one that cannot be read is copied as it lies there. */
const forAccount = (ring: KeyRing, to: MediaKey, key: string, file: Buffer): Buffer => {
  if (isPicture(file)) return sealFile(to, key, file)
  try {
    return rewrapFile(ring, to, key, file)
  } catch (error) {
    console.error(`photo file ${key} cannot be read:`, String(error))
    return file
  }
}

/**
 * Copies the files into the folder, each under the key of its account, and removes those that
 * members deleted. Returns the number of missing files.
 */
export const copyPhotos = async (
  storage: Storage,
  folder: string,
  owners: Owners,
  ring: KeyRing,
  keys: AccountKeyMap,
  progress: Progress,
): Promise<number> => {
  const copies = diskStorage(join(folder, 'media'))
  await removeParts(join(folder, 'media'), Infinity)
  const keyOf = fileKeys(keys)
  const tick = progress.step('photos', owners.size)
  let missing = 0
  let done = 0
  for (const [key, account] of owners) {
    const to = keyOf(account)
    if (!(await isCopied(copies, key, to))) {
      const file = await readWhole(storage, key)
      // deleted since the snapshot, or lost before it
      if (!file) missing += 1
      else await copies.put(key, to ? forAccount(ring, to, key, file) : file, 'image/jpeg')
    }
    tick((done += 1))
  }
  for await (const { key } of copies.list())
    if (!owners.has(key)) rmSync(join(folder, 'media', key), { force: true })
  return missing
}

/** The file as this place stores it; null: the key of its account was removed. */
const restored = async (
  from: Storage,
  key: string,
  file: Buffer,
  account: MediaKey | null,
  ring: KeyRing,
): Promise<Buffer | null> => {
  const id = isSealed(file) ? keyIdOf(file) : null
  if (!id || [ring.current, ring.old].some((k) => k?.id.equals(id))) return file
  if (!account?.id.equals(id)) return null
  const own: KeyRing = { current: account, old: null }
  return ring.current
    ? rewrapFile(own, ring.current, key, file)
    : readWhole(
        sealedStorage(from, () => own),
        key,
      )
}

/** Files that were put back, that the backup lacks, and that cannot be read. */
interface RestoredFiles {
  readonly files: number
  readonly missing: number
  readonly damaged: number
}

/** Puts the files of a backup back into a store; a damaged one as it lies there. */
export const restorePhotos = async (
  folder: string,
  storage: Storage,
  owners: Owners,
  ring: KeyRing,
  keys: AccountKeyMap,
  progress: Progress,
): Promise<RestoredFiles> => {
  const from = diskStorage(join(folder, 'media'))
  const keyOf = fileKeys(keys)
  const tick = progress.step('photos', owners.size)
  const count = { files: 0, missing: 0, damaged: 0 }
  const damaged = (key: string, why: string, file: Buffer): Buffer => {
    console.error(`photo file ${key} cannot be read:`, why)
    count.damaged += 1
    return file
  }
  let done = 0
  for (const [key, account] of owners) {
    const file = existsSync(join(folder, 'media', key)) ? await readWhole(from, key) : null
    if (!file) count.missing += 1
    const bytes =
      file &&
      (isSealed(file) || isPicture(file)
        ? await restored(from, key, file, keyOf(account), ring).catch((error: unknown) =>
            damaged(key, String(error), file),
          )
        : damaged(key, 'it is neither encrypted nor a picture', file))
    if (bytes) await storage.put(key, bytes, 'image/jpeg')
    if (bytes) count.files += 1
    tick((done += 1))
  }
  return count
}
