import { setTimeout } from 'node:timers/promises'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../client'
import { truncateWriteLog, isPostgres, type Conn } from '../dialect'
import { SEALED_COLUMNS } from './columns'
import { noteColumnKey } from './require'
import { keyOfValue, unsealText, PREFIX, sealText, type ColumnKeys, type ColumnRing } from './text'

const BATCH = 100
/** Of values, or files, by the key that they need. */
export interface Counts {
  current: number
  old: number
  plain: number
  unknown: number
}
/** The tables of `SEALED_COLUMNS` that this database has: a store of photos may have none yet. */
const sealedTables = async (db: Db) => {
  const here = new Set((await db.introspection.getTables()).map(({ name }) => name))
  return Object.entries(SEALED_COLUMNS).filter(([table]) => here.has(table))
}
type Raw = Record<string, string | number | null>

const rowKey = (keys: readonly string[], row: Raw): string =>
  keys.map((key) => String(row[key])).join('|')

/** Encrypted columns by the key that they need; empty values are not counted. */
export const countValues = async (db: Db, { current, old }: ColumnRing): Promise<Counts> => {
  const kindOf = (id: string | null): keyof Counts => {
    if (id === null) return 'plain'
    if (id === current?.id) return 'current'
    return id === old?.id ? 'old' : 'unknown'
  }
  const counts: Counts = { current: 0, old: 0, plain: 0, unknown: 0 }
  for (const [table, { columns }] of await sealedTables(db))
    for (const column of Object.keys(columns)) {
      const { rows } = await sql<{ head: string; n: number }>`
        select substr(${sql.ref(column)}, 1, ${sql.lit(PREFIX.length + 8)}) as head, count(*) as n
        from ${sql.table(table)} where ${sql.ref(column)} <> '' group by 1`.execute(
        db.withoutPlugins(),
      )
      for (const { head, n } of rows) {
        const kind = kindOf(keyOfValue(head))
        counts[kind] += n
      }
    }
  return counts
}

/** The next values in the clear or of the old key, after the row `last`. */
const nextOf = async (
  db: Db,
  table: string,
  column: string,
  oldId: string | null,
  last: Raw | undefined,
): Promise<Raw[]> => {
  const value = sql.ref(column)
  const isPlain = sql<SqlBool>`substr(${value}, 1, ${sql.lit(PREFIX.length)}) <> ${PREFIX}`
  const isOld = oldId
    ? sql<SqlBool>`substr(${value}, 1, ${sql.lit(PREFIX.length + 8)}) = ${PREFIX + oldId}`
    : sql<SqlBool>`1 = 0`
  const keys = SEALED_COLUMNS[table]?.keys ?? []
  const names = sql.join([...keys, column].map((name) => sql.ref(name)))
  const order = sql.join(keys.map((name) => sql.ref(name)))
  const isAfter = last
    ? sql<SqlBool>`(${order}) > (${sql.join(keys.map((key) => last[key]))})`
    : sql<SqlBool>`1 = 1`
  const { rows } = await sql<Raw>`select ${names} from ${sql.table(table)}
    where ${value} <> '' and (${isPlain} or ${isOld}) and ${isAfter}
    order by ${order} limit ${sql.lit(BATCH)}`.execute(db)
  return rows
}

/** False: the value cannot be read. It is replaced only if it has not changed meanwhile. */
const rewrite = async (
  db: Conn,
  ring: ColumnRing,
  current: ColumnKeys,
  table: string,
  column: string,
  row: Raw,
): Promise<boolean> => {
  const keys = SEALED_COLUMNS[table]?.keys ?? []
  const stored = String(row[column])
  const purpose = `${table}.${column}`
  const id = rowKey(keys, row)
  let next: string
  try {
    next = sealText(current, purpose, id, unsealText(ring, purpose, id, stored))
  } catch (error) {
    console.error(`${purpose} of ${id} cannot be read:`, String(error))
    return false
  }
  const where = sql.join(
    keys.map((key) => sql`${sql.ref(key)} = ${row[key]}`),
    sql` and `,
  )
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${next}
    where ${where} and ${sql.ref(column)} = ${stored}`.execute(db)
  return true
}

/**
 * Runs a batch: on SQLite as one transaction, then a pause of the same length. A server beside it
 * waits for the file only 5 s, and would not get it between commits that follow at once. On
 * PostgreSQL row by row: nobody waits for more than one.
 */
const runBatch = async (db: Db, work: (conn: Conn) => Promise<void>): Promise<void> => {
  if (isPostgres(db)) return work(db)
  const begun = performance.now()
  await db.transaction().execute(work)
  await setTimeout(performance.now() - begun)
}

/**
 * Encrypts values in the clear and gives those of the old key the current one. The server may be
 * running; interrupted, it goes on where it stopped.
 */
export const reencryptValues = async (
  withPlugins: Db,
  ring: ColumnRing,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> => {
  const { current, old } = ring
  if (!current) return 0
  const db = withPlugins.withoutPlugins()
  let done = 0
  for (const [table, { columns }] of await sealedTables(db))
    for (const column of Object.keys(columns)) {
      let last: Raw | undefined
      for (;;) {
        const rows = await nextOf(db, table, column, old?.id ?? null, last)
        if (rows.length === 0) break
        await runBatch(db, async (conn) => {
          for (const row of rows)
            if (await rewrite(conn, ring, current, table, column, row)) done += 1
        })
        onProgress(done)
        last = rows.at(-1)
      }
    }
  if ((await sealedTables(db)).length > 0) await noteColumnKey(withPlugins, current.id)
  // what was in the clear is still in the file, and what replaced it in its log alone
  await truncateWriteLog(db)
  return done
}
