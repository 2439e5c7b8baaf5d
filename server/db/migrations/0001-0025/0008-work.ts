import { CompiledQuery, type Kysely } from 'kysely'

/** Claims of scheduled jobs: owner, lease, last run. */
const STATEMENTS = [
  `create table work_claims (name text primary key, owner text not null, until bigint not null, ran_at bigint not null)`,
  `create index refresh_tokens_expires on refresh_tokens (expires_at)`,
  `create index email_tokens_expires on email_tokens (expires_at)`,
  `create index join_links_expires on join_links (expires_at)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
