import { CompiledQuery, type Kysely } from 'kysely'

/** Passkeys with which a person of a couple answers on a device that both use. */
const STATEMENTS = [
  `create table identity_passkeys (id text primary key, identity_id text not null references identities (id) on delete cascade, account_id text not null references accounts (id) on delete cascade, credential_id text not null unique, public_key text not null, counter bigint not null, transports text not null, name text not null, created_at bigint not null, last_used_at bigint, ends_at bigint)`,
  `create index identity_passkeys_identity on identity_passkeys (identity_id)`,
  `create index identity_passkeys_account on identity_passkeys (account_id)`,
  `create index identity_passkeys_ends on identity_passkeys (ends_at)`,
  `alter table passkey_challenges add column identity_id text references identities (id) on delete cascade`,
  `create index passkey_challenges_identity on passkey_challenges (identity_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
