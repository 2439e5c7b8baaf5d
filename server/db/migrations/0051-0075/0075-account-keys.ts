import { CompiledQuery, type Kysely } from 'kysely'

/** Keys under which backups hold what an account wrote; they go with the account. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw(
      'create table account_keys (account_id text primary key references accounts (id) on delete cascade, key text not null)',
    ),
  )
}
