import { CompiledQuery, type Kysely } from 'kysely'

/** Messages and answers that wait for the agreement of both identities of an account. */
const STATEMENTS = [
  `alter table conversation_participants add column four_hands integer not null default 0`,
  `alter table conversation_participants add column four_hands_ending text`,
  `alter table accounts add column answers_together integer not null default 0`,
  `alter table accounts add column answers_together_ending text`,
  `create table held_messages (id text primary key, account_id text not null references accounts (id) on delete cascade, conversation_id text not null references conversations (id) on delete cascade, reason text not null, state text not null, sender_identity_id text, user_id text not null, content text not null, quote_id text, client_msg_id text not null, client_hash text not null, wanted text not null, revision integer not null, created_at bigint not null, updated_at bigint not null)`,
  `create unique index held_messages_client on held_messages (account_id, client_msg_id)`,
  `create index held_messages_conversation on held_messages (conversation_id, account_id)`,
  `create index held_messages_ended on held_messages (state, updated_at)`,
  `create table held_media (held_id text not null references held_messages (id) on delete cascade, media_id text not null references media (id) on delete cascade, position integer not null, primary key (held_id, media_id))`,
  `create index held_media_media on held_media (media_id)`,
  `create table held_answers (id text primary key, account_id text not null references accounts (id) on delete cascade, event_id text not null references events (id) on delete cascade, answer text not null, user_id text not null, wanted text not null, revision integer not null, updated_at bigint not null)`,
  `create unique index held_answers_event on held_answers (account_id, event_id)`,
  `create index held_answers_of_event on held_answers (event_id)`,
  `create table agreements (subject_id text not null, identity_id text not null, account_id text not null references accounts (id) on delete cascade, user_id text not null, revision integer not null, content_hash text not null, given_at bigint not null, withdrawn_at bigint, primary key (subject_id, identity_id, revision))`,
  `create index agreements_account on agreements (account_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
