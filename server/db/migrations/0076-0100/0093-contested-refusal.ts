import { CompiledQuery, type Kysely } from 'kysely'

/** A refused verification may be contested: which one, and who of the staff refused it. */
const STATEMENTS = [
  `alter table verification_requests add column contests text`,
  `alter table verification_requests add column refused_by text`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
