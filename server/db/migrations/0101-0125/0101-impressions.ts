import { CompiledQuery, type Kysely } from 'kysely'

/** What a guest thought of an evening: three numbers. */
const STATEMENTS = [
  `create table event_impressions (event_id text not null references events (id) on delete cascade, account_id text not null references accounts (id) on delete cascade,
    welcome integer not null, respect integer not null, again integer not null, at bigint not null, primary key (event_id, account_id))`,
  `create index event_impressions_account on event_impressions (account_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
