import type { Generated } from 'kysely'
import type { Flag, Ms, Fixed } from './columns'

/** A subject of a couple's photo. Others see it once every row is `yes`. */
export interface MediaSubjects {
  media_id: Fixed<string>
  identity_id: Fixed<string>
  account_id: Fixed<string>
  state: 'asked' | 'yes' | 'no' | 'withdrawn'
  asked_at: Ms
  /** Kept after a withdrawal. */
  yes_at: Ms | null
  /** Login that said yes; kept after a withdrawal. */
  yes_by: Generated<string | null>
  decided_at: Ms | null
  /** Login of the last answer. */
  decided_by: string | null
  /** Proved by the person's own login or by their code. */
  strong: Flag
  /** What was agreed to; see contract/profile/agreement-texts.ts. */
  text_version: string | null
  text_hash: string | null
  /** When the account said that they are not on it after all: it takes their word. */
  corrected_at: Generated<Ms | null>
}
export type PictureKind = 'account' | 'identity' | 'conversation' | 'event'
/** An avatar or a banner that is pending until all subjects of the photo agree. */
export interface MediaPlaces {
  kind: Fixed<PictureKind>
  target_id: Fixed<string>
  media_id: string
  account_id: string
}
/** Refused photos, by hash: uploaded again, they need the agreement again. */
export interface MediaRefusals {
  identity_id: Fixed<string>
  hash: Fixed<string>
  account_id: Fixed<string>
  refused_at: Fixed<Ms>
}
/**
 * A photo that another member says to be on: others do not see it until the case dismisses the claim.
 * It outlasts the photo, so that the same picture, uploaded again, is hidden again, and its case.
 */
export interface PhotoClaims {
  media_id: Fixed<string>
  case_id: Fixed<string>
  /** Owner of the photo. */
  account_id: string
  hash: Fixed<string | null>
  created_at: Fixed<Ms>
}
/** A passkey with which a person answers on a device that both use; see `Passkeys`. */
export interface IdentityPasskeys {
  id: Fixed<string>
  identity_id: Fixed<string>
  account_id: Fixed<string>
  credential_id: Fixed<string>
  public_key: Fixed<string>
  counter: number
  transports: string
  name: string
  created_at: Fixed<Ms>
  last_used_at: Ms | null
  /** Said to be lost: it is removed then. */
  ends_at: Ms | null
}
/** The code with which a person answers on a device that both use. */
export interface IdentityCodes {
  identity_id: Fixed<string>
  account_id: Fixed<string>
  code_hash: string
  set_at: Ms
  /** Wrong codes since the last correct one. */
  tries: number
  closed_until: Ms | null
  /** Said to be forgotten: it is removed then. */
  ends_at: Ms | null
}
