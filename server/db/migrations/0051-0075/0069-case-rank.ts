import { CompiledQuery, type Kysely } from 'kysely'

/** The place of a case among those of its priority; one that an older server opens comes first. */
const STATEMENTS = [
  `alter table cases add column ranked_at bigint not null default 0`,
  `update cases set ranked_at = opened_at`,
  `create index cases_ranked on cases (state, priority, ranked_at, id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
