import { CompiledQuery, type Kysely } from 'kysely'

/** A meeting is said by a code that one shows to the other. */
const STATEMENTS = [
  `create table met_codes (account_id text primary key, with_account_id text not null, code_hash text not null, tries integer not null, expires_at bigint not null)`,
  `create index met_codes_with on met_codes (with_account_id)`,
  `create index met_codes_expires on met_codes (expires_at)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
