import { CompiledQuery, type Kysely } from 'kysely'

/** Passkeys, their challenges, and recovery codes. */
const STATEMENTS = [
  `alter table users add column second_factor integer not null default 0`,
  `create table passkeys (id text primary key, user_id text not null references users (id) on delete cascade, credential_id text not null unique, public_key text not null, counter bigint not null,
    transports text not null, name text not null, created_at bigint not null, last_used_at bigint)`,
  `create index passkeys_user on passkeys (user_id)`,
  `create table passkey_challenges (hash text primary key, kind text not null, user_id text references users (id) on delete cascade, created_at bigint not null, expires_at bigint not null)`,
  `create index passkey_challenges_user on passkey_challenges (user_id)`,
  `create index passkey_challenges_expires on passkey_challenges (expires_at)`,
  `create table recovery_codes (id text primary key, user_id text not null references users (id) on delete cascade, code_hash text not null, created_at bigint not null, used_at bigint)`,
  `create index recovery_codes_user on recovery_codes (user_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
