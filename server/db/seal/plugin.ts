import type { KyselyPlugin, QueryResult, RootOperationNode, UnknownRow } from 'kysely'
import { SEALED_COLUMNS, SEALED_TABLES } from './columns'
import { MARK } from './select'
import type { Sealer } from './text'
import { SealTransformer, touchesSealed } from './transformer'

/** Which value could not be read, and why; never the value. */
export type OnRefused = (what: string, error: unknown) => void

/** «table number|keys…|value» after the mark. */
const openMarked = (sealer: Sealer, onRefused: OnRefused, marked: string): string | null => {
  let at = MARK.length
  const next = (): string => {
    const end = marked.indexOf('|', at)
    const part = marked.slice(at, end)
    at = end + 1
    return part
  }
  const table = SEALED_TABLES[Number(next())] ?? ''
  const column = next()
  const { keys, columns } = SEALED_COLUMNS[table] ?? { keys: [], columns: {} }
  const row = keys.map(next).join('|')
  const purpose = `${table}.${column}`
  try {
    return sealer.open(purpose, row, marked.slice(at))
  } catch (error) {
    onRefused(`${purpose} of ${row}`, error)
    return columns[column] ?? null
  }
}

/**
 * Encrypts what is written to the columns of `SEALED_COLUMNS` and decrypts what is selected of them. A
 * selected column leaves the database with its table and row in front, so that it is opened under
 * any alias. Raw SQL is not seen: it must leave these columns alone.
 */
export const sealPlugin = (sealer: Sealer, onRefused: OnRefused): KyselyPlugin => {
  const transformer = new SealTransformer(sealer)
  return {
    transformQuery: ({ node }): RootOperationNode =>
      touchesSealed(node) ? transformer.run(node) : node,
    transformResult: async ({ result }): Promise<QueryResult<UnknownRow>> => {
      for (const row of result.rows)
        for (const name in row) {
          const value = row[name]
          if (typeof value === 'string' && value.startsWith(MARK))
            row[name] = openMarked(sealer, onRefused, value)
        }
      return result
    },
  }
}
