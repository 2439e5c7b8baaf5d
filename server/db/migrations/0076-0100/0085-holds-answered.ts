import { CompiledQuery, type Kysely } from 'kysely'

/** The end of a hold that an operator lets come. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(CompiledQuery.raw('alter table cases add column kept_let_end bigint'))
}
