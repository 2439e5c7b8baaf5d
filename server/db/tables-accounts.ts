import type { ReportKind, ReportReason } from '#contract/safety'
import type { Generated } from 'kysely'
import type { Flag, Ms, Fixed } from './columns'

export interface Users {
  id: Fixed<string>
  email: string
  /** Keyed hash of the address; unique (server/session/email-key.ts). */
  email_key: string
  password_hash: string
  name: string
  birth_date: string
  created_at: Fixed<Ms>
  email_verified_at: Ms | null
  account_id: string | null
  /** When the user joined another's account; null: the account is their own. */
  joined_at: Generated<Ms | null>
  preferences: Generated<string>
  /** Join link that the person followed; used at verification or onboarding. */
  join_token_hash: string | null
  /** A passkey or a recovery code is required after the password. */
  second_factor: Generated<Flag>
  /** When the user was let in; null: an account cannot be created yet. */
  admitted_at: Generated<Ms | null>
  /** Account whose link the user came with. */
  invited_by: Generated<string | null>
  /** Last sign-in or refresh, to the day. */
  used_at: Generated<Ms | null>
  /** Newest version of the community rules that was accepted. */
  rules_version: Generated<number | null>
  /** Day (start, UTC) on which the user proved to be an adult. */
  age_proved_on: Generated<Ms | null>
  age_method: Generated<string | null>
  /** The person of a couple whose login this is; null: not said. */
  identity_id: Generated<string | null>
}
/** A proof of age that a session has started; its answer counts once. */
export interface AgeChecks {
  id: Fixed<string>
  user_id: Fixed<string>
  session_id: Fixed<string>
  nonce: Fixed<string>
  state: 'waiting' | 'passed' | 'refused'
  expires_at: Fixed<Ms>
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
 * `user_id`. `identity…`: for a passkey of the person `identity_id`, asked by `user_id`; `first`: without a
 * proof that it is the person.
 */
export interface PasskeyChallenges {
  hash: Fixed<string>
  kind: Fixed<
    'create' | 'login' | 'second' | 'staff' | 'identity' | 'identity_new' | 'identity_first'
  >
  user_id: Fixed<string | null>
  identity_id: Generated<string | null>
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
  /** When it or a sibling got a child; see `rotateRefreshToken` for how long it stays valid. */
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
  /** Suspended by the staff until then, and hidden like an account that is being deleted. */
  suspended_until: Generated<Ms | null>
  /** Neither shows its presence nor sees that of others. */
  presence_hidden: Generated<Flag>
  /** Responses to events wait for both identities. */
  answers_together: Generated<Flag>
  /** The identity that has asked to end that; the other's request ends it. */
  answers_together_ending: Generated<string | null>
  /** Letters sent because the account is unused, and when the last one was. */
  unused_letters: Generated<number>
  unused_letter_at: Generated<Ms | null>
}
/** Under which a backup holds what the account wrote; erased with it (server/moving/owned.ts). */
export interface AccountKeys {
  account_id: Fixed<string>
  /** 32 bytes, base64url. */
  key: Fixed<string>
}
/** The profile of an account but for its location, which is in `accounts.data`; JSON. */
export interface Profiles {
  account_id: Fixed<string>
  data: string
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
  origin: Fixed<'messages' | 'link' | 'event' | 'demo'>
}
export interface Blocks {
  account_id: Fixed<string>
  blocked_account_id: Fixed<string>
  created_at: Fixed<Ms>
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
  account_id: string
  kind: Fixed<ReportKind>
  target_id: Fixed<string>
  target_account_id: Fixed<string | null>
  reason: Fixed<ReportReason>
  comment: string
  /** The reported content at that time. */
  copy: string | null
  created_at: Fixed<Ms>
  handled_at: Ms | null
  case_id: Generated<string | null>
  /** Set when the case is decided; `reconsidered`: its measure was taken back. */
  outcome: Generated<'measure' | 'dismissed' | 'reconsidered' | null>
  closed_at: Generated<Ms | null>
}
export interface Feedbacks {
  id: Fixed<string>
  account_id: Fixed<string>
  content: Fixed<string>
  url_path: Fixed<string>
  created_at: Fixed<Ms>
  answer: Generated<string | null>
  closed_at: Generated<Ms | null>
}
