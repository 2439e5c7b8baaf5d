import { createWriteStream, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { lockFolder } from '../db/client'
import { SettingError, type Env } from '../env'
import { diskStorage, removeParts } from '../media/disk'
import { openStorage } from '../media/open'
import { newId } from '../tokens'
import { openEngine, beginSnapshotSql, type Engine } from './engine'
import {
  storageKeysOf,
  readStream,
  rowText,
  sha256,
  createTableChecksum,
  type FileLine,
  type Manifest,
  type TableSum,
} from './manifest'
import type { Progress } from './progress'

/** Names of the migrations applied to a database. */
export const migrationsOf = async (engine: Engine): Promise<string[]> => {
  const names: string[] = []
  for await (const rows of engine.batches('kysely_migration'))
    names.push(...rows.map((r) => String(r['name'])))
  return names.sort()
}

/** Keys that sign pseudonyms and pushes: the community keeps them when it moves. */
const keysFile = (env: Env): object => {
  const read = (file: string): string | null =>
    existsSync(join(env.DATA_DIR, file))
      ? readFileSync(join(env.DATA_DIR, file), 'utf8').trim()
      : null
  const vapid = read('vapid.json')
  return {
    secret: env.SECRET || read('secret'),
    vapid: env.VAPID_PUBLIC_KEY
      ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
      : vapid
        ? (JSON.parse(vapid) as object)
        : null,
  }
}

/**
 * Copies the files that the folder lacks and removes those of deleted photos. Returns a line per
 * file and the number of missing ones.
 */
const exportFiles = async (
  env: Env,
  folder: string,
  keys: readonly string[],
  progress: Progress,
): Promise<{ lines: FileLine[]; missing: number }> => {
  const storage = openStorage(env)
  const copies = diskStorage(join(folder, 'media'))
  await removeParts(join(folder, 'media'), Infinity)
  const tick = progress.step('photos', keys.length)
  const lines: FileLine[] = []
  let missing = 0
  let done = 0
  const left = [...keys]
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let key = left.pop(); key; key = left.pop()) {
        const path = join(folder, 'media', key)
        let bytes: Buffer | null =
          existsSync(path) && statSync(path).size > 0 ? readFileSync(path) : null
        if (!bytes) {
          const file = await storage.get(key)
          bytes = file ? await readStream(file.stream) : null
          if (bytes) await copies.put(key, bytes, 'image/jpeg')
          else missing += 1
        }
        if (bytes) lines.push({ key, size: bytes.length, sha256: sha256(bytes) })
        tick((done += 1))
      }
    }),
  )
  // photos that members deleted since an export into the same folder
  const wanted = new Set(keys)
  for await (const { key } of copies.list()) if (!wanted.has(key)) await copies.delete(key)
  return { lines, missing }
}

/**
 * Exports a whole community into a folder: every table of one snapshot, every photo file, counts
 * and checksums. The server may keep running. Repeated after a failure, it copies only the missing
 * files.
 */
export const exportTo = async (env: Env, folder: string, progress: Progress): Promise<Manifest> => {
  mkdirSync(join(folder, 'tables'), { recursive: true, mode: 0o700 })
  const release = lockMove(folder)
  try {
    return await write(env, folder, progress)
  } finally {
    release()
  }
}

/** One export or import of a folder at a time: two would mix their tables. */
export const lockMove = (folder: string): (() => void) =>
  lockFolder(
    folder,
    'move.lock',
    `Another export or import uses the folder ${folder}: let it end, then repeat this one.`,
  )

const write = async (env: Env, folder: string, progress: Progress): Promise<Manifest> => {
  const engine = await openEngine(env)
  const sums: Record<string, TableSum> = {}
  const keys: string[] = []
  try {
    await engine.run(beginSnapshotSql(engine))
    const migrations = await migrationsOf(engine)
    if (migrations.length === 0)
      throw new SettingError('This database is empty: there is nothing to export.')
    for (const table of await engine.tables()) {
      // what they read is destroyed with them: no copy may keep such a key
      const isLeft = table === 'proof_keys' || table === 'account_keys'
      const total = isLeft ? 0 : await engine.count(table)
      const tick = progress.step(table, total)
      const sum = createTableChecksum()
      const part = join(folder, 'tables', `${table}.part`)
      let done = 0
      await pipeline(
        async function* () {
          for await (const rows of isLeft ? [] : engine.batches(table)) {
            for (const row of rows) {
              sum.add(row)
              if (table === 'media') keys.push(...storageKeysOf(row))
            }
            yield rows.map((r) => `${rowText(r)}\n`).join('')
            tick((done += rows.length))
          }
        },
        createGzip({ level: 6 }),
        createWriteStream(part, { mode: 0o600 }),
      )
      await rename(part, join(folder, 'tables', `${table}.ndjson.gz`))
      sums[table] = sum.done()
    }
    await engine.run('commit')
    const { lines, missing } = await exportFiles(env, folder, keys, progress)
    const manifest: Manifest = {
      format: 1,
      id: newId(),
      made: new Date().toISOString(),
      migrations,
      tables: sums,
      files: lines.length,
      bytes: lines.reduce((n, l) => n + l.size, 0),
      missing,
    }
    await writeFile(
      join(folder, 'media.ndjson'),
      lines.map((l) => `${JSON.stringify(l)}\n`).join(''),
      { mode: 0o600 },
    )
    await writeFile(join(folder, 'keys.json'), JSON.stringify(keysFile(env), null, 2), {
      mode: 0o600,
    })
    // last: a folder without it is incomplete
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2), {
      mode: 0o600,
    })
    return manifest
  } finally {
    progress.end()
    await engine.close()
  }
}
