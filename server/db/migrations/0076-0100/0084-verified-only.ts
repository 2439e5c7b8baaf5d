import { CompiledQuery, type Kysely } from 'kysely'

/** Only verified members may enter an event that is so opened. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw('alter table events add column verified_only integer not null default 0'),
  )
}
