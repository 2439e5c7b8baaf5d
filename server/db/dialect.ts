import { sql, type Kysely, type Transaction } from 'kysely'
import { PostgresAdapter } from 'kysely'
import type { Tables } from './tables'

/** A connection or a transaction of either engine. */
export type Conn = Kysely<Tables> | Transaction<Tables>

export const isPostgres = (db: Conn): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** A boolean as it is stored: neither engine's columns are booleans. */
export const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

/**
 * For `in` and `not in`, which need at least one value: no id is empty, so that '' matches no row.
 */
export const idsOrNone = (ids: Iterable<string>): string[] => ['', ...ids]

/** Parts of at most `size`, in order: a statement takes 32,766 values on SQLite, twice as many on PostgreSQL. */
export const chunksOf = <T>(all: readonly T[], size = 500): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
    all.slice(i * size, (i + 1) * size),
  )

/** Lower case, no accents, single spaces: for search and unique keys. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** Escapes % _ and \ for `like … escape '\'`. */
export const likePattern = (text: string): string =>
  `%${foldText(text).replace(/[\\%_]/g, (c) => `\\${c}`)}%`

/** A number in a column of JSON text; null where there is none. */
export const jsonNumber = (db: Conn, column: string, path: readonly string[]) =>
  isPostgres(db)
    ? sql<
        number | null
      >`(${sql.ref(column)}::jsonb #>> ${sql.lit(`{${path.join(',')}}`)})::double precision`
    : sql<number | null>`json_extract(${sql.ref(column)}, ${sql.lit(`$.${path.join('.')}`)})`

/** After a destruction: the embedded engine's log still holds the pages from before. */
export const truncateWriteLog = async (db: Conn): Promise<void> => {
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** Unique-key violation on either engine; callers turn it into their own failure. */
export const isUniqueViolation = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  )
}

/** A row that this one refers to is missing: deleted since it was read. */
export const isForeignKeyViolation = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}

/** Deadlock: PostgreSQL aborts one of the transactions. */
export const isDeadlock = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code
  return code === '40P01' || code === '40001'
}

/** Retries after transient errors, a few times. The work must have no outside effects. */
export const retryOn = async <T>(
  isTransient: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> => {
  for (let left = 5; ; left -= 1)
    try {
      return await work()
    } catch (error) {
      if (left <= 1 || !isTransient(error)) throw error
    }
}
export const retryOnDeadlock = <T>(work: () => Promise<T>): Promise<T> => retryOn(isDeadlock, work)

/**
 * Locks a pair of accounts, in either order, until the transaction ends. `alone`: exclusive,
 * `shared`: shared. On SQLite a transaction has the whole file anyway.
 */
export const lockPair = async (
  trx: Conn,
  a: string,
  b: string,
  how: 'alone' | 'shared',
): Promise<void> => {
  if (!isPostgres(trx)) return
  const key = [a, b].sort().join(':')
  await (
    how === 'alone'
      ? sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
      : sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`
  ).execute(trx)
}

/**
 * Locks many ids of one kind, in an order that never deadlocks with another such call, until the
 * transaction ends; as `lockPair` otherwise.
 */
export const lockEach = async (
  trx: Conn,
  kind: string,
  ids: readonly string[],
  how: 'alone' | 'shared',
): Promise<void> => {
  if (!isPostgres(trx)) return
  const keys = [...new Set(ids)].sort().map((id) => `${kind}:${id}`)
  // one by one: a plan of several rows could change their order
  for (const key of keys)
    await (
      how === 'alone'
        ? sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
        : sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`
    ).execute(trx)
}

/**
 * Locks the conversation and takes its next clock value. The update locks the row on PostgreSQL and
 * the file on SQLite, so values are assigned in commit order. Returns the new value (about ms since
 * epoch). `count`: takes as many, and returns the last one.
 */
export const takeNextClock = async (
  trx: Conn,
  conversationId: string,
  nowMs: number,
  count = 1,
): Promise<number | null> => {
  const row = await trx
    .updateTable('conversations')
    // as parameters: the query text stays the same and is prepared once
    .set({
      clock: sql<number>`case when clock >= cast(${Math.floor(nowMs)} as bigint) then clock
        else cast(${Math.floor(nowMs)} as bigint) - 1 end + cast(${count} as bigint)`,
    })
    .where('id', '=', conversationId)
    .returning('clock')
    .executeTakeFirst()
  return row?.clock ?? null
}
