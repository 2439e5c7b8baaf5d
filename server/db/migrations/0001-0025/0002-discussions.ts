import { CompiledQuery, type Kysely } from 'kysely'

/** Quotes, settings of a conversation, groups and event conversations. */
const STATEMENTS = [
  `alter table messages add column quote_id text`,
  `alter table conversation_participants add column muted integer not null default 0`,
  `alter table conversation_participants add column pinned_at bigint`,
  `alter table conversation_participants add column archived_at bigint`,
  `alter table conversation_participants add column hidden integer not null default 0`,
  `alter table conversations add column event_title text`,
  `alter table conversations add column event_title_key text`,
  `alter table conversations add column event_start_at bigint`,
  `alter table conversations add column group_options text`,
  `alter table conversations add column paused_at bigint`,
  `alter table conversations add column event_participant_id text`,
  `create index messages_photos on messages (conversation_id, seq) where media_count > 0`,
  `create unique index conversations_event_direct on conversations (event_id, event_participant_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
