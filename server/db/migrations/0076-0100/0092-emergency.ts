import { CompiledQuery, type Kysely } from 'kysely'

/** The decision that froze the account while a threat to life is looked into. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(CompiledQuery.raw('alter table cases add column freeze_id text'))
}
