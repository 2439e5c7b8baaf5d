import { CompiledQuery, type Kysely } from 'kysely'

/** Indexes for what an account's export and purge look up by account or identity. */
const STATEMENTS = [
  `create index reactions_account on reactions (account_id)`,
  `create index conversation_reads_identity on conversation_reads (identity_id)`,
  `create index news_actor on news (actor_account_id)`,
  `create index reports_target_account on reports (target_account_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
