import { CompiledQuery, type Kysely } from 'kysely'

/** «Toujours partants ?»: when guests are asked, for which start they said yes, who lost the place. */
const STATEMENTS = [
  `alter table events add column reconfirm_hours integer`,
  `alter table event_participants add column reconfirmed_for bigint`,
  `alter table event_participants add column lapsed_at bigint`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
