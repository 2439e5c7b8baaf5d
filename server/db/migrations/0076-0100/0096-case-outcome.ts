import { CompiledQuery, type Kysely } from 'kysely'

/** How a case was closed, and by whom: appeals, newcomers, comments and verifications have no decision. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const column of ['measure', 'closed_by'])
    await db.executeQuery(CompiledQuery.raw(`alter table cases add column ${column} text`))
}
