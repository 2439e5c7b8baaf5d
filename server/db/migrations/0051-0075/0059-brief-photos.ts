import { CompiledQuery, type Kysely } from 'kysely'

/** Photos of messages that are looked at once, or for a day. */
const STATEMENTS = [
  `alter table held_messages add column brief text`,
  `create table brief_photos (id text primary key, message_id text not null references messages (id) on delete cascade, media_id text references media (id) on delete set null, account_id text not null references accounts (id) on delete cascade, mode text not null, position integer not null, expires_at bigint not null)`,
  `create index brief_photos_message on brief_photos (message_id)`,
  `create unique index brief_photos_media on brief_photos (media_id)`,
  `create index brief_photos_account on brief_photos (account_id)`,
  `create index brief_photos_expiry on brief_photos (expires_at)`,
  `create table brief_views (photo_id text not null references brief_photos (id) on delete cascade, account_id text not null references accounts (id) on delete cascade, view_id text not null, opened_at bigint not null, primary key (photo_id, account_id))`,
  `create index brief_views_account on brief_views (account_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
