import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres, type Conn } from '../../dialect'

/**
 * Messages are searched in encrypted pages of their texts. A page goes in the transaction that
 * changes the text of one of its messages, whoever changes it.
 */
const STATEMENTS = [
  `create table search_pages (id text primary key, conversation_id text not null references conversations (id) on delete cascade, after_seq bigint not null, up_to bigint not null, newest_at bigint not null, size integer not null, text text not null)`,
  `create unique index search_pages_place on search_pages (conversation_id, up_to)`,
  `alter table messages drop column content_key`,
  `alter table messages add column text_hash text`,
]
const DELETE = `delete from search_pages where conversation_id = old.conversation_id and after_seq < old.seq and up_to >= old.seq`
const SQLITE_GUARDS = [
  `create trigger messages_text_update after update of content on messages begin ${DELETE}; end`,
  `create trigger messages_text_delete after delete on messages begin ${DELETE}; end`,
]
const POSTGRES_GUARDS = [
  `create function messages_text_changed() returns trigger language plpgsql as $$ begin
    ${DELETE};
    return null; end $$`,
  `create trigger messages_text_changed after update of content or delete on messages for each row execute function messages_text_changed()`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const guards = isPostgres(db as Conn) ? POSTGRES_GUARDS : SQLITE_GUARDS
  for (const text of [...STATEMENTS, ...guards]) await db.executeQuery(CompiledQuery.raw(text))
}
