import { CompiledQuery, type Kysely } from 'kysely'

/**
 * Whose event it was, on what keeps the title of a deleted one. For earlier deletions it is the
 * only organizer that the conversation still has.
 */
const STATEMENTS = [
  `alter table conversations add column event_creator_account_id text`,
  `create index conversations_event_creator on conversations (event_creator_account_id) where event_creator_account_id is not null`,
  `alter table news add column event_creator_account_id text`,
  `create index news_event_creator on news (event_creator_account_id) where event_creator_account_id is not null`,
]
export const BEFORE = `update conversations set event_creator_account_id = (select min(p.account_id)
    from conversation_participants as p where p.conversation_id = conversations.id and p.is_admin = 1)
  where event_id is not null and not exists (select 1 from events as e where e.id = conversations.event_id)
    and (select count(*) from conversation_participants as p
      where p.conversation_id = conversations.id and p.is_admin = 1) = 1`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of [...STATEMENTS, BEFORE]) await db.executeQuery(CompiledQuery.raw(text))
}
