import type { Tables } from '../db/tables'

/**
 * The handling of each table when a member leaves, and whether its rows are in the member's
 * archive. A new table without a line here does not compile. `erase`: `rows` deletes the member's
 * rows; `cascade` deletes them with a row above; `blank` empties the row and keeps it; `kept` stays
 * for a bounded time (see retention.ts); `none` holds nothing of a member. `out`: what the archive contains of it.
 */
export const TABLES = {
  users: { erase: 'rows', out: 'compte' },
  consents: { erase: 'cascade', out: 'consentements' },
  sessions: { erase: 'cascade', out: 'sessions' },
  refresh_tokens: { erase: 'cascade', out: null },
  email_tokens: { erase: 'cascade', out: null },
  passkeys: { erase: 'cascade', out: 'cles_acces' },
  passkey_challenges: { erase: 'cascade', out: null },
  recovery_codes: { erase: 'cascade', out: null },
  accounts: { erase: 'blank', out: 'compte' },
  identities: { erase: 'rows', out: 'compte' },
  join_links: { erase: 'rows', out: 'liens' },
  relations: { erase: 'rows', out: 'relations' },
  blocks: { erase: 'rows', out: 'blocages' },
  media: { erase: 'rows', out: 'photos' },
  media_identities: { erase: 'cascade', out: null },
  conversations: { erase: 'blank', out: 'discussions' },
  conversation_participants: { erase: 'blank', out: 'discussions' },
  conversation_reads: { erase: 'rows', out: null },
  messages: { erase: 'blank', out: 'messages' },
  message_media: { erase: 'cascade', out: 'messages' },
  reactions: { erase: 'rows', out: 'reactions' },
  profile_photos: { erase: 'cascade', out: 'photos' },
  albums: { erase: 'rows', out: 'albums' },
  album_media: { erase: 'cascade', out: 'albums' },
  sharings: { erase: 'rows', out: 'partages' },
  album_shares: { erase: 'rows', out: 'partages' },
  album_accesses: { erase: 'rows', out: null },
  notes: { erase: 'rows', out: 'notes' },
  reports: { erase: 'blank', out: 'signalements' },
  events: { erase: 'rows', out: 'sorties' },
  event_participants: { erase: 'rows', out: 'participations' },
  news: { erase: 'rows', out: 'actualites' },
  event_reminders: { erase: 'cascade', out: null },
  calendar_feeds: { erase: 'rows', out: null },
  feedbacks: { erase: 'rows', out: 'commentaires' },
  push_devices: { erase: 'cascade', out: 'appareils' },
  push_interests: { erase: 'cascade', out: null },
  push_queue: { erase: 'cascade', out: null },
  staff: { erase: 'cascade', out: null },
  staff_unlocks: { erase: 'cascade', out: null },
  staff_codes: { erase: 'cascade', out: null },
  // what was reported outlives its author's account until it expires
  cases: { erase: 'kept', out: null },
  evidence: { erase: 'kept', out: null },
  evidence_photos: { erase: 'kept', out: null },
  decisions: { erase: 'kept', out: 'decisions' },
  sanctions: { erase: 'rows', out: null },
  appeals: { erase: 'blank', out: 'decisions' },
  notices: { erase: 'none', out: null },
  house_rules: { erase: 'none', out: null },
  ban_marks: { erase: 'kept', out: null },
  audit_log: { erase: 'kept', out: null },
  work_claims: { erase: 'none', out: null },
  settings: { erase: 'none', out: null },
} as const satisfies Record<
  keyof Tables,
  { readonly erase: 'rows' | 'cascade' | 'blank' | 'kept' | 'none'; readonly out: string | null }
>
