import { CompiledQuery, type Kysely } from 'kysely'

/** The identity of a couple that a restriction is limited to; null: the whole account. */
const STATEMENTS = [
  `alter table decisions add column identity_id text`,
  `alter table sanctions add column identity_id text`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
