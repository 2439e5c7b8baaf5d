import { CompiledQuery } from 'kysely'
import { isPostgres, type Conn } from './dialect'
import { Several } from './postgres'

type Type = 'text' | 'bigint'
/** A statement with its rows of values, not asked yet; `query` null: there are none. `T`: what it answers. */
export interface Asked<T> {
  readonly query: CompiledQuery<T> | null
}
/** Asks it: no rows, no statement. */
export interface StatementOfRows<T> {
  (db: Conn, rows: readonly (readonly unknown[])[]): Promise<T[]>
  /** The same, to be asked by `askAll`. */
  of(db: Conn, rows: readonly (readonly unknown[])[]): Asked<T>
}
/**
 * A statement that is asked thousands of times a minute, about any number of rows of values: `text` is given a query of these rows, as
 * a subquery or after `insert into`. It is written by hand and made once, because making a text costs more than asking it. No rows: no
 * statement, no rows. Never ask it with more than some hundred.
 */
export const statementOfRows = <T>(
  types: readonly Type[],
  text: (rows: string) => string,
): StatementOfRows<T> => {
  // PostgreSQL keeps one plan for any number of rows: a list for each column; SQLite has no lists, and prepares in no time
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
  const of: StatementOfRows<T>['of'] = (db, rows) => ({
    query:
      rows.length === 0
        ? null
        : isPostgres(db)
          ? (CompiledQuery.raw(
              ofLists,
              types.map((_, k) => rows.map((row) => row[k])),
            ) as CompiledQuery<T>)
          : (CompiledQuery.raw(
              ofValues.get(rows.length) ?? make(rows.length),
              rows.flat(),
            ) as CompiledQuery<T>),
  })
  const ask = async (db: Conn, rows: readonly (readonly unknown[])[]): Promise<T[]> => {
    const { query } = of(db, rows)
    return query ? (await db.executeQuery(query)).rows : []
  }
  return Object.assign(ask, { of })
}

type Answers<A extends readonly Asked<unknown>[]> = {
  [K in keyof A]: A[K] extends Asked<infer T> ? T[] : never
}
/**
 * Asks statements of one transaction, one after the other, each seeing what was committed before it began; on PostgreSQL in one way
 * there and back. `last`: the commit goes with them; nothing may be asked, and nothing may fail, in this transaction after it.
 */
export const askAll = async <const A extends readonly Asked<unknown>[]>(
  trx: Conn,
  asked: A,
  { last = false } = {},
): Promise<Answers<A>> => {
  const queries = asked.flatMap(({ query }) => query ?? [])
  const several =
    isPostgres(trx) && queries.length > 0
      ? new Several(
          queries.map(({ sql, parameters }) => ({ text: sql, values: parameters })),
          last,
        )
      : null
  const answers = several
    ? (await trx.executeQuery<unknown[]>(CompiledQuery.raw(several.text, [several]))).rows
    : []
  if (!several) for (const query of queries) answers.push((await trx.executeQuery(query)).rows)
  let next = 0
  return asked.map(({ query }) => (query ? answers[next++] : [])) as Answers<A>
}
