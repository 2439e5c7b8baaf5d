import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'

/** Times are integers in ms since epoch (UTC); booleans are 0 or 1; JSON is text. Ids are UUIDv7 text. */
export type Flag = 0 | 1
type Ms = number
/** Set once, never changed. */
type Fixed<T> = ColumnType<T, T, never>

export interface Users {
  id: Fixed<string>
  email: string
  /** Lower-cased; unique. */
  email_key: string
  password_hash: string
  name: string
  birth_date: string
  created_at: Fixed<Ms>
  email_verified_at: Ms | null
  account_id: string | null
  preferences: Generated<string>
  /** Join link that the person followed; used at verification or onboarding. */
  join_token_hash: string | null
  /** A passkey or a recovery code is required after the password. */
  second_factor: Generated<Flag>
}
/** A passkey of the user; `credential_id` and `public_key` base64url, `transports` JSON. */
export interface Passkeys {
  id: Fixed<string>
  user_id: Fixed<string>
  credential_id: Fixed<string>
  public_key: Fixed<string>
  /** Signature counter of the authenticator; 0 for synced passkeys. */
  counter: number
  transports: string
  name: string
  created_at: Fixed<Ms>
  last_used_at: Ms | null
}
/**
 * Open WebAuthn challenges; the row is deleted with the response. `second`: after the password of
 * `user_id`.
 */
