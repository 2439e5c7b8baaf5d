import { CompiledQuery, type Kysely } from 'kysely'

/** What a decision that was taken back still owes: a photo or an event to give back. */
const STATEMENTS = [
  `alter table decisions add column owed_at bigint`,
  `create index decisions_owed on decisions (owed_at) where owed_at is not null`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
