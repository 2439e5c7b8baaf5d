import { CompiledQuery, type Kysely } from 'kysely'

/** Who may come in, answers to comments, versions of the rules that were accepted, messages to all. */
const STATEMENTS = [
  `alter table users add column admitted_at bigint`,
  `alter table users add column invited_by text`,
  `alter table users add column rules_version integer`,
  `update users set admitted_at = created_at`,
  `create index users_admitted on users (admitted_at)`,
  `create index users_invited on users (invited_by, admitted_at)`,
  `create table applications (user_id text primary key references users (id) on delete cascade, words text not null, state text not null, answer text, created_at bigint not null, closed_at bigint)`,
  `create table vouches (user_id text not null references users (id) on delete cascade, account_id text not null, asked_at bigint not null, answer text, answered_at bigint, primary key (user_id, account_id))`,
  `create index vouches_account on vouches (account_id)`,
  `create table community_settings (name text primary key, value text not null, changed_by text not null, changed_at bigint not null)`,
  `create table announcements (id text primary key, text text not null, by_mail integer not null, made_by text not null, made_at bigint not null, send_at bigint not null, sent_at bigint, cancelled_at bigint, reached text not null)`,
  `create index announcements_due on announcements (sent_at, send_at)`,
  `alter table feedbacks add column answer text`,
  `alter table feedbacks add column closed_at bigint`,
  `create index feedbacks_closed on feedbacks (closed_at)`,
  `create index applications_closed on applications (closed_at)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
