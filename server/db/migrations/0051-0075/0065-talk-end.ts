import { CompiledQuery, type Kysely } from 'kysely'

/**
 * When the discussion of an event closes and loses its photos. Existing events keep theirs open
 * (`talk_days` null) until an organizer chooses otherwise.
 */
const STATEMENTS = [
  `alter table events add column talk_days integer`,
  `alter table conversations add column closes_at bigint`,
  `alter table conversations add column closed_at bigint`,
  `create index conversations_closes on conversations (closes_at)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
