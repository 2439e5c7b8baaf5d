import { CompiledQuery, type Kysely } from 'kysely'

/** Reports and notices whose decision was taken back no longer count as founded. */
const STATEMENTS = ['reports', 'notices'].map(
  (table) =>
    `update ${table} set outcome = 'reconsidered' where outcome = 'measure' and case_id in (select case_id from decisions where undone_at is not null)`,
)

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
