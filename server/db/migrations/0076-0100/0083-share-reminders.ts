import { CompiledQuery, type Kysely } from 'kysely'

/** The end of a share of which its owner has been reminded. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw(`alter table album_shares add column reminded_for bigint`),
  )
}
