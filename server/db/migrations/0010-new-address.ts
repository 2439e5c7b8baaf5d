import { CompiledQuery, type Kysely } from 'kysely'

/** A new e-mail address waits in the token of its link; `keep_session`: the one that stays when the others end with the old address. */
const STATEMENTS = [
  `alter table email_tokens add column address text`,
  `alter table email_tokens add column keep_session text`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
