import type { Fixed, Ms } from './columns'

/** A message that waits for identities of its account; `wanted`: their ids, JSON. */
export interface HeldMessages {
  id: Fixed<string>
  account_id: Fixed<string>
  conversation_id: Fixed<string>
  /** `photo`: leaves with the last yes to its photos; `four_hands`: with the last yes to itself. */
  reason: 'four_hands' | 'photo'
  /** Without text once it no longer waits: the row stops a late retry for some days. */
  state: 'waiting' | 'sent' | 'withdrawn'
  /** null: both mode. */
  sender_identity_id: Fixed<string | null>
  /** The login that wrote or last changed it. */
  user_id: string
  content: string
  quote_id: string | null
  client_msg_id: Fixed<string>
  /** Of what was first sent, whatever was changed since. */
  client_hash: Fixed<string>
  wanted: string
  /** With how many photos it was held; null: by a server before this column. */
  media_count: Fixed<number | null>
  /** Its photos are looked at once, or for a day. */
  brief: Fixed<'once' | 'day' | null>
  /** Raised by a change: a yes counts for one revision. */
  revision: number
  created_at: Fixed<Ms>
  updated_at: Ms
}
export interface HeldMedia {
  held_id: Fixed<string>
  media_id: Fixed<string>
  position: number
}
/** A photo of a message that is seen once or for a day. */
export interface BriefPhotos {
  id: Fixed<string>
  message_id: Fixed<string>
  /** null: destroyed. */
  media_id: string | null
  /** The sender's. */
  account_id: Fixed<string>
  mode: Fixed<'once' | 'day'>
  position: Fixed<number>
  expires_at: Ms
}
export interface BriefViews {
  photo_id: Fixed<string>
  account_id: Fixed<string>
  /** Chosen by the device that opened it. */
  view_id: Fixed<string>
  opened_at: Fixed<Ms>
}
/** A participation or refusal that waits for identities of its account. */
export interface HeldAnswers {
  id: Fixed<string>
  account_id: Fixed<string>
  event_id: Fixed<string>
  answer: 'participate' | 'decline'
  user_id: string
  wanted: Fixed<string>
  revision: number
  updated_at: Ms
  /** 1: a request with the event's code, by an account that has no participant there yet. */
  by_code: 0 | 1
}
/** The identity that participates by a held answer; without a row: both. */
export interface HeldComings {
  held_id: Fixed<string>
  identity_id: Fixed<string>
}
/** One yes: of which identity and login, to which text, when; kept as proof when withdrawn. */
export interface Agreements {
  subject_id: Fixed<string>
  identity_id: Fixed<string>
  account_id: Fixed<string>
  user_id: string
  revision: Fixed<number>
  content_hash: string
  given_at: Ms
  withdrawn_at: Ms | null
}
