import { CompiledQuery, type Kysely } from 'kysely'

/** For the jobs that reveal and erase addresses, and remove what lies past an event's end. */
const STATEMENTS = [
  `create index events_status_reveal on events (status, reveal_at)`,
  `create index events_end on events (coalesce(end_at, start_at))`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
