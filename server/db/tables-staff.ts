import type { CommentTag } from '#contract/staff/cases'
import type { Measure, SubjectKind } from '#contract/staff/measures'
import type { Generated } from 'kysely'
import type { Fixed, Ms } from './columns'

/** A role of a login, never of an account: a couple's account has two logins. */
export interface Staff {
  user_id: Fixed<string>
  role: 'moderator' | 'operator'
  pseudonym: string
  /** User id, or `command`. */
  granted_by: string
  granted_at: Ms
}
/**
 * A session in which the desk is open; expires 15 minutes after `used_at`, and 8 hours after
 * `opened_at`.
 */
export interface StaffUnlocks {
  session_id: Fixed<string>
  user_id: Fixed<string>
  used_at: Ms
  opened_at: Generated<Ms>
}
/** The code sent by e-mail to a login without passkey. */
export interface StaffCodes {
  user_id: Fixed<string>
  code_hash: string
  tries: number
  expires_at: Ms
}
/**
 * A link that the command prints, for an hour and once: a passkey for the login `user_id`, or a login
 * with the role for an address that has none, whose user will have this id.
 */
export interface StaffLinks {
  id: Fixed<string>
  token_hash: Fixed<string>
  user_id: Fixed<string | null>
  address: Fixed<string | null>
  email_key: Fixed<string>
  role: Fixed<Staff['role']>
  pseudonym: Fixed<string>
  expires_at: Fixed<Ms>
}
/** One case per reported thing while it is open. */
export interface Cases {
  id: Fixed<string>
  kind: Fixed<
    'report' | 'appeal' | 'own' | 'notice' | 'signal' | 'newcomer' | 'comment' | 'verification'
  >
  subject_kind: Fixed<SubjectKind>
  subject_id: Fixed<string>
  account_id: string | null
  priority: number
  state: 'open' | 'waiting_second' | 'decided'
  claimed_by: string | null
  claim_until: Ms | null
  version: number
  /** JSON of an exclusion that waits for a second person. */
  proposal: string | null
  opened_at: Fixed<Ms>
  /**
   * Orders the open cases of one priority: the opening, earlier with each member that reported it.
   */
  ranked_at: Generated<Ms>
  closed_at: Ms | null
  /** How it was closed, and by whom; null while open, and when no staff member closed it. */
  measure: Generated<Measure | null>
  closed_by: Generated<string | null>
  /** The staff member whose proposal `closed_by` confirmed. */
  proposed_by: Generated<string | null>
  /** When its priority became 0. */
  urgent_at: Generated<Ms | null>
  /** Its evidence is kept until then at least, by an operator's decision. */
  kept_until: Generated<Ms | null>
  /** The `kept_until` whose renewal was requested from operators. */
  kept_asked_for: Generated<Ms | null>
  /** The end of the hold that an operator lets come: operators get no further request. */
  kept_let_end: Generated<Ms | null>
  /** Of a comment: what it is about. */
  tag: Generated<CommentTag | null>
  /** The decision that froze the account in an emergency. */
  freeze_id: Generated<string | null>
  /** Reported versions that were not frozen, for want of room. */
  versions_left_out: Generated<number>
}
/** What was reported, frozen at that moment; `payload` is null once it is destroyed. */
export interface Evidence {
  id: Fixed<string>
  case_id: Fixed<string>
  kind: Fixed<
    | 'message'
    | 'photo'
    | 'profile'
    | 'event'
    | 'request'
    | 'notice'
    | 'counts'
    | 'application'
    | 'comment'
    | 'verification'
  >
  subject_id: Fixed<string>
  payload: string | null
  captured_at: Fixed<Ms>
  /** Set with the decision. */
  expires_at: Ms | null
  /** Photos of this version that were not kept, for want of room. */
  photos_left_out: Generated<number>
}
/**
 * Bytes of frozen photos, base64: in the database, so that they are stored with the report or not
 * at all.
 */
