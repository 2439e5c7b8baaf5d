import { CompiledQuery, type Kysely } from 'kysely'

/** The login that agreed to a photo, which a later withdrawal by another one no longer hides. */
const STATEMENTS = [
  `alter table media_subjects add column yes_by text`,
  `update media_subjects set yes_by = decided_by where state = 'yes'`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
