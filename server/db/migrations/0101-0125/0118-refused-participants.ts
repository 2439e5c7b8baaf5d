import { CompiledQuery, type Kysely } from 'kysely'

/** Until now the next request of a refused member erased the refusal with the status. */
export const REFUSALS = `update event_participants set was_refused = 1
  where status = 'cancelled' or (status = 'declined' and said_yes = 1)`

const STATEMENTS = [
  `alter table event_participants add column was_refused integer not null default 0`,
  REFUSALS,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
