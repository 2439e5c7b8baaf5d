import { CompiledQuery, type Kysely } from 'kysely'

/** Marks of excluded addresses and removed photos, and the times that signals count. */
const STATEMENTS = [
  `create table ban_marks (id text primary key, kind text not null, value text not null, decision_id text not null, created_at bigint not null, expires_at bigint not null)`,
  `create index ban_marks_value on ban_marks (kind, value)`,
  `create index ban_marks_decision on ban_marks (decision_id)`,
  `create index ban_marks_expires on ban_marks (expires_at)`,
  `create index blocks_created on blocks (created_at)`,
  `create index sanctions_until on sanctions (until)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
