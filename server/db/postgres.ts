import pg from 'pg'

/** A text is prepared on each connection from this use on; preparing rarer ones does not pay. */
const PREPARED_FROM_USE = 3
/** Prepared statements per connection at most: each takes memory of the database server. */
const PREPARED_MAX = 400
/** `select *` is never prepared: its columns change with the next migration, and it would fail. */
const ALL_COLUMNS = /(?<!\()\*/

/** Plan prepared statements once per connection: values are ids, planning costs more than running. */
export const GENERIC_PLAN = '-c plan_cache_mode=force_generic_plan'

const uses = new Map<string, number>()
const names = new Map<string, string>()
/** The name under which a text is prepared, undefined when it is not (yet). */
const preparedName = (text: string): string | undefined => {
  const name = names.get(text)
  if (name || names.size >= PREPARED_MAX) return name
  const count = (uses.get(text) ?? 0) + 1
  uses.set(text, count)
  // lists of any length make an unbounded number of texts
  if (uses.size > 10 * PREPARED_MAX) uses.clear()
  if (count < PREPARED_FROM_USE || ALL_COLUMNS.test(text)) return undefined
  names.set(text, `q${names.size}`)
  return names.get(text)
}

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}
/**
 * Statements to send in one round trip. Kysely runs one query of a transaction at a time, so a batch
 * travels through it as the only parameter of a single query. `commits`: followed by the commit.
 */
export class StatementBatch {
  readonly statements: readonly Statement[]
  readonly commits: boolean
  constructor(statements: readonly Statement[], commits: boolean) {
    this.statements = statements
    this.commits = commits
  }
  get text(): string {
    return this.statements.map((s) => s.text).join(';\n')
  }
}

/**
 * Kysely's isolation level of a transaction whose `begin` is sent with its first statement, which saves
 * a round trip. (It is also PostgreSQL's default level.)
 */
export const LAZY_BEGIN = 'read committed'
/** What Kysely sends to begin a transaction of this level. */
const LAZY_BEGIN_TEXT = `start transaction isolation level ${LAZY_BEGIN}`

const NO_ROWS = { rows: [], command: null, rowCount: 0 }

/**
 * A client that prepares frequent statements, begins transactions lazily and sends a `StatementBatch` in
 * one round trip (figures: decision 022). It needs the `pipeline` option of pg: a query is then sent
 * without waiting for the result of the previous one. A statement that fails aborts its transaction,
 * so those behind it fail too and the commit behind them rolls back.
 */
export class PipeliningClient extends pg.Client {
  /** `begin` is still to be sent, with the next statement. */
  #begins = false
  /** The commit was sent with the last statements; Kysely's own `commit` is skipped. */
  #committed = false
  readonly #send = (
    text: unknown,
    values?: unknown,
    ...rest: unknown[]
  ): Promise<pg.QueryResult<object>> =>
    (pg.Client.prototype.query as (...all: unknown[]) => Promise<pg.QueryResult<object>>).call(
      this,
      text,
      values,
      ...rest,
    )
  #sendStatement({ text, values }: Statement): Promise<pg.QueryResult<object>> {
    const name = values.length > 0 ? preparedName(text) : undefined
    return this.#send({ text, values, ...(name === undefined ? {} : { name }) })
  }
  #sendBegin(): void {
    if (!this.#begins) return
    this.#begins = false
    // when it fails, so does the statement behind it
    void this.#send('begin').catch(() => undefined)
  }

  override query = ((text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    if (text === LAZY_BEGIN_TEXT) {
      this.#begins = true
      this.#committed = false
      return Promise.resolve(NO_ROWS)
    }
    if (text === 'begin') this.#begins = this.#committed = false
    if (text === 'commit' || text === 'rollback') {
      const isDone = this.#begins || this.#committed
      this.#begins = this.#committed = false
      if (isDone) return Promise.resolve(NO_ROWS)
    }
    if (Array.isArray(values) && values[0] instanceof StatementBatch)
      return this.#sendBatch(values[0])
    this.#sendBegin()
    if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0)
      return this.#send(text, values, ...rest)
    return this.#sendStatement({ text, values })
  }) as pg.Client['query']

  /** Resolves to one row per statement: the rows of its result. */
  async #sendBatch({
    statements,
    commits,
  }: StatementBatch): Promise<{ rows: unknown[]; command: null; rowCount: number }> {
    this.#sendBegin()
    const sent = statements.map((statement) => this.#sendStatement(statement))
    if (commits) sent.push(this.#send('commit'))
    const rows: unknown[] = []
    // the connection must be idle before it is used again: wait for all, also after a failure
    for (const result of await Promise.allSettled(sent)) {
      if (result.status === 'rejected') throw result.reason
      if (rows.length < statements.length) rows.push(result.value.rows)
      else if (result.value.command === 'COMMIT') this.#committed = true
      else throw new Error('the transaction was not committed')
    }
    return { rows, command: null, rowCount: rows.length }
  }
}
