import { CompiledQuery, type Kysely } from 'kysely'

/** Accounts whose invitation is still to be followed, looked for every minute. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw(
      `create index users_to_follow on users (account_id) where join_token_hash is not null`,
    ),
  )
}
