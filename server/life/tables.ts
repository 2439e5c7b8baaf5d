import type { Tables } from '../db/tables'

type Erasure<T> =
  | 'rows'
  | 'cascade'
  | 'blank'
  | 'kept'
  | 'none'
  | (T extends { account_id: unknown } ? 'account' : never)
  | (T extends { account_id: unknown; with_account_id: unknown } ? 'pair' : never)

/**
 * The handling of each table when a member leaves, and whether its rows are in the member's
 * archive. A new table without a line here does not compile. `erase`: `account` deletes the rows of
 * the member's `account_id`, `pair` those that name it as `with_account_id` too; `rows` is left to
 * deletion.ts; `cascade` deletes them with a row above; `blank` empties the row and keeps it; `kept`
 * stays for a bounded time (server/moderation/retention.ts); `none` holds nothing of a member. `out`:
 * what the archive contains of it.
 */
export const TABLES = {
  users: { erase: 'rows', out: 'compte' },
  age_checks: { erase: 'cascade', out: null },
  consents: { erase: 'cascade', out: 'consentements' },
  sessions: { erase: 'cascade', out: 'sessions' },
  refresh_tokens: { erase: 'cascade', out: null },
  email_tokens: { erase: 'cascade', out: null },
  passkeys: { erase: 'cascade', out: 'cles_acces' },
  passkey_challenges: { erase: 'cascade', out: null },
  recovery_codes: { erase: 'cascade', out: null },
  accounts: { erase: 'blank', out: 'compte' },
  profiles: { erase: 'account', out: 'compte' },
  account_keys: { erase: 'account', out: null },
  identities: { erase: 'rows', out: 'compte' },
  join_links: { erase: 'account', out: 'liens' },
  relations: { erase: 'pair', out: 'relations' },
  blocks: { erase: 'rows', out: 'blocages' },
  media: { erase: 'rows', out: 'photos' },
  media_identities: { erase: 'cascade', out: null },
  media_subjects: { erase: 'cascade', out: 'accords_photos' },
  media_places: { erase: 'cascade', out: null },
  media_refusals: { erase: 'cascade', out: null },
  photo_claims: { erase: 'account', out: null },
  identity_codes: { erase: 'cascade', out: null },
  identity_passkeys: { erase: 'cascade', out: 'cles_accords' },
  conversations: { erase: 'blank', out: 'discussions' },
  conversation_participants: { erase: 'blank', out: 'discussions' },
  conversation_reads: { erase: 'account', out: null },
  messages: { erase: 'blank', out: 'messages' },
  search_pages: { erase: 'cascade', out: null },
  photo_marks: { erase: 'account', out: null },
  brief_photos: { erase: 'account', out: null },
  brief_views: { erase: 'account', out: 'photos_ephemeres' },
  message_media: { erase: 'cascade', out: 'messages' },
  reactions: { erase: 'account', out: 'reactions' },
  profile_photos: { erase: 'cascade', out: 'photos' },
  albums: { erase: 'account', out: 'albums' },
  album_media: { erase: 'cascade', out: 'albums' },
  sharings: { erase: 'pair', out: 'partages' },
  album_shares: { erase: 'pair', out: 'partages' },
  album_requests: { erase: 'pair', out: 'demandes' },
  album_accesses: { erase: 'account', out: null },
  notes: { erase: 'rows', out: 'notes' },
  reports: { erase: 'blank', out: 'signalements' },
  events: { erase: 'rows', out: 'sorties' },
  held_comings: { erase: 'cascade', out: null },
  event_acceptances: { erase: 'account', out: 'regles_acceptees' },
  event_answers: { erase: 'account', out: 'reponses' },
  event_address_views: { erase: 'account', out: null },
  event_impressions: { erase: 'account', out: 'apres_sorties' },
  event_returns: { erase: 'account', out: 'apres_sorties' },
  event_reunions: { erase: 'pair', out: 'apres_sorties' },
  event_rides: { erase: 'account', out: 'covoiturage' },
  event_participants: { erase: 'account', out: 'participations' },
  news: { erase: 'account', out: 'actualites' },
  event_reminders: { erase: 'cascade', out: null },
  calendar_feeds: { erase: 'account', out: null },
  feedbacks: { erase: 'account', out: 'commentaires' },
  push_devices: { erase: 'cascade', out: 'appareils' },
  push_interests: { erase: 'cascade', out: null },
  push_queue: { erase: 'cascade', out: null },
  staff: { erase: 'cascade', out: null },
  staff_unlocks: { erase: 'cascade', out: null },
  staff_codes: { erase: 'cascade', out: null },
  staff_links: { erase: 'cascade', out: null },
  // what was reported outlives its author's account until it expires
  cases: { erase: 'kept', out: null },
  evidence: { erase: 'kept', out: null },
  evidence_photos: { erase: 'kept', out: null },
  photo_looks: { erase: 'kept', out: null },
  letters: { erase: 'cascade', out: null },
  decisions: { erase: 'kept', out: 'decisions' },
  sanctions: { erase: 'account', out: null },
  appeals: { erase: 'blank', out: 'decisions' },
  notices: { erase: 'none', out: null },
  house_rules: { erase: 'none', out: null },
  ban_marks: { erase: 'kept', out: null },
  audit_log: { erase: 'kept', out: null },
  applications: { erase: 'cascade', out: 'inscription' },
  vouches: { erase: 'account', out: null },
  community_settings: { erase: 'none', out: null },
  announcements: { erase: 'none', out: null },
  verification_requests: { erase: 'account', out: 'verification' },
  verifications: { erase: 'account', out: 'verification' },
  verification_photos: { erase: 'cascade', out: null },
  meetings: { erase: 'pair', out: 'rencontres' },
  met_codes: { erase: 'pair', out: null },
  proof_keys: { erase: 'cascade', out: null },
  zones: { erase: 'account', out: 'zones' },
  zone_exceptions: { erase: 'pair', out: 'zones' },
  zone_pairs: { erase: 'pair', out: null },
  wishes: { erase: 'pair', out: 'envies' },
  held_messages: { erase: 'account', out: 'accords' },
  held_media: { erase: 'cascade', out: 'accords' },
  held_answers: { erase: 'account', out: 'accords' },
  agreements: { erase: 'account', out: 'accords' },
  partings: { erase: 'rows', out: 'separation' },
  parting_choices: { erase: 'account', out: 'separation' },
  past_talks: { erase: 'account', out: 'discussions_d_avant' },
  kept_photos: { erase: 'account', out: 'photos' },
  parted_pairs: { erase: 'pair', out: null },
  parted_photos: { erase: 'account', out: null },
  work_claims: { erase: 'none', out: null },
  settings: { erase: 'none', out: null },
} as const satisfies {
  [K in Exclude<keyof Tables, 'apart'>]: {
    readonly erase: Erasure<Tables[K]>
    readonly out: string | null
  }
}
