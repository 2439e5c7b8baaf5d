import { CompiledQuery, type Kysely } from 'kysely'

/** Refusals outlive the next request of the member, which changes the status. */
const STATEMENTS = [
  `alter table event_participants add column was_refused integer not null default 0`,
  `update event_participants set was_refused = 1
    where status = 'cancelled' or (status = 'declined' and said_yes = 1)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
