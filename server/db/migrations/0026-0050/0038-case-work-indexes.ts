import { CompiledQuery, type Kysely } from 'kysely'

/** For the jobs that read these by time. */
const STATEMENTS = [
  `create index cases_kept on cases (kept_until) where kept_until is not null`,
  `create index letters_made on letters (made_at)`,
  `create index album_requests_refused on album_requests (refused_at) where refused_at is not null`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
