import { join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'
import { unsealRows, sealRows } from '../db/seal/rows'
import { createSealer, type Sealer } from '../db/seal/text'
import type { Env } from '../env'

// int8 as number, as in db/client
pg.types.setTypeParser(20, Number)

export type Row = Readonly<Record<string, string | number | null>>

/**
 * One connection to either engine, for whole tables: one snapshot for reading, one transaction for
 * writing.
 */
export interface Engine {
  readonly postgres: boolean
  /** Table names, referenced tables first. */
  tables(): Promise<string[]>
  columns(table: string): Promise<string[]>
  count(table: string): Promise<number>
  batches(table: string): AsyncIterable<Row[]>
  insert(table: string, rows: readonly Row[]): Promise<void>
  run(text: string): Promise<void>
  close(): Promise<void>
}

const BATCH = 1_000
/** Values per statement: SQLite takes 32,766, PostgreSQL 65,535. */
const VALUES_MAX = 30_000
/** Bookkeeping of the migrator and of the running servers. */
const OWN = new Set(['kysely_migration', 'kysely_migration_lock', 'work_claims'])
const name = (text: string): string => `"${text.replaceAll('"', '""')}"`

const sorted = (
  tables: readonly string[],
  needs: ReadonlyMap<string, readonly string[]>,
): string[] => {
  const done: string[] = []
  const visit = (table: string, path: readonly string[]): void => {
    if (done.includes(table) || path.includes(table)) return
    for (const other of needs.get(table) ?? []) if (other !== table) visit(other, [...path, table])
    done.push(table)
  }
  for (const table of [...tables].sort()) visit(table, [])
  return done
}
const slices = (rows: readonly Row[], columns: number): (readonly Row[])[] => {
  const size = Math.max(1, Math.floor(VALUES_MAX / columns))
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
    rows.slice(i * size, (i + 1) * size),
  )
}

const openPostgres = async (url: string): Promise<Engine> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const list = async (
    text: string,
    values: readonly string[] = [],
  ): Promise<Record<string, unknown>[]> =>
    (await client.query<Record<string, unknown>>(text, [...values])).rows
  return {
    postgres: true,
    run: async (text) => void (await client.query(text)),
    close: () => client.end(),
    count: async (table) =>
      Number((await list(`select count(*) as n from ${name(table)}`))[0]?.['n'] ?? 0),
    columns: async (table) =>
      (
        await list(
          `select column_name as c from information_schema.columns
            where table_schema = current_schema() and table_name = $1`,
          [table],
        )
      )
        .map((r) => String(r['c']))
        .sort(),
    tables: async () => {
      const all = (
        await list(
          `select table_name as t from information_schema.tables
            where table_schema = current_schema() and table_type = 'BASE TABLE'`,
        )
      )
        .map((r) => String(r['t']))
        .filter((t) => !OWN.has(t))
      const needs = new Map<string, string[]>()
      for (const r of await list(
        `select c.relname as t, f.relname as f from pg_constraint k
          join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
          where k.contype = 'f'`,
      ))
        needs.set(String(r['t']), [...(needs.get(String(r['t'])) ?? []), String(r['f'])])
      return sorted(all, needs)
    },
    batches: async function* (table) {
      await client.query(`declare reading no scroll cursor for select * from ${name(table)}`)
      try {
        for (;;) {
          const { rows } = await client.query<Row>(`fetch ${BATCH} from reading`)
          if (rows.length === 0) return
          yield rows
        }
      } finally {
        await client.query('close reading')
      }
    },
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {})
      for (const slice of slices(rows, columns.length)) {
        let n = 0
        const places = slice.map(() => `(${columns.map(() => `$${(n += 1)}`).join(',')})`).join(',')
        await client.query(
          `insert into ${name(table)} (${columns.map(name).join(',')}) values ${places}`,
          slice.flatMap((r) => columns.map((c) => r[c] ?? null)),
        )
      }
    },
  }
}

const openSqlite = (file: string): Engine => {
  const db = new Libsql(file, { timeout: 10_000 })
  db.exec('pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on')
  const list = (text: string, ...values: string[]): Record<string, unknown>[] =>
    db.prepare(text).all(...values) as Record<string, unknown>[]
  return {
    postgres: false,
    run: async (text) => void db.exec(text),
    close: async () => void db.close(),
    count: async (table) => Number(list(`select count(*) as n from ${name(table)}`)[0]?.['n'] ?? 0),
    columns: async (table) =>
      list(`select name from pragma_table_info(?)`, table)
        .map((r) => String(r['name']))
        .sort(),
    tables: async () => {
      const all = list(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
      )
        .map((r) => String(r['name']))
        .filter((t) => !OWN.has(t))
      return sorted(
        all,
        new Map(
          all.map((t) => [
            t,
            list(`select "table" as f from pragma_foreign_key_list(?)`, t).map((r) =>
              String(r['f']),
            ),
          ]),
        ),
      )
    },
    batches: async function* (table) {
      let some: Row[] = []
      for (const row of db.prepare(`select * from ${name(table)}`).iterate() as Iterable<Row>) {
        some.push(row)
        if (some.length < BATCH) continue
        yield some
        some = []
      }
      if (some.length > 0) yield some
    },
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {})
      const one = db.prepare(
        `insert into ${name(table)} (${columns.map(name).join(',')}) values (${columns.map(() => '?').join(',')})`,
      )
      for (const r of rows) one.run(...columns.map((c) => r[c] ?? null))
    },
  }
}

/** Values leave in the clear and are encrypted by the place that they come to. */
const sealing = (engine: Engine, sealer: Sealer): Engine => ({
  ...engine,
  batches: async function* (table) {
    for await (const rows of engine.batches(table)) yield unsealRows(sealer, table, rows)
  },
  insert: (table, rows) => engine.insert(table, sealRows(sealer, table, rows)),
})

export const openEngine = async (
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR' | 'MASTER_KEY' | 'MASTER_KEY_OLD'>,
): Promise<Engine> =>
  sealing(
    env.DATABASE_URL
      ? await openPostgres(env.DATABASE_URL)
      : openSqlite(join(env.DATA_DIR, 'connivence.db')),
    createSealer(env),
  )

/** Starts reading a snapshot of the database while members write. */
export const beginSnapshotSql = (engine: Engine): string =>
  engine.postgres ? 'begin isolation level repeatable read read only' : 'begin'
