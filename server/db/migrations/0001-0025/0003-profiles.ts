import { CompiledQuery, type Kysely } from 'kysely'

/** Profile photos, albums, sharing, notes, reports and account deletion. */
const STATEMENTS = [
  `create table profile_photos (id text primary key, account_id text not null references accounts (id) on delete cascade,
    media_id text not null references media (id) on delete cascade, position integer not null, created_at bigint not null)`,
  `create unique index profile_photos_once on profile_photos (account_id, media_id)`,
  `create index profile_photos_media on profile_photos (media_id)`,
  `create table albums (id text primary key, account_id text not null references accounts (id) on delete cascade, name text not null, description text,
    is_public integer not null, created_at bigint not null)`,
  `create index albums_account on albums (account_id, created_at)`,
  `create table album_media (album_id text not null references albums (id) on delete cascade, media_id text not null references media (id) on delete cascade,
    position integer not null, added_at bigint not null, primary key (album_id, media_id))`,
  `create index album_media_media on album_media (media_id)`,
  `create index album_media_order on album_media (album_id, position, added_at)`,
  `create table sharings (account_id text not null references accounts (id) on delete cascade, with_account_id text not null references accounts (id) on delete cascade,
    share_names integer not null, share_events integer not null, share_all_albums integer not null, updated_at bigint not null, primary key (account_id, with_account_id))`,
  `create index sharings_with on sharings (with_account_id)`,
  `create table album_shares (id text primary key, album_id text not null references albums (id) on delete cascade, account_id text not null references accounts (id) on delete cascade,
    with_account_id text not null references accounts (id) on delete cascade, expires_at bigint, created_at bigint not null)`,
  `create unique index album_shares_once on album_shares (album_id, with_account_id)`,
  `create index album_shares_with on album_shares (with_account_id)`,
  `create table album_accesses (album_id text not null references albums (id) on delete cascade, account_id text not null references accounts (id) on delete cascade,
    day text not null, at bigint not null, primary key (album_id, account_id, day))`,
  `create table notes (account_id text not null references accounts (id) on delete cascade, about_account_id text not null references accounts (id) on delete cascade,
    global_feeling integer, global_comment text, identity_feelings text not null, updated_at bigint not null, primary key (account_id, about_account_id))`,
  `create index notes_about on notes (about_account_id)`,
  `create table reports (id text primary key, account_id text not null, kind text not null, target_id text not null, target_account_id text, reason text not null,
    comment text not null, copy text, created_at bigint not null, handled_at bigint)`,
  `create index reports_account on reports (account_id)`,
  `alter table accounts add column deletes_at bigint`,
  `create index accounts_deletes on accounts (deletes_at)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
