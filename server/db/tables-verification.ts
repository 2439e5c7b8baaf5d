import type { Generated } from 'kysely'
import type { Fixed, Ms } from './columns'

/** A request for verification: drawn gestures, then a photo, then a decision of the staff. */
export interface VerificationRequests {
  id: Fixed<string>
  account_id: Fixed<string>
  /** JSON array of sentences. */
  gestures: Fixed<string>
  /** JSON array: the profile's photos when it was sent. */
  media_ids: string
  /** Dropped: withdrawn, or no photo came in time; kept because its gestures were drawn. */
  state: 'started' | 'waiting' | 'accepted' | 'refused' | 'lapsed' | 'dropped'
  /** Reason of a refusal. */
  words: string | null
  started_at: Fixed<Ms>
  /** Started: the photo must have come. Waiting: the team must have answered. */
  expires_at: Ms
  closed_at: Ms | null
  /** The refused request that this one contests. */
  contests: Generated<string | null>
  /** User id of the staff member who refused it, or what it contests. */
  refused_by: Generated<string | null>
}
export interface Verifications {
  account_id: Fixed<string>
  /** Start of the day (UTC). */
  verified_on: Ms
  /** JSON array: ids of the persons on the photo. */
  identities: string
}
/** The profile's photos that were compared. */
export interface VerificationPhotos {
  account_id: Fixed<string>
  media_id: Fixed<string>
}
/** `account_id` says that they have met `with_account_id`. */
export interface Meetings {
  account_id: Fixed<string>
  with_account_id: Fixed<string>
  said_at: Fixed<Ms>
}
/** What `account_id` shows to `with_account_id` at a meeting: the hash of a code. */
export interface MetCodes {
  account_id: Fixed<string>
  with_account_id: string
  code_hash: string
  tries: number
  expires_at: Ms
}
/**
 * Key of the photo of a verification request, base64. Left out of backups: a photo that was destroyed
 * cannot be read in an older copy of the database.
 */
export interface ProofKeys {
  evidence_id: Fixed<string>
  key: Fixed<string>
}
