import { CompiledQuery, type Kysely } from 'kysely'

/** When an invited account was reminded, and whether it wants to be; offers of seats in a car. */
const STATEMENTS = [
  `alter table event_participants add column reminded_at bigint`,
  `alter table event_participants add column no_reminder integer not null default 0`,
  `create table event_rides (id text primary key, event_id text not null references events (id) on delete cascade, account_id text not null references accounts (id) on delete cascade,
    seats integer not null, place text not null, leaves_at text, created_at bigint not null)`,
  `create unique index event_rides_once on event_rides (event_id, account_id)`,
  `create index event_rides_account on event_rides (account_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
