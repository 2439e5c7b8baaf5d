import { CompiledQuery, type Kysely } from 'kysely'

/** What the code of an event by invitation only gives: 1: a request to participate, 0: nothing. */
const STATEMENTS = [`alter table events add column code_requests integer not null default 1`]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
