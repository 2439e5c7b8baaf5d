import type { Generated } from 'kysely'
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
