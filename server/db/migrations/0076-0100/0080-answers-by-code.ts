import { CompiledQuery, type Kysely } from 'kysely'

/** An answer that waits may be a request with the code of an event, which has no participant yet. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw(`alter table held_answers add column by_code integer not null default 0`),
  )
}
