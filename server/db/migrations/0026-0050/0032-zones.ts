import { CompiledQuery, type Kysely } from 'kysely'

/**
 * Zones where a member is not shown, the relations excepted from them, and the pairs of members that
 * they separate. The view `apart`: pairs that a block or a zone separates.
 */
const STATEMENTS = [
  `create table zones (id text primary key, account_id text not null references accounts (id) on delete cascade, place_id text not null, city text not null, lat double precision not null, lng double precision not null, radius_km integer not null, created_at bigint not null)`,
  `create index zones_account on zones (account_id)`,
  `create index zones_lat on zones (lat)`,
  `create table zone_exceptions (account_id text not null references accounts (id) on delete cascade, with_account_id text not null references accounts (id) on delete cascade, primary key (account_id, with_account_id))`,
  `create index zone_exceptions_with on zone_exceptions (with_account_id)`,
  `create table zone_pairs (account_id text not null references accounts (id) on delete cascade, with_account_id text not null references accounts (id) on delete cascade, primary key (account_id, with_account_id))`,
  `create index zone_pairs_with on zone_pairs (with_account_id)`,
  `create view apart as select account_id, blocked_account_id from blocks union all select account_id, with_account_id as blocked_account_id from zone_pairs`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
