import { CompiledQuery, type Kysely } from 'kysely'

/** What an identity would like with a relation. */
const STATEMENTS = [
  `create table wishes (identity_id text not null references identities (id) on delete cascade, account_id text not null references accounts (id) on delete cascade, with_account_id text not null references accounts (id) on delete cascade, ratings text not null, is_open integer not null, changed_at bigint not null, primary key (identity_id, with_account_id))`,
  `create index wishes_account on wishes (account_id, with_account_id)`,
  `create index wishes_with on wishes (with_account_id)`,
  `create index wishes_changed on wishes (changed_at)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
