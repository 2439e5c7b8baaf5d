import { CompiledQuery, type Kysely } from 'kysely'

/**
 * The end of a hold for which operators were asked whether it goes on. `cases_queue` ordered the queue
 * before `cases_ranked` did.
 */
const STATEMENTS = [
  `alter table cases add column kept_asked_for bigint`,
  `drop index if exists cases_queue`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
