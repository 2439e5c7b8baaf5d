import { CompiledQuery, type Kysely } from 'kysely'

/** Partial index: unchanged messages need no second entry, which saves a page write per send. */
const STATEMENTS = [
  `create index messages_rewritten on messages (conversation_id, changed) where changed <> seq`,
  `drop index messages_changed`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
