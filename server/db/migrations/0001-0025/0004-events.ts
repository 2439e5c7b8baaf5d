import { CompiledQuery, type Kysely } from 'kysely'

/** Events, participants, news, calendar feeds. */
const STATEMENTS = [
  `create table events (id text primary key, creator_account_id text not null references accounts (id) on delete cascade, slug text unique, title text not null, title_key text not null,
    description text, status text not null, start_at bigint not null, end_at bigint, place text, place_lat double precision, place_lng double precision,
    address text, address_lat double precision, address_lng double precision, address_public integer not null, address_revealed integer not null,
    price text, payment_url text, banner_media_id text, max_participants integer, has_waitlist integer not null, requires_approval integer not null,
    access_type text not null, group_options text not null, counts_persons integer not null, auto_offer integer not null,
    seats_taken integer not null, revision integer not null, created_at bigint not null, updated_at bigint not null)`,
  `create index events_creator on events (creator_account_id, start_at)`,
  `create index events_start on events (status, start_at)`,
  `create index events_banner on events (banner_media_id)`,
  `create table event_participants (id text primary key, event_id text not null references events (id) on delete cascade,
    account_id text not null references accounts (id) on delete cascade, status text not null, is_co_organizer integer not null, seats integer not null, has_paid integer not null,
    is_present integer not null, present_at bigint, is_vip integer not null, is_hidden integer not null, organizer_comment text, invited_by_account_id text,
    offer_until bigint, created_at bigint not null, status_at bigint not null)`,
  `create unique index event_participants_once on event_participants (event_id, account_id)`,
  `create index event_participants_account on event_participants (account_id, status)`,
  `create index event_participants_queue on event_participants (event_id, status, status_at)`,
  `create index event_participants_offer on event_participants (offer_until)`,
  `create table news (id text primary key, account_id text not null references accounts (id) on delete cascade, actor_account_id text, event_id text, news_type text not null,
    payload text not null, created_at bigint not null, read_at bigint, deleted_at bigint)`,
  `create index news_account on news (account_id, created_at, id)`,
  `create index news_event on news (event_id)`,
  `create table event_reminders (event_id text not null references events (id) on delete cascade, kind text not null, start_at bigint not null, sent_at bigint not null, primary key (event_id, kind, start_at))`,
  `create table calendar_feeds (account_id text primary key references accounts (id) on delete cascade, token_hash text not null unique, discreet integer not null, created_at bigint not null)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
