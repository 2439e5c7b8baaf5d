import { CompiledQuery, type Kysely } from 'kysely'

/** When the text of a message was last changed by its author, ms since epoch; null: never. */
const STATEMENTS = [`alter table messages add column edited_at bigint`]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
