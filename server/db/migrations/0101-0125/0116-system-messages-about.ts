import { CompiledQuery, type Kysely } from 'kysely'

/** The deletion of an account finds the system messages about it without reading all of them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw(
      `create index messages_about on messages (client_hash) where sender_account_id is null and client_hash is not null`,
    ),
  )
}
