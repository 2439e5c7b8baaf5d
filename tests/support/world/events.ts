import { vi } from 'vitest'
import type { Event, EventItem } from '#contract/events/events'
import type { ParticipantRow } from '#contract/events/participants'
import type { Relation } from '#contract/relations'
import { uid } from './messages'

let count = 0
/** An id that no test had before: SWR's cache of one test does not reach the next. */
export const fresh = (kind: string): string => uid(kind, (count += 1) + 1000)

export const item = (patch: Partial<EventItem> = {}): EventItem => ({
  id: fresh('event'),
  slug: 'bal-2026',
  title: 'Bal masqué',
  status: 'published',
  start_date: '2036-12-05T19:30:00.000Z',
  end_date: '2036-12-06T02:00:00.000Z',
  is_ended: false,
  banner_image_url: null,
  location: null,
  participant_count: 5,
  counts_persons: false,
  has_waitlist: false,
  max_participants: 20,
  has_unlimited_participants: false,
  creator_handle: 'alice',
  creator_genders: ['man'],
  participant_status: 'accepted',
  viewer_participant_status: null,
  is_refused: false,
  access_type: 'invitation_only',
  ...patch,
})
/** An event without places by kind, house rules and questions. */
export const NO_BALANCE = {
  places_by_kind: [],
  rules: null,
  rules_accepted_by: [],
  rules_awaited: false,
  questions: [],
  own_answers: [],
  coming_identity_id: null,
  verified_only: false,
  verification_missing: false,
  reveal_at: null,
  address_hours: null,
  address_until: null,
  address_views: null,
  after_until: null,
  held_answer: null,
  talk_days: null,
  talk_until: null,
  reconfirm_hours: null,
  reconfirm: null,
  reconfirm_missing: null,
} satisfies Partial<Event>
export const hostedEvent = (patch: Partial<Event> = {}): Event => ({
  ...item(),
  description: null,
  price: null,
  payment_url: null,
  has_waitlist: false,
  requires_approval: false,
  group_options: 'all',
  auto_offer: false,
  code_requests: true,
  ...NO_BALANCE,
  address_state: 'hidden',
  private_location: null,
  is_creator: true,
  is_organizer: true,
  user_participation_status: 'organizer',
  offer_until: null,
  waitlist_place: null,
  organizers: [],
  breakdown: { couples: 2, women: 1, men: 2, others: 0 },
  counts: null,
  conversation_id: null,
  created_at: '2026-11-01T10:00:00.000Z',
  ...patch,
})
/** The same for a member who only participates. */
export const guestEvent = (patch: Partial<Event> = {}): Event =>
  hostedEvent({
    is_creator: false,
    is_organizer: false,
    user_participation_status: 'accepted',
    ...patch,
  })

export const taker = (
  account_handle: string,
  patch: Partial<ParticipantRow> = {},
): ParticipantRow => ({
  id: fresh('taker'),
  account_id: fresh('account'),
  account_handle,
  avatar_url: null,
  identities: [],
  status: 'accepted',
  has_asked: true,
  has_paid: false,
  is_present: false,
  is_vip: false,
  is_hidden: false,
  organizer_comment: null,
  is_creator: false,
  is_co_organizer: false,
  invited_by_account_id: null,
  invited_by_handle: null,
  created_at: '2026-11-02T10:00:00.000Z',
  offer_until: null,
  reconfirm: null,
  invitation_transfers_remaining: 0,
  ...patch,
})
export const friend = (with_account_handle: string): Relation => ({
  with_account_id: fresh('friend'),
  with_account_handle,
  avatar_url: null,
  identities: [],
  is_online: false,
  location: null,
  since: '2026-11-01T10:00:00.000Z',
})

export interface Sent {
  readonly line: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly init: RequestInit
}
/** A failure response of the server; without a sentence when `error` is not given. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly error?: string,
    readonly more: object = {},
  ) {}
}
/**
 * Serves calls by «METHOD /path»; an unexpected call gets a 404 without a sentence. Returns the
 * list of received calls.
 */
export const serve = (routes: Readonly<Record<string, (sent: Sent) => unknown>>): Sent[] => {
  const asked: Sent[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const url = new URL(input, 'http://localhost')
    const sent: Sent = {
      line: `${init.method} ${url.pathname.replace('/api', '')}`,
      query: url.searchParams,
      body: init.body === undefined ? undefined : JSON.parse(init.body as string),
      init,
    }
    asked.push(sent)
    const answer = await Promise.resolve(routes[sent.line]?.(sent) ?? new Refusal(404))
    const [status, body] =
      answer instanceof Refusal
        ? [
            answer.status,
            answer.error === undefined ? answer.more : { error: answer.error, ...answer.more },
          ]
        : [200, answer]
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
  return asked
}
/** How often a call was made. */
export const times = (asked: readonly Sent[], line: string): number =>
  asked.filter((s) => s.line === line).length
