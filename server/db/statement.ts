import { CompiledQuery } from 'kysely'
import { isPostgres, type Conn } from './dialect'
import { StatementBatch } from './postgres'

type Type = 'text' | 'bigint'
/** A statement bound to its rows of values; `query` null: no rows. `T`: a result row. */
interface BoundStatement<T> {
  readonly query: CompiledQuery<T> | null
}
/** Executes the statement; without rows, nothing. */
export interface StatementOfRows<T> {
  (db: Conn, rows: readonly (readonly unknown[])[]): Promise<T[]>
  /** The bound statement, for `executeBatch`. */
  bind(db: Conn, rows: readonly (readonly unknown[])[]): BoundStatement<T>
}
/**
 * A frequent statement over any number of value rows: `text` gets a query of these rows, for a
 * subquery or after `insert into`. The text is built once by hand, because building it costs more
 * than running it. Without rows nothing is executed. At most some hundred rows.
 */
export const statementOfRows = <T>(
  types: readonly Type[],
  text: (rows: string) => string,
): StatementOfRows<T> => {
  // PostgreSQL keeps one plan for any number of rows: one array per column; SQLite has no arrays,
  // and prepares fast
  const ofLists = text(
    `select ${types.map((type, k) => `unnest($${k + 1}::${type}[])`).join(', ')}`,
  )
  const ofValues = new Map<number, string>()
  const make = (count: number): string => {
    const row = `(${types.map((type) => `cast(? as ${type})`).join(', ')})`
    const made = text(`values ${Array.from({ length: count }, () => row).join(', ')}`)
    ofValues.set(count, made)
    return made
  }
  const bind: StatementOfRows<T>['bind'] = (db, rows) => ({
    query:
      rows.length === 0
        ? null
        : isPostgres(db)
          ? CompiledQuery.raw(
              ofLists,
              types.map((_, k) => rows.map((row) => row[k])),
            )
          : CompiledQuery.raw(ofValues.get(rows.length) ?? make(rows.length), rows.flat()),
  })
  const execute = async (db: Conn, rows: readonly (readonly unknown[])[]): Promise<T[]> => {
    const { query } = bind(db, rows)
    return query ? (await db.executeQuery(query)).rows : []
  }
  return Object.assign(execute, { bind })
}

type Results<A extends readonly BoundStatement<unknown>[]> = {
  [K in keyof A]: A[K] extends BoundStatement<infer T> ? T[] : never
}
/**
 * Executes statements of one transaction in order, each seeing what was committed before it began;
 * on PostgreSQL in one round trip. `last`: followed by the commit; nothing may be queried, and
 * nothing may fail, in this transaction afterwards.
 */
export const executeBatch = async <const A extends readonly BoundStatement<unknown>[]>(
  trx: Conn,
  statements: A,
  { last = false } = {},
): Promise<Results<A>> => {
  const queries = statements.flatMap(({ query }) => query ?? [])
  const batch =
    isPostgres(trx) && queries.length > 0
      ? new StatementBatch(
          queries.map(({ sql, parameters }) => ({ text: sql, values: parameters })),
          last,
        )
      : null
  const results = batch
    ? (await trx.executeQuery<unknown[]>(CompiledQuery.raw(batch.text, [batch]))).rows
    : []
  if (!batch) for (const query of queries) results.push((await trx.executeQuery(query)).rows)
  let next = 0
  return statements.map(({ query }) => (query ? results[next++] : [])) as Results<A>
}
