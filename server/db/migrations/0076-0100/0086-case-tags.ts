import { CompiledQuery, type Kysely } from 'kysely'

/** What a comment is about, as the staff sees it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(CompiledQuery.raw('alter table cases add column tag text'))
}