export interface PasskeyChallenges {
  hash: Fixed<string>
  kind: Fixed<'create' | 'login' | 'second'>
  user_id: Fixed<string | null>
  created_at: Fixed<Ms>
  expires_at: Fixed<Ms>
}
export interface RecoveryCodes {
  id: Fixed<string>
  user_id: Fixed<string>
  code_hash: Fixed<string>
  created_at: Fixed<Ms>
  used_at: Ms | null
}
export interface Consents {
  id: Fixed<string>
  user_id: Fixed<string>
  purpose: Fixed<string>
  text_version: Fixed<string>
  text_hash: Fixed<string>
  granted_at: Fixed<Ms>
  withdrawn_at: Ms | null
}
/** One login on one device: the family of its refresh tokens. */
export interface Sessions {
  id: Fixed<string>
  user_id: Fixed<string>
  created_at: Fixed<Ms>
  last_used_at: Ms
  user_agent: string
  ended_at: Ms | null
  end_reason: string | null
}
export interface RefreshTokens {
  id: Fixed<string>
  session_id: Fixed<string>
  token_hash: Fixed<string>
  parent_id: Fixed<string | null>
  created_at: Fixed<Ms>
  expires_at: Fixed<Ms>
  /** When a child was issued: valid for 10 s more, then replay. */
  rotated_at: Ms | null
}
export interface EmailTokens {
  id: Fixed<string>
  user_id: Fixed<string>
  purpose: Fixed<'verify' | 'reset' | 'address'>
  token_hash: Fixed<string>
  created_at: Fixed<Ms>
  expires_at: Fixed<Ms>
  used_at: Ms | null
  /** Purpose `address`: the new address, and the session that survives; cleared by use. */
  address: string | null
  keep_session: string | null
}
export interface Accounts {
  id: Fixed<string>
  handle: string
  handle_key: string
  avatar_media_id: string | null
  data: Generated<string>
  preferences: Generated<string>
  created_at: Fixed<Ms>
  last_seen_at: Ms | null
  last_seen_identity_id: string | null
  /** Last heartbeat; online while younger than 60 s and not reported offline. */
  heartbeat_at: Ms | null
  deleted_at: Ms | null
  /** Deletion was requested: invisible until then, deleted after. */
  deletes_at: Generated<Ms | null>
  /** Neither shows its presence nor sees that of others. */
  presence_hidden: Generated<Flag>
}
export interface Identities {
  id: Fixed<string>
  account_id: Fixed<string>
  handle: string
  handle_key: string
  gender: 'man' | 'woman' | 'other'
  is_primary: Flag
  firstname: string | null
  avatar_media_id: string | null
  created_at: Fixed<Ms>
}
export interface JoinLinks {
  id: Fixed<string>
  account_id: Fixed<string>
  kind: Fixed<'partner' | 'member' | 'event'>
  event_id: Fixed<string | null>
  token_hash: Fixed<string>
  created_at: Fixed<Ms>
  expires_at: Fixed<Ms>
  revoked_at: Ms | null
  used_at: Ms | null
}
/** Two rows per relation, one each way: «my relations» needs one index. */
export interface Relations {
  account_id: Fixed<string>
  with_account_id: Fixed<string>
  created_at: Fixed<Ms>
  origin: Fixed<'messages' | 'link' | 'demo'>
}
export interface Blocks {
  account_id: Fixed<string>
  blocked_account_id: Fixed<string>
  created_at: Fixed<Ms>
}
export interface Media {
  id: Fixed<string>
  account_id: Fixed<string>
  identity_id: string | null
  category: string
  filename: string
  original_filename: string
  mime_type: string
  file_size: number
  width: number
  height: number
  blurhash: string | null
  storage_key: string
  thumbnail_key: string
  thumbnail_size: number
  status: 'completed' | 'failed' | 'processing'
  created_at: Fixed<Ms>
}
/** Identities shown on a photo (both of a couple may have to agree). */
export interface MediaIdentities {
  media_id: Fixed<string>
  identity_id: Fixed<string>
}
export interface Conversations {
  id: Fixed<string>
  type: Fixed<'direct' | 'group' | 'event' | 'event-direct'>
  title: string | null
  title_key: string | null
  description: string | null
  avatar_media_id: string | null
  /** direct: the two account ids, sorted, joined by ':'; event: `event:` and its id. Unique. */
  direct_key: Fixed<string | null>
  event_id: Fixed<string | null>
  metadata: Generated<string>
  created_at: Fixed<Ms>
  /**
   * Commit-ordered clock of the conversation, about ms since epoch but strictly increasing: every
   * change takes max(now, clock + 1) under the row's write lock. It is the `since` of sync, so that
   * late commits are not missed.
   */
  clock: number
  /** Copied from the event by its room: titles and rights need no query of another room. */
  event_title: string | null
  event_title_key: string | null
  event_start_at: Ms | null
  group_options: 'organizers' | 'all' | null
  /** event: it is a draft again («en pause»). */
  paused_at: Ms | null
  /** event-direct: the participant who writes with the organizers; unique with event_id. */
  event_participant_id: Fixed<string | null>
  last_message_id: string | null
  last_message_at: Ms | null
}
export interface ConversationParticipants {
  conversation_id: Fixed<string>
  account_id: Fixed<string>
  is_admin: Flag
  joined_at: Ms
  /** Messages above this seq are visible; 0 when a later member may read the past. */
  visible_after: number
  left_at: Ms | null
  /** Has written at least once: two writers of a direct conversation become relations. */
  has_written: Flag
  /** The member's own settings. */
  muted: Generated<Flag>
  pinned_at: Generated<Ms | null>
  archived_at: Generated<Ms | null>
  /** «Pseudo caché» for all members except the organizers of the event. */
  hidden: Generated<Flag>
}
export interface ConversationReads {
  conversation_id: Fixed<string>
  identity_id: Fixed<string>
  account_id: Fixed<string>
  last_read_seq: number
  last_read_message_id: string | null
  read_at: Ms
}
export interface Messages {
  id: Fixed<string>
  conversation_id: Fixed<string>
  /** Conversation clock at creation: the order of the thread. */
  seq: Fixed<number>
  /** Conversation clock at the last change (reaction, deletion): what sync reads. */
  changed: number
  sender_account_id: string | null
  sender_identity_id: string | null
  content: string
  content_key: string | null
  system_type: string | null
  client_msg_id: Fixed<string | null>
  /**
   * SHA-256 of what was sent: the same client_msg_id with other content is refused. System message:
   * the account that its first word names.
   */
  client_hash: string | null
  media_count: number
  created_at: Fixed<Ms>
  deleted_at: Ms | null
  quote_id: Generated<string | null>
}
export interface MessageMedia {
  message_id: Fixed<string>
  media_id: Fixed<string>
  position: number
}
export interface Reactions {
  message_id: Fixed<string>
  account_id: Fixed<string>
  /** Identity id, or '' in both mode: part of the key. */
  identity_key: Fixed<string>
  emoji: string
  created_at: Ms
}
/** Public photos of a profile. */
export interface ProfilePhotos {
  id: Fixed<string>
  account_id: Fixed<string>
  media_id: Fixed<string>
  position: number
  created_at: Fixed<Ms>
}
export interface Albums {
  id: Fixed<string>
  account_id: Fixed<string>
  name: string
  description: string | null
  is_public: Flag
  created_at: Fixed<Ms>
}
export interface AlbumMedia {
  album_id: Fixed<string>
  media_id: Fixed<string>
  position: number
  added_at: Fixed<Ms>
}
/** Sharing of one account with another; one-way. */
export interface Sharings {
  account_id: Fixed<string>
  with_account_id: Fixed<string>
  share_names: Flag
  share_events: Flag
  /** Present and future private albums; independent of album_shares. */
  share_all_albums: Flag
  updated_at: Ms
}
export interface AlbumShares {
  id: Fixed<string>
  album_id: Fixed<string>
  account_id: Fixed<string>
  with_account_id: Fixed<string>
  expires_at: Ms | null
  created_at: Fixed<Ms>
}
/** One row per album, visitor and day (UTC, YYYY-MM-DD). */
export interface AlbumAccesses {
  album_id: Fixed<string>
  account_id: Fixed<string>
  day: Fixed<string>
  at: Ms
}
/** Private: readable by its account only. */
export interface Notes {
  account_id: Fixed<string>
  about_account_id: Fixed<string>
  global_feeling: number | null
  global_comment: string | null
  identity_feelings: string
  updated_at: Ms
}
export interface Reports {
  id: Fixed<string>
  account_id: Fixed<string>
  kind: Fixed<string>
  target_id: Fixed<string>
  target_account_id: Fixed<string | null>
  reason: Fixed<string>
  comment: Fixed<string>
  /** The reported content at that time. */
  copy: Fixed<string | null>
  created_at: Fixed<Ms>
  handled_at: Ms | null
}
export interface Events {
  id: Fixed<string>
  creator_account_id: Fixed<string>
  slug: string | null
  title: string
  /** Folded, for search. */
  title_key: string
  description: string | null
  status: 'draft' | 'published' | 'completed' | 'archived' | 'closed' | 'cancelled'
  start_at: Ms
  end_at: Ms | null
  /** JSON of the commune (contract `eventPlace`), and its centre for the map. */
  place: string | null
  place_lat: number | null
  place_lng: number | null
  address: string | null
  address_lat: number | null
  address_lng: number | null
  address_public: Flag
  address_revealed: Flag
  price: string | null
  payment_url: string | null
  banner_media_id: string | null
  /** null: unlimited. */
  max_participants: number | null
  has_waitlist: Flag
  requires_approval: Flag
  access_type: 'invitation_only' | 'open_to_relations'
  group_options: 'organizers' | 'all'
  counts_persons: Flag
  auto_offer: Flag
  /**
   * Places of accepted participants and open offers: changed only in a transaction that locks this
   * row.
   */
  seats_taken: number
  /** SEQUENCE of the .ics. */
  revision: number
  created_at: Fixed<Ms>
  updated_at: Ms
}
export interface EventParticipants {
  id: Fixed<string>
  event_id: Fixed<string>
  account_id: Fixed<string>
  status: 'invited' | 'accepted' | 'declined' | 'pending_approval' | 'waitlist' | 'cancelled'
  is_co_organizer: Flag
  /** Places of this row while accepted: 1, or 2 for a couple where persons count. */
  seats: number
  has_paid: Flag
  is_present: Flag
  present_at: Ms | null
  is_vip: Flag
  is_hidden: Flag
  organizer_comment: string | null
  invited_by_account_id: string | null
  offer_until: Ms | null
  created_at: Fixed<Ms>
  /**
   * The participant's last own choice («Je participe», «Me désinscrire»): organizers cannot confirm
   * without a yes.
   */
  said_yes: Generated<Flag>
  /** When the status was last set: the order of the waiting list. */
  status_at: Ms
}
export interface News {
  id: Fixed<string>
  account_id: Fixed<string>
  actor_account_id: Fixed<string | null>
  event_id: Fixed<string | null>
  news_type: Fixed<string>
  payload: string
  created_at: Fixed<Ms>
  read_at: Ms | null
  deleted_at: Ms | null
}
export interface EventReminders {
  event_id: Fixed<string>
  kind: Fixed<string>
  start_at: Fixed<Ms>
  sent_at: Fixed<Ms>
}
export interface CalendarFeeds {
  account_id: Fixed<string>
  token_hash: string
  discreet: Flag
  created_at: Ms
}
export interface Feedbacks {
  id: Fixed<string>
  account_id: Fixed<string>
  content: Fixed<string>
  url_path: Fixed<string>
  created_at: Fixed<Ms>
}
/**
 * A browser that receives pushes. Unbound until a session of an account claims it; deleted with
 * that session.
 */
