import { CompiledQuery } from 'kysely'
import type { Conn } from './dialect'

/**
 * A statement that is asked thousands of times a minute: its text is written by hand and never made again, because making it
 * costs more than asking it. Both engines understand `$1`, `$2`… that first come in this order.
 */
export const statement = <T>(text: string) => async (db: Conn, ...values: readonly unknown[]): Promise<T[]> =>
  (await db.executeQuery<T>(CompiledQuery.raw(text, [...values]))).rows

type Type = 'text' | 'bigint'
/**
 * The same for any number of rows of values: `text` is given them as `(…), (…)`, for `values`; it is made once for each number.
 * None: no statement, no rows. Never ask it with more than some hundred rows.
 */
export const statementOfRows = <T>(types: readonly Type[], text: (rows: string) => string) => {
  const texts = new Map<number, string>()
  const make = (count: number): string => {
    const row = (i: number): string => `(${types.map((type, k) => `cast($${i * types.length + k + 1} as ${type})`).join(', ')})`
    const made = text(Array.from({ length: count }, (_, i) => row(i)).join(', '))
    texts.set(count, made)
    return made
  }
  return async (db: Conn, rows: readonly (readonly unknown[])[]): Promise<T[]> =>
    rows.length === 0 ? [] : (await db.executeQuery<T>(CompiledQuery.raw(texts.get(rows.length) ?? make(rows.length), rows.flat()))).rows
}
