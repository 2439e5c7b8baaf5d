import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres, type Conn } from '../../dialect'

/** Staff, cases, evidence, decisions and their effects, and the audit log. */
const STATEMENTS = [
  `create table staff (user_id text primary key references users (id) on delete cascade, role text not null, pseudonym text not null, granted_by text not null, granted_at bigint not null)`,
  `create table staff_unlocks (session_id text primary key references sessions (id) on delete cascade, user_id text not null references users (id) on delete cascade, used_at bigint not null)`,
  `create index staff_unlocks_user on staff_unlocks (user_id)`,
  `create table staff_codes (user_id text primary key references users (id) on delete cascade, code_hash text not null, tries integer not null, expires_at bigint not null)`,
  `create table cases (id text primary key, kind text not null, subject_kind text not null, subject_id text not null, account_id text, priority integer not null, state text not null,
    claimed_by text, claim_until bigint, version integer not null, proposal text, opened_at bigint not null, closed_at bigint)`,
  `create unique index cases_subject on cases (subject_kind, subject_id) where state <> 'decided'`,
  `create index cases_queue on cases (state, priority, opened_at, id)`,
  `create index cases_account on cases (account_id)`,
  `create index cases_closed on cases (closed_at)`,
  `alter table reports add column case_id text`,
  `alter table reports add column outcome text`,
  `alter table reports add column closed_at bigint`,
  `create index reports_case on reports (case_id)`,
  `create index reports_target on reports (target_account_id)`,
  `create table evidence (id text primary key, case_id text not null references cases (id) on delete cascade, kind text not null, subject_id text not null, payload text, captured_at bigint not null, expires_at bigint)`,
  `create index evidence_case on evidence (case_id)`,
  `create index evidence_expires on evidence (expires_at)`,
  `create table evidence_photos (evidence_id text not null references evidence (id) on delete cascade, position integer not null, jpeg text not null, blurred text not null, primary key (evidence_id, position))`,
  `create table decisions (id text primary key, case_id text not null, account_id text, subject_kind text not null, subject_id text not null, measure text not null, scopes text not null, rule text, rules_version integer,
    facts text not null, origin text not null, by_user text not null, second_user text, made_at bigint not null, until bigint, undone_at bigint, undone_by text)`,
  `create index decisions_account on decisions (account_id)`,
  `create index decisions_case on decisions (case_id)`,
  `create index decisions_made on decisions (made_at)`,
  `create table sanctions (id text primary key, account_id text not null, kind text not null, until bigint not null, decision_id text not null, lifted_at bigint)`,
  `create index sanctions_account on sanctions (account_id)`,
  `create index sanctions_decision on sanctions (decision_id)`,
  `alter table accounts add column suspended_until bigint`,
  `create index accounts_suspended on accounts (suspended_until)`,
  `create table appeals (id text primary key, decision_id text not null unique, account_id text not null, text text not null, state text not null, answer text, created_at bigint not null, closed_at bigint)`,
  `create index appeals_account on appeals (account_id)`,
  `create table notices (id text primary key, case_id text not null, code_hash text not null unique, email text, created_at bigint not null, closed_at bigint, outcome text)`,
  `create index notices_case on notices (case_id)`,
  `create index notices_closed on notices (closed_at)`,
  `create table house_rules (version integer primary key, rules text not null, made_by text not null, made_at bigint not null)`,
  `create table audit_log (seq bigint primary key, at bigint not null, user_id text not null, who text not null, act text not null, target_kind text, target_id text, detail text not null, prev text not null, hash text not null)`,
  `create index audit_log_at on audit_log (at)`,
  `create index cases_opened on cases (opened_at)`,
  `create index appeals_created on appeals (created_at)`,
]

/** 3 years, in ms: what is older may be deleted. */
const KEPT_MS = '94608000000'
/** The audit log is written once: changing or deleting a row fails, whoever asks. */
const SQLITE_GUARDS = [
  `create trigger audit_log_update before update on audit_log begin select raise(abort, 'the audit log is append-only'); end`,
  `create trigger audit_log_delete before delete on audit_log when old.at > (cast(strftime('%s', 'now') as integer) * 1000 - ${KEPT_MS}) begin select raise(abort, 'the audit log is append-only'); end`,
]
const POSTGRES_GUARDS = [
  `create function audit_log_guard() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' and old.at <= (extract(epoch from now()) * 1000)::bigint - ${KEPT_MS} then return old; end if;
    raise exception 'the audit log is append-only'; end $$`,
  `create trigger audit_log_guard before update or delete on audit_log for each row execute function audit_log_guard()`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const guards = isPostgres(db as Conn) ? POSTGRES_GUARDS : SQLITE_GUARDS
  for (const text of [...STATEMENTS, ...guards]) await db.executeQuery(CompiledQuery.raw(text))
}
