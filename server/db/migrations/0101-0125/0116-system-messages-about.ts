import { CompiledQuery, type Kysely } from 'kysely'

/** System messages about an account, which its deletion finds: not through those of everybody. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw(
      `create index messages_about on messages (client_hash) where sender_account_id is null`,
    ),
  )
}
