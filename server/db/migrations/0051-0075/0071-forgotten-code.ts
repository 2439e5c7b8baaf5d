import { CompiledQuery, type Kysely } from 'kysely'

/** When a forgotten code ends, unless that is taken back. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(CompiledQuery.raw('alter table identity_codes add column ends_at bigint'))
  await db.executeQuery(
    CompiledQuery.raw('create index identity_codes_ends on identity_codes (ends_at)'),
  )
}
