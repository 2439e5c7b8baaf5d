import { CompiledQuery, type Kysely } from 'kysely'

/**
 * The subjects of a couple's photos, and whether they agree that others see them. `media_places`: where a
 * photo is to be shown as an avatar or a banner once they do. `media_refusals`: hashes of refused photos. `identity_codes`: the code with which a person answers on a shared
 * device; `users.identity_id`: the person whose login it is.
 */
const STATEMENTS = [
  `alter table users add column identity_id text`,
  `alter table media add column people text`,
  `alter table media add column hash text`,
  `create table media_subjects (media_id text not null references media (id) on delete cascade, identity_id text not null references identities (id) on delete cascade, account_id text not null references accounts (id) on delete cascade, state text not null, asked_at bigint not null, yes_at bigint, decided_at bigint, decided_by text, strong integer not null, text_version text, text_hash text, primary key (media_id, identity_id))`,
  `create index media_subjects_identity on media_subjects (identity_id)`,
  `create index media_subjects_account on media_subjects (account_id, state)`,
  `create table media_places (kind text not null, target_id text not null, media_id text not null references media (id) on delete cascade, account_id text not null references accounts (id) on delete cascade, primary key (kind, target_id))`,
  `create index media_places_media on media_places (media_id)`,
  `create index media_places_account on media_places (account_id)`,
  `create table media_refusals (identity_id text not null references identities (id) on delete cascade, hash text not null, account_id text not null references accounts (id) on delete cascade, refused_at bigint not null, primary key (identity_id, hash))`,
  `create index media_refusals_account on media_refusals (account_id)`,
  `create table identity_codes (identity_id text primary key references identities (id) on delete cascade, account_id text not null references accounts (id) on delete cascade, code_hash text not null, set_at bigint not null, tries integer not null, closed_until bigint)`,
  `create index identity_codes_account on identity_codes (account_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
