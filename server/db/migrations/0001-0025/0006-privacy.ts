import { CompiledQuery, type Kysely } from 'kysely'

/** Hidden presence. A column, because lists of accounts query it in SQL. */
const STATEMENTS = [`alter table accounts add column presence_hidden integer not null default 0`]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
