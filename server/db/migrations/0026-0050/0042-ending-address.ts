import { CompiledQuery, type Kysely } from 'kysely'

/**
 * When a job reveals and erases the precise address of an event, and the participants who opened
 * it. Existing events keep their address (`address_hours` null).
 */
const STATEMENTS = [
  `alter table events add column reveal_at bigint`,
  `alter table events add column address_hours integer`,
  `create index events_reveal on events (reveal_at)`,
  `create table event_address_views (event_id text not null references events (id) on delete cascade, account_id text not null references accounts (id) on delete cascade,
    first_at bigint not null, primary key (event_id, account_id))`,
  `create index event_address_views_account on event_address_views (account_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
