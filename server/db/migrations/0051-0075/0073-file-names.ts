import { CompiledQuery, type Kysely } from 'kysely'

/** The name that a photo had on the device may say who or where, and no screen shows it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(CompiledQuery.raw('alter table media drop column original_filename'))
}
