import { CompiledQuery, type Kysely } from 'kysely'

/** Whether the participants themselves said yes, whatever organizers set since. */
const STATEMENTS = [
  `alter table event_participants add column said_yes integer not null default 0`,
  `update event_participants set said_yes = 1 where status in ('accepted', 'pending_approval', 'waitlist')`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
