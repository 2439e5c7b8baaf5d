import { CompiledQuery, type Kysely } from 'kysely'

/** Who proposed how a case was closed, where a second person confirmed it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(CompiledQuery.raw(`alter table cases add column proposed_by text`))
}
