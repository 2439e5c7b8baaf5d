import { CompiledQuery, type Kysely } from 'kysely'

/** When the desk was opened in a session; desks that are open during the upgrade are locked. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw(`alter table staff_unlocks add column opened_at bigint not null default 0`),
  )
}
