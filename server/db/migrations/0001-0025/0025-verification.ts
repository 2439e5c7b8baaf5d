import { CompiledQuery, type Kysely } from 'kysely'

/** Proof of age; photos with a gesture, what came of them, and members who have met. */
const STATEMENTS = [
  `alter table users add column age_proved_on bigint`,
  `alter table users add column age_method text`,
  `create table age_checks (id text primary key, user_id text not null references users (id) on delete cascade, session_id text not null, nonce text not null, state text not null, expires_at bigint not null)`,
  `create index age_checks_user on age_checks (user_id)`,
  `create index age_checks_expires on age_checks (expires_at)`,
  `create table verification_requests (id text primary key, account_id text not null, gestures text not null, media_ids text not null, state text not null, words text, started_at bigint not null, expires_at bigint not null, closed_at bigint)`,
  `create index verification_requests_account on verification_requests (account_id, started_at)`,
  `create unique index verification_requests_open on verification_requests (account_id) where state in ('started', 'waiting')`,
  `create index verification_requests_expires on verification_requests (expires_at)`,
  `create index verification_requests_closed on verification_requests (closed_at)`,
  `create table verifications (account_id text primary key, verified_on bigint not null, identities text not null)`,
  `create table verification_photos (account_id text not null, media_id text not null references media (id) on delete cascade, primary key (account_id, media_id))`,
  `create index verification_photos_media on verification_photos (media_id)`,
  `create table meetings (account_id text not null, with_account_id text not null, said_at bigint not null, primary key (account_id, with_account_id))`,
  `create index meetings_with on meetings (with_account_id)`,
  `create table proof_keys (evidence_id text primary key references evidence (id) on delete cascade, key text not null)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
