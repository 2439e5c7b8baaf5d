import { CompiledQuery, type Kysely } from 'kysely'

/** Those of the last hour are counted every minute; the id of a direct one has no time. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw(`create index conversations_created on conversations (created_at)`),
  )
}
