import pg from 'pg'

/** Texts that are asked again and again are prepared on each connection; one that is asked less often than this is not worth it. */
const OFTEN = 3
/** Statements a connection keeps at most: each holds some memory of the database server. */
const NAMES_MAX = 400
/** The columns of a statement that asks for all of them change with the next migration, and it would fail. */
const ALL_COLUMNS = /(?<!\()\*/

/** What is prepared is planned once on each connection: our values are ids, and planning costs more than asking. */
export const ONE_PLAN = '-c plan_cache_mode=force_generic_plan'

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

/** A connection that has a statement parsed and planned once, not at every call. */
export class PreparingClient extends pg.Client {
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const query = pg.Client.prototype.query as (...all: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return query.call(this, text, values, ...rest)
    return query.call(this, { text, values, name: nameOf(text) }, ...rest)
  }) as pg.Client['query']
}
