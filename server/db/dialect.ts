import { sql, type Kysely, type Transaction } from 'kysely'
import { PostgresAdapter } from 'kysely'
import type { Tables } from './tables'

/** A connection or a transaction of either engine. */
export type Conn = Kysely<Tables> | Transaction<Tables>

export const isPostgres = (db: Conn): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** Lower case, no accents, single spaces: what is searched and what is unique. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** Escapes % _ and \ for `like … escape '\'`. */
export const likePattern = (text: string): string =>
  `%${fold(text).replace(/[\\%_]/g, (c) => `\\${c}`)}%`

/** Unique-key violation on either engine; the caller turns it into its own refusal. */
export const isUniqueViolation = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  )
}

/** Two transactions that waited for each other: PostgreSQL ends one. */
export const isDeadlock = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code
  return code === '40P01' || code === '40001'
}

/** Two transactions that waited for each other: done again, a few times. The work must hold no outside effect. */
export const retried = async <T>(work: () => Promise<T>, times = 5): Promise<T> => {
  for (let left = times; ; left -= 1)
    try {
      return await work()
    } catch (error) {
      if (left <= 1 || !isDeadlock(error)) throw error
    }
}

/**
 * A lock on two accounts as a pair, in whatever order they are named, until the transaction ends. `alone`: nobody else has it,
 * `shared`: many may, while nobody has it alone. On SQLite a transaction has the whole file to itself.
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
 * Takes the conversation's write lock and its next clock value. The update locks the row on PostgreSQL and the file on
 * SQLite, so clock values are handed out in commit order. Returns the new value (about ms since epoch).
 */
export const tick = async (
  trx: Conn,
  conversationId: string,
  nowMs: number,
): Promise<number | null> => {
  const row = await trx
    .updateTable('conversations')
    // as values: the text of the query stays the same, and is prepared once
    .set({
      clock: sql<number>`case when clock >= cast(${Math.floor(nowMs)} as bigint) then clock + 1 else cast(${Math.floor(nowMs)} as bigint) end`,
    })
    .where('id', '=', conversationId)
    .returning('clock')
    .executeTakeFirst()
  return row ? Number(row.clock) : null
}
