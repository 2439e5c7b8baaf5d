import { CompiledQuery, type Kysely } from 'kysely'

/** A message of the staff may be for some members only, and no longer shown after a date. */
const STATEMENTS = [
  `alter table announcements add column audience text`,
  `alter table announcements add column ends_at bigint`,
  `alter table news add column ends_at bigint`,
  `create index news_ends on news (ends_at) where ends_at is not null`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
