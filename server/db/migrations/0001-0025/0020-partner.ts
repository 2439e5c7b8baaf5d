import { CompiledQuery, type Kysely } from 'kysely'

/**
 * When a user joined the account of another by a partner link, ms since epoch; null: the account is
 * their own. Of two users of one account the younger one joined.
 */
const STATEMENTS = [
  `alter table users add column joined_at bigint`,
  `update users set joined_at = created_at where account_id is not null and exists (select 1 from users as o
    where o.account_id = users.account_id and (o.created_at < users.created_at
    or (o.created_at = users.created_at and o.id < users.id)))`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
