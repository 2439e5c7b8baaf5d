import { CompiledQuery, type Kysely } from 'kysely'

/**
 * A new e-mail address is stored with its token; `keep_session`: the session that survives the
 * change.
 */
const STATEMENTS = [
  `alter table email_tokens add column address text`,
  `alter table email_tokens add column keep_session text`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