export interface PushDevices {
  id: Fixed<string>
  /** embedded: the Beams SDK against our own device API; hosted: against Pusher's; webpush: a plain subscription (iOS). */
  kind: Fixed<'embedded' | 'hosted' | 'webpush'>
  /** Capability URL of the browser's push service, and its keys; null for hosted. */
  endpoint: string | null
  endpoint_hash: string | null
  p256dh: string | null
  auth: string | null
  platform: string
  user_agent: string
  sdk_version: string | null
  session_id: string | null
  user_id: string | null
  account_id: string | null
  /** The identity that uses it; null: not chosen. */
  identity_id: string | null
  created_at: Fixed<Ms>
  bound_at: Ms | null
}
export interface PushInterests {
  device_id: Fixed<string>
  name: Fixed<string>
}
/**
 * One pending notification per device and place (conversation, event): a newer one replaces it. The
 * text is composed when it is sent.
 */
export interface PushQueue {
  id: Fixed<string>
  device_id: Fixed<string>
  tag: Fixed<string>
  source: 'message' | 'news'
  source_id: string
  tries: number
  created_at: Ms
  next_at: Ms
}
/** A scheduled job: its owner, the end of the lease, and its last run. */
export interface WorkClaims {
  name: Fixed<string>
  owner: string
  until: Ms
  ran_at: Ms
}
export interface Settings {
  name: Fixed<string>
  value: string
}

export interface Tables {
  users: Users
  consents: Consents
  sessions: Sessions
  refresh_tokens: RefreshTokens
  email_tokens: EmailTokens
  accounts: Accounts
  identities: Identities
  join_links: JoinLinks
  relations: Relations
  blocks: Blocks
  media: Media
  media_identities: MediaIdentities
  conversations: Conversations
  conversation_participants: ConversationParticipants
  conversation_reads: ConversationReads
  messages: Messages
  message_media: MessageMedia
  reactions: Reactions
  profile_photos: ProfilePhotos
  albums: Albums
  album_media: AlbumMedia
  sharings: Sharings
  album_shares: AlbumShares
  album_accesses: AlbumAccesses
  notes: Notes
  reports: Reports
  events: Events
  event_participants: EventParticipants
  news: News
  event_reminders: EventReminders
  calendar_feeds: CalendarFeeds
  passkeys: Passkeys
  passkey_challenges: PasskeyChallenges
  recovery_codes: RecoveryCodes
  feedbacks: Feedbacks
  settings: Settings
  work_claims: WorkClaims
  push_devices: PushDevices
  push_interests: PushInterests
  push_queue: PushQueue
}
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
