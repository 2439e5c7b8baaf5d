import { CompiledQuery, type Kysely } from 'kysely'

/** Deletes messages whose only content was photos that have been deleted since. */
const STATEMENTS = [
  `update messages set deleted_at = created_at, content_key = null where content = '' and media_count = 0 and deleted_at is null and sender_account_id is not null`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
