import { CompiledQuery, type Kysely } from 'kysely'

/** Marks on the photos of albums; existing albums have none until their owner turns them on. */
const STATEMENTS = [
  `alter table albums add column mark_pattern integer not null default 0`,
  `alter table albums add column mark_pseudonym integer not null default 0`,
  `create table photo_marks (media_id text not null references media (id) on delete cascade, account_id text not null references accounts (id) on delete cascade, day text not null, primary key (media_id, account_id, day))`,
  `create index photo_marks_account on photo_marks (account_id)`,
  `create index photo_marks_day on photo_marks (day)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
