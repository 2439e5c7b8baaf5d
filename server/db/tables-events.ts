import type { Generated } from 'kysely'
import type { PlaceKind } from '#contract/events/balance'
import type { NewsType } from '#contract/news'
import type { Flag, Ms, Fixed } from './columns'

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
  /** JSON of lat and lng: `addressPoint`. */
  address_point: string | null
  /** Written by older servers only. */
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
  /** Whether its code, typed by a stranger, gives a request to participate (invitation only). */
  code_requests: Generated<Flag>
  /** Only verified members may ask for a place. */
  verified_only: Generated<Flag>
  /** Places of each kind; null: no limit of its own. A couple takes one place of couples. */
  places_couple: number | null
  places_woman: number | null
  places_man: number | null
  places_other: number | null
  /** When a job reveals the address; null: organizers do. */
  reveal_at: Ms | null
  /** Hours after the end until the address is erased; null: never. */
  address_hours: number | null
  /** Days after the end until its discussion closes and loses its photos; null: never. */
  talk_days: number | null
  /** Hours before the start at which «Toujours partants ?» is sent; null: never. */
  reconfirm_hours: number | null
  /** House rules, and the number of times that they were written. */
  rules: string | null
  rules_version: Generated<number>
  /** JSON of the questions to guests: `{ id, text }[]`. */
  questions: string | null
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
  /** The kind of place that it takes, as decided with its status. */
  kind: PlaceKind | null
  /** The identity that participates; null: all of the account. */
  identity_id: string | null
  has_paid: Flag
  is_present: Flag
  present_at: Ms | null
  /** When a participant who was checked in left; null: has not. */
  gone_at: Generated<Ms | null>
  is_vip: Flag
  is_hidden: Flag
  organizer_comment: string | null
  invited_by_account_id: string | null
  offer_until: Ms | null
  /** When an invited account was reminded: once. */
  reminded_at: Ms | null
  no_reminder: Generated<Flag>
  /** The start for which the guest said again that they come. */
  reconfirmed_for: Ms | null
  /** On the waiting list because the question was not answered: offered nothing until it is. */
  lapsed_at: Ms | null
  created_at: Fixed<Ms>
  /**
   * The participant's last own choice («Je participe», «Me désinscrire»): organizers cannot confirm
   * without a yes.
   */
  said_yes: Generated<Flag>
  /** An organizer declined or removed the member, and none has approved or invited them since. */
  was_refused: Generated<Flag>
  /** When the status was last set: the order of the waiting list. */
  status_at: Ms
}
/** The house rules of an event that an identity accepted. */
export interface EventAcceptances {
  event_id: Fixed<string>
  identity_id: Fixed<string>
  account_id: Fixed<string>
  version: number
  accepted_at: Ms
}
/** A participant who opened the revealed address. */
export interface EventAddressViews {
  event_id: Fixed<string>
  account_id: Fixed<string>
  first_at: Fixed<Ms>
}
/** Seats that a participant offers from a commune (JSON, contract `eventPlace`). */
export interface EventRides {
  id: Fixed<string>
  event_id: Fixed<string>
  account_id: Fixed<string>
  seats: number
  place: string
  leaves_at: string | null
  /** The kind of participants that it is for; null: all. */
  for_kind: 'woman' | 'couple' | null
  created_at: Fixed<Ms>
}
/** What a guest replied to a question of the organizers, with its text of then. */
export interface EventAnswers {
  event_id: Fixed<string>
  account_id: Fixed<string>
  question_id: Fixed<string>
  question: string
  answer: string
  answered_at: Ms
}
/** An account said that it is home after an event. */
export interface EventReturns {
  event_id: Fixed<string>
  account_id: Fixed<string>
  at: Fixed<Ms>
}
/** What a guest thought of an evening: 1 no, 2 rather, 3 yes. Read in bands of three guests. */
export interface EventImpressions {
  event_id: Fixed<string>
  account_id: Fixed<string>
  welcome: number
  respect: number
  again: number
  at: Ms
}
/** The account would like to meet the other guest again. Never told before both would. */
export interface EventReunions {
  event_id: Fixed<string>
  account_id: Fixed<string>
  with_account_id: Fixed<string>
  created_at: Fixed<Ms>
}
export interface News {
  id: Fixed<string>
  account_id: Fixed<string>
  actor_account_id: Fixed<string | null>
  event_id: Fixed<string | null>
  news_type: Fixed<NewsType>
  payload: string
  created_at: Fixed<Ms>
  read_at: Ms | null
  deleted_at: Ms | null
  /** No longer shown from then on. */
  ends_at: Fixed<Ms | null>
  /** Of a deleted event: with this account its title goes. */
  event_creator_account_id: Generated<string | null>
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
