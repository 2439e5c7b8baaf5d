import { CompiledQuery, type Kysely } from 'kysely'

/** When the account said that a person is not on the photo after all; it takes their word. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw('alter table media_subjects add column corrected_at bigint'),
  )
}
