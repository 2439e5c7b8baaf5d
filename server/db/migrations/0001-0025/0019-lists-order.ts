import { CompiledQuery, type Kysely } from 'kysely'

/** The order of an event's participants, for their pages. */
const STATEMENTS = [
  `create index event_participants_order on event_participants (event_id, created_at, id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
