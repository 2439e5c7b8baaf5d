import { CompiledQuery, type Kysely } from 'kysely'

/**
 * Places by kind, and the participating identity of an account; house rules with their acceptances;
 * questions to guests with their answers. Existing rows have the kind that their account has now.
 */
const STATEMENTS = [
  ...['couple', 'woman', 'man', 'other'].map(
    (kind) => `alter table events add column places_${kind} integer`,
  ),
  `alter table events add column rules text`,
  `alter table events add column rules_version integer not null default 0`,
  `alter table events add column questions text`,
  `alter table event_participants add column kind text`,
  `alter table event_participants add column identity_id text references identities (id) on delete set null`,
  `update event_participants set kind = case
    when (select count(*) from identities i where i.account_id = event_participants.account_id) > 1 then 'couple'
    else (select min(i.gender) from identities i where i.account_id = event_participants.account_id) end`,
  `update event_participants set identity_id = (select min(i.id) from identities i where i.account_id = event_participants.account_id)
    where kind != 'couple'`,
  `create index event_participants_identity on event_participants (identity_id)`,
  `create table event_acceptances (event_id text not null references events (id) on delete cascade, identity_id text not null references identities (id) on delete cascade,
    account_id text not null references accounts (id) on delete cascade, version integer not null, accepted_at bigint not null, primary key (event_id, identity_id))`,
  `create index event_acceptances_identity on event_acceptances (identity_id)`,
  `create index event_acceptances_account on event_acceptances (account_id)`,
  `create table event_answers (event_id text not null references events (id) on delete cascade, account_id text not null references accounts (id) on delete cascade,
    question_id text not null, question text not null, answer text not null, answered_at bigint not null, primary key (event_id, account_id, question_id))`,
  `create index event_answers_account on event_answers (account_id)`,
  // the participating identity of an answer that needs both; that table is younger
  `create table held_comings (held_id text primary key, identity_id text not null references identities (id) on delete cascade)`,
  `create index held_comings_identity on held_comings (identity_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
