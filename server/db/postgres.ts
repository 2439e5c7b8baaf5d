import pg from 'pg'

/** Texts that are asked again and again are prepared on each connection; one that is asked less often than this is not worth it. */
const OFTEN = 3
/** Statements a connection keeps at most: each holds some memory of the database server. */
const NAMES_MAX = 400
/** The columns of a statement that asks for all of them change with the next migration, and it would fail. */
const ALL_COLUMNS = /(?<!\()\*/

/** What is prepared is planned once on each connection: our values are ids, and planning costs more than asking. */
export const GENERIC_PLAN = '-c plan_cache_mode=force_generic_plan'

const asked = new Map<string, number>()
const names = new Map<string, string>()
/** The name under which a text is prepared; none yet, or never. */
const nameOf = (text: string): string | undefined => {
  const name = names.get(text)
  if (name || names.size >= NAMES_MAX) return name
  const times = (asked.get(text) ?? 0) + 1
  asked.set(text, times)
  // texts with lists of any length come without end
  if (asked.size > 10 * NAMES_MAX) asked.clear()
  if (times < OFTEN || ALL_COLUMNS.test(text)) return undefined
  names.set(text, `q${names.size}`)
  return names.get(text)
}

interface Said {
  readonly text: string
  readonly values: readonly unknown[]
}
/** Statements that are sent at once, as the one parameter of a query; `last`: with the commit behind them. */
export class StatementBatch {
  readonly statements: readonly Said[]
  readonly last: boolean
  constructor(statements: readonly Said[], last: boolean) {
    this.statements = statements
    this.last = last
  }
  get text(): string {
    return this.statements.map((p) => p.text).join(';\n')
  }
}

/** A transaction begun with these words begins with its first statement: one way there and back less. */
const WITH_THE_FIRST = 'start transaction isolation level read committed'
/** Kysely's name of it. */
export const LAZY_BEGIN = 'read committed'

/** The parts of `pg` that one statement is sent by. */
interface Wire {
  readonly parsedStatements: Record<string, string>
  readonly stream: { cork(): void; uncork(): void }
  sync(): void
}
interface Statement {
  prepare(wire: Wire): void
}
type Rows = { readonly rows: readonly unknown[]; readonly command: string | null }

/** One message to the database server and one from it: it stops at the first statement that fails, and the rest is not done. */
class Flight extends pg.Query {
  readonly #statements: readonly Statement[]
  constructor(statements: readonly (Said & { readonly name?: string | undefined })[]) {
    super({ text: '', values: [] })
    this.#statements = statements.map(
      (s) => new pg.Query({ ...s, values: [...s.values] }) as unknown as Statement,
    )
  }
  override submit = (connection: unknown): void => {
    const wire = connection as Wire
    // each statement would end its message by itself
    const open = Object.create(wire, { sync: { value: () => undefined } }) as Wire
    wire.stream.cork()
    for (const statement of this.#statements) statement.prepare(open)
    wire.sync()
    wire.stream.uncork()
    return null as unknown as undefined
  }
}

/** A connection that has a statement parsed and planned once, not at every call, and sends several at once where it is asked to. */
export class PipeliningClient extends pg.Client {
  /** A transaction that is to begin with the next statement. */
  #begins = false
  /** The commit went with the last statement: the one that is asked for is done. */
  #committed = false
  readonly #plain = (text: unknown, values?: unknown, ...rest: unknown[]): unknown =>
    (pg.Client.prototype.query as (...all: unknown[]) => unknown).call(this, text, values, ...rest)

  override query = ((text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    if (text === WITH_THE_FIRST) {
      this.#begins = true
      this.#committed = false
      return Promise.resolve(NOTHING)
    }
    if (text === 'begin') this.#begins = this.#committed = false
    if (text === 'commit' || text === 'rollback') {
      const isOver = this.#begins || this.#committed
      this.#begins = this.#committed = false
      if (isOver) return Promise.resolve(NOTHING)
    }
    if (Array.isArray(values) && values[0] instanceof StatementBatch)
      return this.#several(values[0])
    if (this.#begins) {
      this.#begins = false
      // the next one waits behind it, and fails with it
      void (this.#plain('begin') as Promise<unknown>).catch(() => undefined)
    }
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return this.#plain(text, values, ...rest)
    return this.#plain({ text, values, name: nameOf(text) }, ...rest)
  }) as pg.Client['query']

  async #several({
    statements,
    last,
  }: StatementBatch): Promise<{ rows: unknown[]; command: null; rowCount: number }> {
    const { parsedStatements } = (this as unknown as { connection: Wire }).connection
    const named = statements.map((part) => ({ ...part, name: nameOf(part.text) }))
    // what this connection has not prepared yet is asked the usual way: a failure would leave open what is prepared
    if (!named.every(({ name, text }) => name !== undefined && parsedStatements[name] === text)) {
      const rows: unknown[] = []
      for (const { text, values } of statements)
        rows.push((await this.query(text, [...values])).rows)
      if (last) this.#ended((await this.query('commit')).command)
      return { rows, command: null, rowCount: rows.length }
    }
    const before = this.#begins ? [{ text: 'begin', values: [] }] : []
    this.#begins = false
    const all = await new Promise<Rows[]>((resolve, reject) => {
      const flight = new Flight([
        ...before,
        ...named,
        ...(last ? [{ text: 'commit', values: [] }] : []),
      ])
      this.#plain(flight, (error: Error | null, results: unknown) =>
        error
          ? reject(error)
          : resolve(Array.isArray(results) ? (results as Rows[]) : [results as Rows]),
      )
    })
    const rows = all.slice(before.length, before.length + statements.length).map((r) => r.rows)
    if (last) this.#ended(all.at(-1)?.command ?? '')
    return { rows, command: null, rowCount: rows.length }
  }
  /** What the database answered to a commit. */
  #ended(command: string): void {
    if (command !== 'COMMIT') throw new Error('the transaction was not committed')
    this.#committed = true
  }
}
const NOTHING = { rows: [], command: null, rowCount: 0 }
