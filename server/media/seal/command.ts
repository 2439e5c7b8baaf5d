import { existsSync } from 'node:fs'
import { SettingError, type Env } from '../../env'
import { openRawStorage } from '../open'
import { readWhole, type Storage } from '../storage'
import { HEADER, isPicture, isSealed, keyIdOf, readHead, rewrapFile, sealFile } from './format'
import { lockFolder, openDatabase, type Db } from '../../db/client'
import { countValues, reencryptValues, type Counts } from '../../db/seal/rewrite'
import { requireColumnKey } from '../../db/seal/require'
import { readColumnRing, type ColumnRing } from '../../db/seal/text'
import { oldMasterKeyFile } from '../../db/seal/master'
import { createMasterKey, readKeyRing, rotateMasterKey, type KeyRing, type MediaKey } from './keys'
import { requireMasterKey } from './require'

const HELP = `npm run keys -- check    counts the photo files and the values of the database by their key
npm run keys -- migrate  encrypts files and columns of an older installation; makes the master key
npm run keys -- rotate   makes a new master key and gives it to all files and columns; the one before stays as master-key.old`

type Kind = keyof Counts

const kindOf = (head: Buffer, { current, old }: KeyRing): Kind => {
  if (!isSealed(head)) return isPicture(head) ? 'plain' : 'unknown'
  const id = keyIdOf(head)
  if (current?.id.equals(id)) return 'current'
  return old?.id.equals(id) ? 'old' : 'unknown'
}

/** Files by the key that they need. */
export const countFiles = async (storage: Storage, ring: KeyRing): Promise<Counts> => {
  const counts: Counts = { current: 0, old: 0, plain: 0, unknown: 0 }
  for await (const { key } of storage.list()) {
    // a store that does not answer must not pass for one with nothing left to do
    const file = await storage.get(key)
    if (!file) continue
    const { head } = await readHead(file.stream, HEADER)
    file.stream.destroy()
    counts[kindOf(head, ring)] += 1
  }
  return counts
}

/** The file under the current key; null: its header was changed, which is logged. */
const updated = (
  ring: KeyRing,
  to: MediaKey,
  kind: Kind,
  key: string,
  file: Buffer,
): Buffer | null => {
  try {
    return kind === 'plain' ? sealFile(to, key, file) : rewrapFile(ring, to, key, file)
  } catch (error) {
    console.error(`photo file ${key} cannot be read:`, String(error))
    return null
  }
}

/**
 * Encrypts plain files, and gives those of the old key the current one. A file is replaced as a
 * whole: interrupted, it goes on where it stopped. The server may be running. One that cannot be
 * read is left as it is.
 */
