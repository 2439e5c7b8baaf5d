import { CompiledQuery, type Kysely } from 'kysely'

/** Part 5: who is not shown as present. A column, because lists of accounts ask for it in SQL. */
const STATEMENTS = [`alter table accounts add column presence_hidden integer not null default 0`]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
