import { CompiledQuery, type Kysely } from 'kysely'

/** What a case has no room for is counted: photos of a later version, and whole versions. */
const STATEMENTS = [
  `alter table evidence add column photos_left_out integer not null default 0`,
  `alter table cases add column versions_left_out integer not null default 0`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
