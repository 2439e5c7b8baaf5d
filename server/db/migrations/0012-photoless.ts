import { CompiledQuery, type Kysely } from 'kysely'

/** Messages that said nothing but photos, and whose photos were deleted since: they are deleted too. */
const STATEMENTS = [
  `update messages set deleted_at = created_at, content_key = null where content = '' and media_count = 0 and deleted_at is null and sender_account_id is not null`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
