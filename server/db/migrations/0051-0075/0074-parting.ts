import { CompiledQuery, type Kysely } from 'kysely'

/**
 * The two of a couple part. `partings`: the requests, kept after the division so that the old
 * messages of the leaver are found when their account is deleted. `parting_choices`: what each has
 * chosen until then. `past_talks`: discussions that the leaver may still read. `kept_photos`: photos
 * of both that are visible to their account only; `parted_pairs`: accounts that a parting separates, in no
 * list of blocks; `parted_photos`: hashes of all photos of both.
 */
const STATEMENTS = [
  `create table partings (id text primary key, account_id text not null, identity_id text not null, user_id text not null,
    kind text not null, state text not null, handle text, apart integer not null, asked_at bigint not null, due_at bigint not null,
    new_account_id text, done_at bigint)`,
  `create unique index partings_open on partings (account_id) where state = 'asked'`,
  `create index partings_account on partings (account_id)`,
  `create index partings_new on partings (new_account_id)`,
  `create index partings_due on partings (state, due_at)`,
  `create table parting_choices (parting_id text not null references partings (id) on delete cascade, identity_id text not null,
    account_id text not null references accounts (id) on delete cascade, kind text not null, target_id text not null,
    primary key (parting_id, identity_id, kind, target_id))`,
  `create index parting_choices_account on parting_choices (account_id)`,
  `create table past_talks (account_id text not null references accounts (id) on delete cascade,
    conversation_id text not null references conversations (id) on delete cascade, parting_id text not null references partings (id) on delete cascade,
    title text not null, partner_handle text not null, visible_after bigint not null, until_seq bigint not null,
    primary key (account_id, conversation_id))`,
  `create index past_talks_conversation on past_talks (conversation_id)`,
  `create index past_talks_parting on past_talks (parting_id)`,
  `create table kept_photos (media_id text primary key references media (id) on delete cascade, account_id text not null references accounts (id) on delete cascade)`,
  `create index kept_photos_account on kept_photos (account_id)`,
  `create table parted_photos (account_id text not null references accounts (id) on delete cascade, hash text not null, primary key (account_id, hash))`,
  `create table parted_pairs (account_id text not null references accounts (id) on delete cascade,
    with_account_id text not null references accounts (id) on delete cascade, primary key (account_id, with_account_id))`,
  `create index parted_pairs_with on parted_pairs (with_account_id)`,
  `drop view apart`,
  `create view apart as select account_id, blocked_account_id from blocks
    union all select account_id, with_account_id as blocked_account_id from zone_pairs
    union all select account_id, with_account_id as blocked_account_id from parted_pairs`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
