import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
} from 'kysely'
import type Libsql from 'libsql'
import type { Checkpoints } from './checkpoints'

type File = InstanceType<typeof Libsql>

/**
 * Prepared query texts kept: most run thousands of times, and preparing costs more than running.
 */
const PREPARED_MAX = 600

/**
 * The only connection. A text is prepared once; results are read to the end at once, so a statement
 * is never in use twice.
 */
class Connection implements DatabaseConnection {
  readonly #file: File
  readonly #known = new Map<string, ReturnType<File['prepare']>>()
  constructor(file: File) {
    this.#file = file
  }
  // async: a file error becomes a rejection, as with other drivers
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // SQLITE_FULL rolls back implicitly: skip this ROLLBACK so that the original error surfaces
    if (sql === 'rollback' && !this.#file.inTransaction) return { rows: [] }
    const statement = this.#prepared(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
  streamQuery = (): never => {
    throw new Error('the embedded database is read at once')
  }
  #prepared(text: string): ReturnType<File['prepare']> {
    const statement = this.#known.get(text) ?? this.#file.prepare(text)
    // least recently used first
    this.#known.delete(text)
    this.#known.set(text, statement)
    if (this.#known.size > PREPARED_MAX) this.#known.delete(this.#known.keys().next().value ?? '')
    return statement
  }
  close(): void {
    this.#known.clear()
    this.#file.close()
  }
}

/** Lends the connection to one caller at a time, FIFO. */
const createDriver = (file: File, checkpoints: Checkpoints): Driver => {
  const connection = new Connection(file)
  const waiting: (() => void)[] = []
  let lent = false
  const ask =
    (text: string) =>
    async (c: DatabaseConnection): Promise<void> =>
      void (await c.executeQuery(CompiledQuery.raw(text)))
  const commit = ask('commit')
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      if (lent) await new Promise<void>((resolve) => waiting.push(resolve))
      lent = true
      return connection
    },
    releaseConnection: async () => {
      const next = waiting.shift()
      if (next) next()
      else lent = false
    },
    // a deferred one that has read fails at once when a tool (`keys`) has written meanwhile
    beginTransaction: ask('begin immediate'),
    commitTransaction: async (c) => {
      await commit(c)
      checkpoints.committed()
    },
    rollbackTransaction: ask('rollback'),
    destroy: async () => {
      await checkpoints.close()
      connection.close()
    },
  }
}

/** Leaves out `for update` and the like: there is one writer. */
class Compiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!node.modifier?.startsWith('For')) super.visitSelectModifier(node)
  }
}

/** The embedded engine for kysely. */
export const sqliteDialect = (file: File, checkpoints: Checkpoints): Dialect => ({
  createDriver: () => createDriver(file, checkpoints),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new Compiler(),
})