export const updateFiles = async (
  storage: Storage,
  ring: KeyRing,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> => {
  const to = ring.current
  if (!to) throw new SettingError('There is no master key.')
  let done = 0
  for await (const { key } of storage.list()) {
    const file = await readWhole(storage, key)
    if (!file) continue
    const kind = kindOf(file.subarray(0, HEADER), ring)
    if (kind !== 'plain' && kind !== 'old') continue
    const next = updated(ring, to, kind, key, file)
    if (!next) continue
    await storage.put(key, next, 'image/jpeg')
    done += 1
    onProgress(done)
  }
  return done
}

/** Both ids of the keys that are here: messages name the first, heads of files the second. */
const reportKeys = (values: ColumnRing, files: KeyRing): void => {
  for (const age of ['current', 'old'] as const) {
    const id = values[age]?.id
    if (id)
      console.log(
        `${age === 'current' ? 'The master key is' : 'The old one is'} ${id} (in photo files: ${files[age]?.id.toString('hex')}).`,
      )
  }
}
const report = (what: string, { current, old, plain, unknown }: Counts): void =>
  console.log(
    `${current} ${what} with the master key, ${old} with the old one, ${plain} not encrypted, ${unknown} with an unknown key`,
  )
const progressOf = (what: string) => {
  let told = 0
  return (done: number): void => {
    if (done < told + 100) return
    told = done
    console.log(`${done} ${what}`)
  }
}

const isNeeded = ({ old, unknown }: Counts): boolean => old > 0 || unknown > 0

/**
 * Refuses as a start of the server does: a key that is made or noted now would take the place of the
 * one that is needed, which would then be refused itself.
 */
const requireKeys = async (env: Env, storage: Storage, db: Db): Promise<void> => {
  const here = new Set((await db.introspection.getTables()).map(({ name }) => name))
  if (here.has('settings')) await requireColumnKey(db, readColumnRing(env))
  if (here.has('media')) await requireMasterKey(db, storage, readKeyRing(env))
}

/** Makes the new key, unless a rotation that was interrupted goes on with its keys. */
const beginRotation = async (env: Env, storage: Storage, db: Db): Promise<void> => {
  const { current, old } = readKeyRing(env)
  if (!current) throw new SettingError('There is no master key: run migrate.')
  // the same key twice: it was killed before the new one was in its place
  if (!old || old.id.equals(current.id)) {
    if (env.MASTER_KEY)
      throw new SettingError(
        'MASTER_KEY is a setting: set a new one, and the one before as MASTER_KEY_OLD, then rotate.',
      )
    await requireKeys(env, storage, db)
    rotateMasterKey(env)
    return
  }
  await requireKeys(env, storage, db)
  if (
    !isNeeded(await countValues(db, readColumnRing(env))) &&
    !isNeeded(await countFiles(storage, readKeyRing(env)))
  )
    throw new SettingError(
      `The previous rotation is finished, and no other key was made. Keep ${env.MASTER_KEY_OLD ? 'MASTER_KEY_OLD' : 'master-key.old'} with the older backups and remove it here; then rotate makes a new key.`,
    )
}

type Word = 'migrate' | 'rotate' | 'check'
/** `npm run keys`. */
export const runKeysTool = async (env: Env, [word]: readonly string[]): Promise<void> => {
  if (word !== 'migrate' && word !== 'rotate' && word !== 'check') throw new SettingError(HELP)
  if (word === 'check') return work(env, word)
  // of two rotations at once, the second would note the first's new key as the one before: the one
  // that everything is encrypted with would be gone
  const release = lockFolder(
    env.DATA_DIR,
    'keys.lock',
    `Another keys command runs on ${env.DATA_DIR}: let it end, then repeat this one.`,
  )
  try {
    await work(env, word)
  } finally {
    release()
  }
}

const work = async (env: Env, word: Word): Promise<void> => {
  const storage = openRawStorage(env)
  const database = openDatabase(env)
  let values: Counts
  try {
    if (word === 'rotate') await beginRotation(env, storage, database.db)
    if (word === 'migrate') {
      await requireKeys(env, storage, database.db)
      createMasterKey(env)
    }
    if (word !== 'check')
      console.log(
        `${await reencryptValues(database.db, readColumnRing(env), progressOf('values'))} values of the database written.`,
      )
    values = await countValues(database.db, readColumnRing(env))
  } finally {
    await database.close()
  }
  if (word !== 'check')
    console.log(
      `${await updateFiles(storage, readKeyRing(env), progressOf('files'))} files written.`,
    )
  const files = await countFiles(storage, readKeyRing(env))
  reportKeys(readColumnRing(env), readKeyRing(env))
  report('values of the database', values)
  report('files', files)
  // a value that cannot be read must not keep the files from their new key
  if (values.unknown > 0 || values.old > 0)
    throw new SettingError(
      'Some values of the database need another master key: keep master-key.old, and run rotate again.',
    )
  if (files.unknown > 0)
    throw new SettingError(
      'Some files are damaged, or need a master key that is not here: they cannot be read.',
    )
  if (word !== 'check' && files.old > 0)
    throw new SettingError(
      'The files named above are damaged; all others have their new key. Put them back from a backup and run rotate again, or take master-key.old away.',
    )
  if (files.old === 0 && existsSync(oldMasterKeyFile(env)))
    console.log(
      'Nothing needs master-key.old here. Keep it with the older backups, then delete it: until then, rotate refuses to make another key.',
    )
}
