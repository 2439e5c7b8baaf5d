import { createReadStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { lockFolder, openDatabase } from '../db/client'
import { migrate } from '../db/migrations'
import { SettingError, type Env } from '../env'
import { openStorage } from '../media/open'
import { createKeyFile } from '../media/seal/key-file'
import { createFirstKey } from '../media/seal/keys'
import { openEngine, type Engine, type Row } from './engine'
import { lockMove, migrationsOf } from './export'
import {
  readStream,
  readJson,
  sha256,
  createTableChecksum,
  type FileLine,
  type Manifest,
} from './manifest'
import type { Progress } from './progress'

const BATCH = 1_000
const FLAG = 'import'

const readManifest = (folder: string): Manifest => {
  const file = join(folder, 'manifest.json')
  if (!existsSync(file))
    throw new SettingError(`${folder} is not a complete export: manifest.json is missing.`)
  const manifest = readJson<Manifest>(file)
  if (!Array.isArray(manifest?.migrations) || !manifest.tables)
    throw new SettingError(`${file} is damaged: export again.`)
  return manifest
}
interface MovedKeys {
  readonly secret: string | null
  readonly vapid: object | null
}
const rowsOf = async function* (folder: string, table: string): AsyncIterable<Row[]> {
  let some: Row[] = []
  // not `pipe`: the error of an unreadable file would be unhandled there and end the process
  const input = pipeline(
    createReadStream(join(folder, 'tables', `${table}.ndjson.gz`)),
    createGunzip(),
    () => undefined,
  )
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    some.push(Object.fromEntries(JSON.parse(line) as [string, string | number | null][]))
    if (some.length < BATCH) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
/** Count and checksum of a table, without the row of the mark. */
const sumIn = async (engine: Engine, table: string, mark: string): Promise<string> => {
  const sum = createTableChecksum()
  await engine.run('begin')
  for await (const rows of engine.batches(table))
    for (const row of rows) if (table !== 'settings' || row['name'] !== mark) sum.add(row)
  await engine.run('commit')
  return JSON.stringify(sum.done())
}

/** Takes over the secret and the push keys; returns a warning for a server that has others. */
const placeKeys = (env: Env, { secret, vapid }: MovedKeys): string[] => {
  const warnings: string[] = []
  mkdirSync(env.DATA_DIR, { recursive: true })
  const own = join(env.DATA_DIR, 'secret')
  if (
    env.SECRET
      ? env.SECRET !== secret
      : existsSync(own) && readFileSync(own, 'utf8').trim() !== secret
  )
    warnings.push(
      'SECRET differs from the one of the export (keys.json): hidden handles will change, ' +
        'and devices will have to sign in again.',
    )
  else if (!env.SECRET && secret && !existsSync(own)) createKeyFile(own, secret)
  const pair = join(env.DATA_DIR, 'vapid.json')
  if (vapid && !env.VAPID_PUBLIC_KEY && !existsSync(pair))
    createKeyFile(pair, JSON.stringify(vapid))
  return warnings
}

/**
 * Imports a folder made by `exportTo` into an empty database and store. Each table is one
 * transaction and is read back: its count and checksum must match the export's; so must each
 * file's. Repeated, it resumes where it stopped. Returns what the operator should know.
 */
export const importFrom = async (
  env: Env,
  folder: string,
  progress: Progress,
): Promise<{ manifest: Manifest; warnings: string[] }> => {
  const manifest = readManifest(folder)
  // read first: without the secret a finished import would be of no use, and could not be repeated
  const keys = readJson<MovedKeys>(join(folder, 'keys.json'))
  const releases = [lockMove(folder), ...(env.DATABASE_URL ? [] : [lockFolder(env.DATA_DIR)])]
  try {
    return await read(env, folder, manifest, keys, progress)
  } finally {
    for (const release of releases) release()
  }
}

const read = async (
  env: Env,
  folder: string,
  manifest: Manifest,
  keys: MovedKeys,
  progress: Progress,
): Promise<{ manifest: Manifest; warnings: string[] }> => {
  const database = openDatabase(env)
  try {
    await migrate(database.db)
  } finally {
    await database.close()
  }
  // the new place encrypts like any fresh installation
  createFirstKey(env)
  const engine = await openEngine(env)
  try {
    const here = await readMigrations(engine)
    if (JSON.stringify(here) !== JSON.stringify([...manifest.migrations].sort()))
      throw new SettingError(
        'The export was made by another version of Connivence: export and import with the same one.',
      )
    const mark = `${FLAG}:${manifest.id}`
    const begun = await readMark(engine, mark)
    if (!begun && (await engine.count('accounts')) + (await engine.count('users')) > 0)
      throw new SettingError('The target database is not empty: import into a new database.')
    const done = new Set<string>(begun ?? [])
    const tables = (await engine.tables()).filter((t) => t in manifest.tables)
    for (const table of tables) {
      if (done.has(table)) continue
      const wanted = manifest.tables[table]
      const tick = progress.step(table, wanted?.rows ?? 0)
      let n = 0
      await engine.run('begin')
      try {
        await engine.run(`delete from "${table}"`)
        for await (const rows of rowsOf(folder, table)) {
          await engine.insert(table, rows)
          tick((n += rows.length))
        }
        // `settings` holds the mark: written after that table
        await writeMark(engine, mark, [...done, table])
        await engine.run('commit')
      } catch (error) {
        await engine.run('rollback')
        throw error
      }
      done.add(table)
    }
    for (const table of tables)
      if ((await sumIn(engine, table, mark)) !== JSON.stringify(manifest.tables[table]))
        throw new SettingError(
          `Table ${table} does not match the export: its count or checksum differs.`,
        )
    await importFiles(env, folder, manifest, begun !== null, progress)
    const warnings = placeKeys(env, keys)
    // last: without the mark an import cannot be repeated
    await engine.run(`delete from settings where name = '${mark}'`)
    return { manifest, warnings }
  } finally {
    progress.end()
    await engine.close()
  }
}

const readMigrations = async (engine: Engine): Promise<string[]> => {
  await engine.run('begin')
  const names = await migrationsOf(engine)
  await engine.run('commit')
  return names
}
const readMark = async (engine: Engine, mark: string): Promise<string[] | null> => {
  await engine.run('begin')
  let found: string[] | null = null
  for await (const rows of engine.batches('settings'))
    for (const r of rows) if (r['name'] === mark) found = JSON.parse(String(r['value'])) as string[]
  await engine.run('commit')
  return found
}
const writeMark = async (
  engine: Engine,
  mark: string,
  tables: readonly string[],
): Promise<void> => {
  await engine.run(`delete from settings where name = '${mark}'`)
  await engine.insert('settings', [{ name: mark, value: JSON.stringify(tables) }])
}

/**
 * Copies files in four parallel lanes and records the copied ones beside the export, by
 * destination.
 */
const importFiles = async (
  env: Env,
  folder: string,
  manifest: Manifest,
  isResumed: boolean,
  progress: Progress,
): Promise<void> => {
  const storage = openStorage(env)
  const lines = (await readFile(join(folder, 'media.ndjson'), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((l) => JSON.parse(l) as FileLine)
  if (lines.length !== manifest.files)
    throw new SettingError('media.ndjson does not match manifest.json.')
  const place = sha256(
    Buffer.from(
      env.S3_ENDPOINT ? `${env.S3_ENDPOINT}/${env.S3_BUCKET}` : join(process.cwd(), env.DATA_DIR),
    ),
  ).slice(0, 12)
  const noted = join(folder, `arrived-${place}-${manifest.id}.txt`)
  // of an import into this place before, which was emptied since
  if (!isResumed) rmSync(noted, { force: true })
  const arrived = new Set(existsSync(noted) ? readFileSync(noted, 'utf8').split('\n') : [])
  const tick = progress.step('photos', lines.length)
  let done = 0
  const left = [...lines]
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let line = left.pop(); line; line = left.pop()) {
        if (!arrived.has(line.key)) {
          const bytes = await readFile(join(folder, 'media', line.key))
          if (sha256(bytes) !== line.sha256)
            throw new SettingError(`media/${line.key} has changed since the export.`)
          await storage.put(line.key, bytes, 'image/jpeg')
          const back = await storage.get(line.key)
          if (!back || sha256(await readStream(back.stream)) !== line.sha256)
            throw new SettingError(`File ${line.key} does not match the export.`)
          await appendFile(noted, `${line.key}\n`)
        }
        tick((done += 1))
      }
    }),
  )
}
