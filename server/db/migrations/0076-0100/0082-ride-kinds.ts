import { CompiledQuery, type Kysely } from 'kysely'

/** Seats in a car may be for women or couples only. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(CompiledQuery.raw(`alter table event_rides add column for_kind text`))
}
