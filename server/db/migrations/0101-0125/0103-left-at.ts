import { CompiledQuery, type Kysely } from 'kysely'

/** When a participant who was checked in left, by the clock of the phone; null: has not. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw(`alter table event_participants add column gone_at bigint`),
  )
}
