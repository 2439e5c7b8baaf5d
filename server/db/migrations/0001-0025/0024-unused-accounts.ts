import { CompiledQuery, type Kysely } from 'kysely'

/** When a login was last used, and the letters to an account that nobody uses. */
const STATEMENTS = [
  `alter table users add column used_at bigint`,
  `alter table accounts add column unused_letters integer not null default 0`,
  `alter table accounts add column unused_letter_at bigint`,
  `create index users_used on users (used_at)`,
  `create index accounts_unused on accounts (unused_letters)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
  // the time before was not recorded: it counts from now
  await db.executeQuery(CompiledQuery.raw(`update users set used_at = ${Date.now()}`))
}
