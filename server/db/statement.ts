import { CompiledQuery } from 'kysely'
import { isPostgres, type Conn } from './dialect'

type Type = 'text' | 'bigint'
/**
 * A statement that is asked thousands of times a minute, about any number of rows of values: `text` is given a query of these rows, as
 * a subquery or after `insert into`. It is written by hand and made once, because making a text costs more than asking it. No rows: no
 * statement, no rows. Never ask it with more than some hundred.
 */
export const statementOfRows = <T>(types: readonly Type[], text: (rows: string) => string) => {
  // PostgreSQL keeps one plan for any number of rows: a list for each column; SQLite has no lists, and prepares in no time
  const ofLists = text(`select ${types.map((type, k) => `unnest($${k + 1}::${type}[])`).join(', ')}`)
  const ofValues = new Map<number, string>()
  const make = (count: number): string => {
    const row = `(${types.map((type) => `cast(? as ${type})`).join(', ')})`
    const made = text(`values ${Array.from({ length: count }, () => row).join(', ')}`)
    ofValues.set(count, made)
    return made
  }
  return async (db: Conn, rows: readonly (readonly unknown[])[]): Promise<T[]> => {
    if (rows.length === 0) return []
    const query = isPostgres(db)
      ? CompiledQuery.raw(ofLists, types.map((_, k) => rows.map((row) => row[k])))
      : CompiledQuery.raw(ofValues.get(rows.length) ?? make(rows.length), rows.flat())
    return (await db.executeQuery<T>(query)).rows
  }
}
