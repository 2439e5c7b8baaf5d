import { CompiledQuery, type Kysely } from 'kysely'

/** A look of staff at a photo of a private album that its owner has not been told of yet. */
const STATEMENTS = [`alter table evidence_photos add column looked_at bigint`]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
