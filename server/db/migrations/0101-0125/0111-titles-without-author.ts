import { CompiledQuery, type Kysely } from 'kysely'

/**
 * Conversations of deleted events of which migration 0108 found no author, as they have several
 * organizers or none any more: at the deletion of an account nothing tells whose title it is.
 */
const UNKNOWN = `event_id is not null and event_creator_account_id is null
  and not exists (select 1 from events as e where e.id = conversations.event_id)`

/** The titles go, like those of an account that is deleted (`server/life/deletion.ts`). */
export const TITLES = [
  `update past_talks set title = 'Sortie supprimée' where conversation_id in
    (select id from conversations where type = 'event-direct' and ${UNKNOWN})`,
  `update conversations set event_title = 'Sortie supprimée', event_title_key = 'sortie supprimee',
    title = null, title_key = null where ${UNKNOWN}`,
  // those of a member go with that member's account
  `update news set payload = '{"title":"Sortie supprimée"}' where news_type = 'event_deleted'
    and actor_account_id is null and event_creator_account_id is null`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of TITLES) await db.executeQuery(CompiledQuery.raw(text))
}
