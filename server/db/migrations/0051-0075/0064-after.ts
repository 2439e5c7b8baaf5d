import { CompiledQuery, type Kysely } from 'kysely'

/** Who said to be home after an event, and whom a guest would like to meet again. */
const STATEMENTS = [
  `create table event_returns (event_id text not null references events (id) on delete cascade, account_id text not null references accounts (id) on delete cascade,
    at bigint not null, primary key (event_id, account_id))`,
  `create index event_returns_account on event_returns (account_id)`,
  `create table event_reunions (event_id text not null references events (id) on delete cascade, account_id text not null references accounts (id) on delete cascade,
    with_account_id text not null references accounts (id) on delete cascade, created_at bigint not null, primary key (event_id, account_id, with_account_id))`,
  `create index event_reunions_account on event_reunions (account_id, with_account_id)`,
  `create index event_reunions_with on event_reunions (with_account_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