export interface EvidencePhotos {
  evidence_id: Fixed<string>
  position: Fixed<number>
  jpeg: Fixed<string>
  /** Tiny blurred JPEG, base64. */
  blurred: Fixed<string>
  /** 1: of a private album; seeing it takes two of the staff. */
  guarded: Generated<number>
  /** When staff last looked at a private one; null once its owner was notified. */
  looked_at: Generated<Ms | null>
}
/** A request to look at a guarded photo, and the staff member that allowed it. */
export interface PhotoLooks {
  evidence_id: Fixed<string>
  position: Fixed<number>
  user_id: Fixed<string>
  reason: string
  asked_at: Ms
  allowed_by: string | null
  allowed_at: Ms | null
}
/** A letter that the mail server has not taken yet; to a login or to an address. */
export interface Letters {
  id: Fixed<string>
  user_id: Fixed<string | null>
  address: Fixed<string | null>
  what: Fixed<string>
  made_at: Fixed<Ms>
  /** It is not sent before then: the lease of who sends it, or the pause after a failure. */
  next_at: Ms
}
export interface Decisions {
  id: Fixed<string>
  case_id: Fixed<string>
  account_id: string | null
  /** The identity of a couple that a restriction is limited to; null: the account. */
  identity_id: string | null
  subject_kind: Fixed<SubjectKind>
  subject_id: Fixed<string>
  measure: Fixed<Measure>
  /** JSON array of restrictions. */
  scopes: Fixed<string>
  /** Key of the community rule, in `rules_version`. */
  rule: Fixed<string | null>
  rules_version: Fixed<number | null>
  facts: Fixed<string>
  origin: Fixed<'report' | 'own' | 'signal'>
  by_user: Fixed<string>
  second_user: Fixed<string | null>
  made_at: Fixed<Ms>
  until: Fixed<Ms | null>
  undone_at: Ms | null
  undone_by: string | null
  /** Taken back, it owes a photo or an event; when that is tried again. Null: nothing. */
  owed_at: Generated<Ms | null>
}
/** What an account may not do until then. */
export interface Sanctions {
  id: Fixed<string>
  account_id: string
  identity_id: string | null
  kind: Fixed<'conversations' | 'messages' | 'events' | 'photos'>
  until: Fixed<Ms>
  decision_id: Fixed<string>
  lifted_at: Ms | null
}
export interface Appeals {
  id: Fixed<string>
  decision_id: Fixed<string>
  account_id: string
  text: string
  state: 'open' | 'upheld' | 'overturned'
  answer: string | null
  created_at: Fixed<Ms>
  closed_at: Ms | null
}
/** A notice from outside the community, followed by its code. */
export interface Notices {
  id: Fixed<string>
  case_id: Fixed<string>
  code_hash: Fixed<string>
  email: string | null
  created_at: Fixed<Ms>
  closed_at: Ms | null
  outcome: 'measure' | 'dismissed' | 'reconsidered' | null
}
/** Versions of the rules of the community; JSON of `communityRule[]`. */
export interface CommunityRules {
  version: Fixed<number>
  rules: Fixed<string>
  made_by: Fixed<string>
  made_at: Fixed<Ms>
}
/** Append-only (triggers of migration 0018); each row's hash covers the one before. */
export interface AuditLog {
  seq: Fixed<number>
  at: Fixed<Ms>
  user_id: Fixed<string>
  who: Fixed<string>
  act: Fixed<string>
  target_kind: Fixed<string | null>
  target_id: Fixed<string | null>
  detail: Fixed<string>
  prev: Fixed<string>
  hash: Fixed<string>
}
/** A keyed hash of an excluded address, or the difference hash of a removed photo. */
export interface BanMarks {
  id: Fixed<string>
  kind: Fixed<'mail' | 'photo'>
  value: Fixed<string>
  decision_id: Fixed<string>
  created_at: Fixed<Ms>
  expires_at: Fixed<Ms>
}
