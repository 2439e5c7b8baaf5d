import type { Fixed, Flag, Ms } from './columns'

/** What a newcomer wrote, where the team or two members let newcomers in. */
export interface Applications {
  user_id: Fixed<string>
  words: string
  state: 'waiting' | 'admitted' | 'refused'
  answer: string | null
  created_at: Fixed<Ms>
  closed_at: Ms | null
}
/** A member whom a newcomer named, and what that member said. */
export interface Vouches {
  user_id: Fixed<string>
  account_id: Fixed<string>
  asked_at: Fixed<Ms>
  answer: 'yes' | 'no' | null
  answered_at: Ms | null
}
/** Settings that operators change in the desk; `value` is JSON. A missing row: the default. */
export interface CommunitySettings {
  name: Fixed<string>
  value: string
  changed_by: string
  changed_at: Ms
}
/** A message to all members. `reached`: id of the last account that received it. */
export interface Announcements {
  id: Fixed<string>
  text: Fixed<string>
  by_mail: Fixed<Flag>
  made_by: Fixed<string>
  made_at: Fixed<Ms>
  send_at: Fixed<Ms>
  sent_at: Ms | null
  cancelled_at: Ms | null
  reached: string
  /** JSON; null: all members. */
  audience: Fixed<string | null>
  /** No longer shown from then on. */
  ends_at: Fixed<Ms | null>
}
