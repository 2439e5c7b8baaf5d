import { CompiledQuery, type Kysely } from 'kysely'

/** With how many photos a message was held: a deleted photo leaves no other trace. */
const STATEMENTS = [
  `alter table held_messages add column media_count integer`,
  `update held_messages set media_count = (select nullif(count(*), 0) from held_media as m
    where m.held_id = held_messages.id) where state = 'waiting'`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
