import { CompiledQuery, type Kysely } from 'kysely'

/** Requests to see a private album, and the shares that end at a time. */
const STATEMENTS = [
  `create table album_requests (id text primary key, album_id text not null references albums (id) on delete cascade, account_id text not null references accounts (id) on delete cascade,
    with_account_id text not null references accounts (id) on delete cascade, words text not null, asked_at bigint not null, refused_at bigint)`,
  `create unique index album_requests_once on album_requests (album_id, with_account_id)`,
  `create index album_requests_owner on album_requests (account_id, asked_at)`,
  `create index album_requests_asker on album_requests (with_account_id)`,
  `create index album_requests_asked on album_requests (asked_at)`,
  `create index album_shares_expires on album_shares (expires_at)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
