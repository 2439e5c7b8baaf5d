import { CompiledQuery, type Kysely } from 'kysely'

/**
 * Photos that two of the staff must agree to look at, evidence that an operator keeps longer, when a
 * case became urgent, letters that are sent until the mail server has taken them, and jobs whose last
 * run failed.
 */
const STATEMENTS = [
  `alter table evidence_photos add column guarded integer not null default 0`,
  `create table photo_looks (evidence_id text not null references evidence (id) on delete cascade, position integer not null, user_id text not null, reason text not null, asked_at bigint not null, allowed_by text, allowed_at bigint, primary key (evidence_id, position, user_id))`,
  `alter table cases add column urgent_at bigint`,
  `update cases set urgent_at = opened_at where priority = 0`,
  `create index cases_urgent on cases (urgent_at) where urgent_at is not null`,
  `alter table cases add column kept_until bigint`,
  `create table letters (id text primary key, user_id text references users (id) on delete cascade, address text, what text not null, made_at bigint not null, next_at bigint not null)`,
  `create index letters_next on letters (next_at)`,
  `create index letters_user on letters (user_id)`,
  `alter table work_claims add column failed_at bigint`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
