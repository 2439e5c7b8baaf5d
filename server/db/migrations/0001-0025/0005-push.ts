import { CompiledQuery, type Kysely } from 'kysely'

/** Push devices, their interests, and the queue. */
const STATEMENTS = [
  `create table push_devices (id text primary key, kind text not null, endpoint text, endpoint_hash text, p256dh text, auth text, platform text not null, user_agent text not null,
    sdk_version text, session_id text references sessions (id) on delete cascade, user_id text references users (id) on delete cascade,
    account_id text references accounts (id) on delete cascade, identity_id text, created_at bigint not null, bound_at bigint)`,
  `create index push_devices_session on push_devices (session_id)`,
  `create index push_devices_user on push_devices (user_id)`,
  `create index push_devices_account on push_devices (account_id)`,
  `create index push_devices_endpoint on push_devices (endpoint_hash)`,
  `create index push_devices_bound on push_devices (bound_at, created_at)`,
  `create table push_interests (device_id text not null references push_devices (id) on delete cascade, name text not null, primary key (device_id, name))`,
  `create table push_queue (id text primary key, device_id text not null references push_devices (id) on delete cascade, tag text not null, source text not null, source_id text not null,
    tries integer not null, created_at bigint not null, next_at bigint not null)`,
  `create unique index push_queue_tag on push_queue (device_id, tag)`,
  `create index push_queue_next on push_queue (next_at)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
