import type { Fixed, Flag, Ms } from './columns'

/**
 * One of a couple asks to leave the account. `held`: secret until `due_at`; `asked`: until
 * `due_at`; `split`: the account is divided and the rest follows; at most one of an account is
 * `asked`.
 */
export interface Partings {
  id: Fixed<string>
  /** The account that is left. */
  account_id: Fixed<string>
  /** The leaver; their old messages keep this id. */
  identity_id: Fixed<string>
  /** Login that asked. */
  user_id: Fixed<string>
  kind: Fixed<'part' | 'leave'>
  state: 'held' | 'asked' | 'cancelled' | 'split' | 'done'
  /** Chosen for the new account. */
  handle: string | null
  /** The two accounts do not see each other. */
  apart: Flag
  asked_at: Fixed<Ms>
  due_at: Ms
  new_account_id: string | null
  done_at: Ms | null
}
/** `photo`: this identity would keep it; `relation`: the leaver takes it; `event`: to cancel. */
export interface PartingChoices {
  parting_id: Fixed<string>
  identity_id: Fixed<string>
  account_id: Fixed<string>
  kind: Fixed<'photo' | 'relation' | 'event'>
  target_id: Fixed<string>
}
/** A discussion of the account that was left, as it was then. */
export interface PastTalks {
  account_id: Fixed<string>
  conversation_id: Fixed<string>
  parting_id: Fixed<string>
  /** The other member, or the group, by its name of then. */
  title: string
  /** Of the other of the couple, then: a new handle is not told. */
  partner_handle: string
  visible_after: Fixed<number>
  until_seq: Fixed<number>
}
/** A photo of two who parted, which both chose to keep: its account’s alone, for good. */
export interface KeptPhotos {
  media_id: Fixed<string>
  account_id: Fixed<string>
}
/** Separated by a parting, as by a block that neither lists nor lifts. */
export interface PartedPairs {
  account_id: Fixed<string>
  with_account_id: Fixed<string>
}
/** Photos of both, by hash: uploaded again they are kept photos. */
export interface PartedPhotos {
  account_id: Fixed<string>
  hash: Fixed<string>
}
