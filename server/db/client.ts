import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type LogEvent } from 'kysely'
import Libsql from 'libsql'
import pg from 'pg'
import { SettingError, type Env } from '../env'
import { createCheckpoints } from './checkpoints'
import { GENERIC_PLAN, PipeliningClient, StatementBatch } from './postgres'
import { sealPlugin, type OnRefused } from './seal/plugin'
import { createSealer, type Sealer } from './seal/text'
import { sqliteDialect } from './sqlite'
import type { Tables } from './tables'

export type Db = Kysely<Tables>
/** An executed query: its text holds no values. */
export interface Query {
  readonly ms: number
  readonly sql: string
  readonly parameters: readonly unknown[]
}
export interface Database {
  readonly db: Db
  readonly engine: 'sqlite' | 'postgres'
  /** For statements in plain SQL, which the plugin does not see. */
  readonly sealer: Sealer
  /** Connections by state; none for the embedded engine. */
  pool(): Readonly<Record<string, number>>
  close(): Promise<void>
}

// int8 as number: the largest values are ms since epoch, far below 2^53
pg.types.setTypeParser(20, Number)

/**
 * Refuses a second server on one data folder, or a second command of one kind (`name`). A SQLite
 * transaction that may write, on a separate file, acts as an operating-system lock: it ends with the
 * process, also after kill -9. Not `begin exclusive`: servers that started at once could then block
 * each other, and all of them exited.
 */
export const lockFolder = (
  dir: string,
  name = 'server.lock',
  refusal = `A server already uses the folder ${dir}: stop it, or choose another DATA_DIR.`,
): (() => void) => {
  mkdirSync(dir, { recursive: true })
  const lock = new Libsql(join(dir, name), { timeout: 0 })
  try {
    lock.exec('begin immediate')
  } catch {
    lock.close()
    throw new SettingError(refusal)
  }
  return () => lock.close()
}

/** Longest wait for a connection before a request gets 503, ms. */
const CONNECT_MS = 4_000

const PRAGMAS = [
  // first: after a kill the log is recovered under a lock, which a backup may hold just then
  'busy_timeout=5000',
  'journal_mode=wal',
  'synchronous=full',
  'foreign_keys=on',
  // deleted text is overwritten, not only unlinked
  'secure_delete=on',
  'temp_store=memory',
  'cache_size=-32000',
]

/** Opens the embedded database (WAL, full fsync) or PostgreSQL. */
export const openDatabase = (
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'> &
    Partial<Pick<Env, 'DATABASE_POOL' | 'MASTER_KEY' | 'MASTER_KEY_OLD'>>,
  log?: (query: Query) => void,
  onRefused: OnRefused = (what, error) => console.error(`${what} cannot be read:`, error),
): Database => {
  const sealer = createSealer(env)
  const plugins = [sealPlugin(sealer, onRefused)]
  const logging = log
    ? {
        log: ({ query: { sql, parameters }, queryDurationMillis: ms }: LogEvent) => {
          const [batch] = parameters
          if (!(batch instanceof StatementBatch)) return log({ ms, sql, parameters })
          // individual durations are unknown
          for (const { text, values } of batch.statements)
            log({ ms: ms / batch.statements.length, sql: text, parameters: values })
        },
      }
    : {}
  if (env.DATABASE_URL) {
    const pool = new pg.Pool({
      Client: PipeliningClient,
      pipeline: true,
      connectionString: env.DATABASE_URL,
      max: env.DATABASE_POOL ?? 16,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'connivence',
      options: GENERIC_PLAN,
      idle_in_transaction_session_timeout: 60_000,
    })
    // a connection that breaks inside a transaction: the next query fails, and with it the request
    pool.on('connect', (client) => client.on('error', () => undefined))
    // a broken idle connection is replaced at the next query; without a listener the error would
    // end the process
    pool.on('error', () => undefined)
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins, ...logging })
    return {
      db,
      engine: 'postgres',
      sealer,
      pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      close: () => db.destroy(),
    }
  }
  mkdirSync(env.DATA_DIR, { recursive: true })
  const path = join(env.DATA_DIR, 'connivence.db')
  const file = new Libsql(path)
  for (const pragma of PRAGMAS) file.exec(`pragma ${pragma}`)
  const db = new Kysely<Tables>({
    dialect: sqliteDialect(
      file,
      createCheckpoints(path, (pragma) => void file.exec(`pragma ${pragma}`)),
    ),
    plugins,
    ...logging,
  })
  return { db, engine: 'sqlite', sealer, pool: () => ({}), close: () => db.destroy() }
}
