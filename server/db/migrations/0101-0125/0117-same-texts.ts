import { CompiledQuery, type Kysely } from 'kysely'

/** What a member sends to many is counted without reading all messages of the day. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw(
      `create index messages_same_text on messages (text_hash) where text_hash is not null`,
    ),
  )
}
