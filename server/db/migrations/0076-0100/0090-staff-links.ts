import { CompiledQuery, type Kysely } from 'kysely'

/**
 * Links that `npm run staff` prints: a passkey for a login, or a login with a role for an address that
 * has none. `id` is the user's id then.
 */
const STATEMENTS = [
  `create table staff_links (id text primary key, token_hash text not null unique, user_id text references users (id) on delete cascade, address text, email_key text not null, role text not null, pseudonym text not null, expires_at bigint not null)`,
  `create index staff_links_user on staff_links (user_id)`,
  `create index staff_links_email on staff_links (email_key)`,
  `create index staff_links_expires on staff_links (expires_at)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
