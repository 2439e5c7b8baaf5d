import * as z from 'zod/mini'
import { gender, idempotencyKey, idParams, isoDate, ok, uuid } from '../common'
import { givenDate } from '../given-date'
import {
  EVENT_DESCRIPTION_MAX,
  EVENT_PLACE_MAX,
  EVENT_TITLE_MAX,
  PARTICIPANTS_MAX,
} from '../limits'
import { groupOptions } from '../messaging/messages'
import { location } from '../profile/data'
import { route } from '../route'
import { addressInput, addressOfEvent } from './address'
import { afterInput, afterOfEvent } from './after'
import { balanceInput, balanceOfEvent, heldAnswer, participation } from './balance'
import { breakdown, organizer } from './organizers'
import { paymentUrl } from './payment-url'
import { reconfirmInput, reconfirmOfEvent } from './reconfirm'

/** The column accepts all six; only draft and published can be set. */
const eventStatus = z.enum(['draft', 'published', 'completed', 'archived', 'closed', 'cancelled'])
const accessType = z.enum(['invitation_only', 'open_to_relations'])
export const participationStatus = z.enum([
  'invited',
  'accepted',
  'declined',
  'pending_approval',
  'waitlist',
  'cancelled',
])
export type ParticipationStatus = z.infer<typeof participationStatus>
/** The status of oneself or another member in an event: organizers have a separate one. */
const displayedStatus = z.enum([
  'invited',
  'accepted',
  'declined',
  'pending_approval',
  'waitlist',
  'cancelled',
  'organizer',
])
export type DisplayedStatus = z.infer<typeof displayedStatus>

/** {id}: a UUID is an id, anything else a slug. */
const eventRef = z.object({ id: z.string().check(z.minLength(1), z.maxLength(60)) })

/** The commune of an event: shown to all who may read the event. */
export const eventPlace = z.pick(location, {
  place_id: true,
  city: true,
  department: true,
  department_code: true,
  postal_code: true,
  lat: true,
  lng: true,
  formatted_address: true,
})
export type EventPlace = z.infer<typeof eventPlace>
/** The precise address: only in replies to viewers who may know it. */
const privateLocation = z.object({
  address: z.string(),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  is_public: z.boolean(),
  is_revealed: z.boolean(),
})
export type PrivateLocation = z.infer<typeof privateLocation>
/** State of the precise address for a member, without the address: which of the five to display. */
export const addressState = z.enum(['missing', 'unpublished', 'hidden', 'public', 'revealed'])
export type AddressState = z.infer<typeof addressState>

/** Pictures of participants on the card of an event. */
export const FACES_MAX = 4

const eventItem = z.object({
  id: uuid,
  slug: z.nullable(z.string()),
  title: z.string(),
  status: eventStatus,
  start_date: isoDate,
  end_date: z.nullable(isoDate),
  is_ended: z.boolean(),
  banner_image_url: z.nullable(z.string()),
  location: z.nullable(eventPlace),
  participant_count: z.number(),
  /** Whether the count and the maximum are persons (two for a couple), not accounts. */
  counts_persons: z.boolean(),
  max_participants: z.nullable(z.number()),
  has_unlimited_participants: z.boolean(),
  has_waitlist: z.boolean(),
  creator_handle: z.string(),
  /** Of each person of the account; empty when it is deleted. */
  creator_genders: z.array(gender),
  /** Of the member whose events these are (the caller, except in a relation's shared events). */
  participant_status: z.nullable(displayedStatus),
  viewer_participant_status: z.nullable(displayedStatus),
  /** The caller is `declined`: by an organizer, and none has approved or invited them since. */
  is_refused: z.boolean(),
  access_type: accessType,
  /** Pictures of some who come, as far as the caller may see them; for lists alone. */
  faces: z.optional(z.array(z.string())),
})
export type EventItem = z.infer<typeof eventItem>

export const event = z.extend(eventItem, {
  ...balanceOfEvent,
  ...addressOfEvent,
  ...afterOfEvent,
  ...reconfirmOfEvent,
  description: z.nullable(z.string()),
  price: z.nullable(z.string()),
  payment_url: z.nullable(z.string()),
  requires_approval: z.boolean(),
  group_options: groupOptions,
  auto_offer: z.boolean(),
  /** By invitation only: whether its code creates a request to participate; otherwise it is refused. */
  code_requests: z.boolean(),
  address_state: addressState,
  /** null unless the caller may know it. */
  private_location: z.nullable(privateLocation),
  is_creator: z.boolean(),
  is_organizer: z.boolean(),
  user_participation_status: z.nullable(displayedStatus),
  /** The caller’s own answer that still needs both identities. */
  held_answer: z.nullable(heldAnswer),
  /** Until when a freed place is held for the caller. */
  offer_until: z.nullable(isoDate),
  /** The caller’s own rank on the waiting list, from 1; null when not waiting, or offered a place. */
  waitlist_place: z.nullable(z.number()),
  organizers: z.array(organizer),
  breakdown,
  /** Organizers only: participants per status. */
  counts: z.nullable(
    z.object({
      total: z.number(),
      accepted: z.number(),
      pending_approval: z.number(),
      waitlist: z.number(),
      invited: z.number(),
      /** Invited members whom a reminder may reach now. */
      to_remind: z.number(),
    }),
  ),
  conversation_id: z.nullable(uuid),
  created_at: isoDate,
})
export type Event = z.infer<typeof event>

const title = z.string().check(
  z.overwrite((v) => v.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')),
  z.trim(),
  z.minLength(1, 'Donnez un titre à la sortie.'),
  z.maxLength(EVENT_TITLE_MAX, `Le titre compte au plus ${EVENT_TITLE_MAX} caractères.`),
)
const slug = z.string().check(
  z.trim(),
  z.overwrite((v) => v.toLowerCase()),
  z.regex(
    /^[a-z0-9_-]{4,40}$/,
    'L’identifiant compte 4 à 40 lettres sans accent, chiffres, «\u00a0-\u00a0» ou «\u00a0_\u00a0».',
  ),
)
const fields = {
  ...balanceInput,
  ...addressInput,
  ...afterInput,
  ...reconfirmInput,
  title,
  /** A new code gets four random characters: `nuit-du-lac` becomes `nuit-du-lac-7k2m`. */
  slug: z.optional(z.nullable(slug)),
  description: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(
            EVENT_DESCRIPTION_MAX,
            `La description compte au plus ${EVENT_DESCRIPTION_MAX} caractères.`,
          ),
        ),
    ),
  ),
  start_date: givenDate,
  end_date: z.optional(z.nullable(givenDate)),
  place_id: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  private_location: z.optional(
    z.nullable(
      z.object({
        address: z.string().check(z.trim(), z.minLength(1), z.maxLength(EVENT_PLACE_MAX)),
        lat: z.nullable(z.number().check(z.gte(-90), z.lte(90))),
        lng: z.nullable(z.number().check(z.gte(-180), z.lte(180))),
        /** Omitted in an update: unchanged, so that an outdated form never publishes an address. */
        is_public: z.optional(z.boolean()),
      }),
    ),
  ),
  price: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(200)))),
  payment_url: z.optional(z.nullable(paymentUrl)),
  banner_media_id: z.optional(z.nullable(uuid)),
  /** null: unlimited. */
  max_participants: z.optional(
    z.nullable(
      z.number().check(z.int(), z.gte(1, 'Il faut au moins une place.'), z.lte(PARTICIPANTS_MAX)),
    ),
  ),
  has_waitlist: z.optional(z.boolean()),
  requires_approval: z.optional(z.boolean()),
  access_type: z.optional(accessType),
  group_options: z.optional(groupOptions),
  /** A couple takes two places. */
  counts_persons: z.optional(z.boolean()),
  /** A freed place is offered to the first of the waiting list, for `OFFER_HOURS`. */
  auto_offer: z.optional(z.boolean()),
  code_requests: z.optional(z.boolean()),
}
const eventInput = z.object({ ...fields, idempotency_key: idempotencyKey })
export type EventInput = z.input<typeof eventInput>

const one = z.object({ event })
const list = z.object({ events: z.array(eventItem) })
const q = z.object({ q: z.optional(z.string().check(z.maxLength(100))) })

export const listInvitedEvents = route({
  id: 'listInvitedEvents',
  method: 'GET',
  path: '/events/invited-events',
  auth: 'account',
  summary: 'Events that the caller is invited to or can join, the next first',
  query: z.extend(q, {
    /** Of verified organizers. */
    verified: z.optional(z.enum(['1'])),
  }),
  reply: list,
})
export const listMyEvents = route({
  id: 'listMyEvents',
  method: 'GET',
  path: '/events/my-calendar',
  auth: 'account',
  summary: 'Events that the caller organizes or participates in, past ones included',
  query: q,
  reply: list,
})
export const getEvent = route({
  id: 'getEvent',
  method: 'GET',
  path: '/events/:id',
  auth: 'account',
  summary: 'An event by id or slug; include_private adds only what the caller may know',
  params: eventRef,
  query: z.object({ include_private: z.optional(z.string().check(z.maxLength(5))) }),
  reply: one,
})
export const getEventBySlug = route({
  id: 'getEventBySlug',
  method: 'GET',
  path: '/events/slug/:slug',
  auth: 'account',
  summary: 'An event by its code',
  params: z.object({ slug: z.string().check(z.maxLength(60)) }),
  reply: one,
})
export const joinBySlug = route({
  id: 'joinBySlug',
  method: 'POST',
  path: '/events/join-by-slug',
  auth: 'account',
  summary:
    'Uses the code of a published event: an invitation, or a request to participate in an event ' +
    'by invitation only, which waits for both where the couple answers together',
  body: z.object({ slug: z.string().check(z.trim(), z.maxLength(60)) }),
  // `waits`: the event's id, where a request waits
  reply: z.object({ event: z.nullable(event), waits: z.optional(uuid) }),
})
export const createEvent = route({
  id: 'createEvent',
  method: 'POST',
  path: '/events',
  auth: 'account',
  summary: 'Creates a draft',
  body: eventInput,
  reply: one,
  status: 201,
})
export const updateEvent = route({
  id: 'updateEvent',
  method: 'PUT',
  path: '/events/:id',
  auth: 'account',
  summary: 'Updates an event; omitted fields keep their value. Organizers',
  params: idParams,
  body: z.object({ ...fields, title: z.optional(title), start_date: z.optional(givenDate) }),
  reply: one,
})
export const deleteEvent = route({
  id: 'deleteEvent',
  method: 'DELETE',
  path: '/events/:id',
  auth: 'account',
  summary: 'Deletes an event and notifies its participants. Creator',
  params: idParams,
  reply: ok,
})
export const cancelEvent = route({
  id: 'cancelEvent',
  method: 'POST',
  path: '/events/:id/cancel',
  auth: 'account',
  summary: 'Cancels a published event and notifies its participants. Creator',
  params: idParams,
  reply: one,
})
export const duplicateEvent = route({
  id: 'duplicateEvent',
  method: 'POST',
  path: '/events/:id/duplicate',
  auth: 'account',
  summary: 'A draft with the same fields, at a new date, without participants. Organizers',
  params: idParams,
  body: z.object({ start_date: givenDate, idempotency_key: idempotencyKey }),
  reply: one,
  status: 201,
})
export const publishEvent = route({
  id: 'publishEvent',
  method: 'POST',
  path: '/events/:id/publish',
  auth: 'account',
  summary: 'Publishes, or reverts to a draft. Organizers',
  params: idParams,
  body: z.object({ status: z.enum(['draft', 'published']) }),
  reply: one,
})
export const participateInEvent = route({
  id: 'subscribe',
  method: 'POST',
  path: '/events/:id/subscribe',
  auth: 'account',
  summary: 'Participates: accepted, pending_approval or waitlist; 409 when full',
  params: idParams,
  body: z.optional(participation),
  /**
   * held: nothing was answered yet, it waits for both identities (`held_answer`); event is null while
   * the caller, who had declined, may not read it.
   */
  reply: z.object({ event: z.nullable(event), held: z.optional(z.boolean()) }),
})
export const leaveEvent = route({
  id: 'unsubscribe',
  method: 'POST',
  path: '/events/:id/unsubscribe',
  auth: 'account',
  summary: 'Stops participating (declined); event is null when the caller may no longer read it',
  params: idParams,
  reply: z.object({ event: z.nullable(event), held: z.optional(z.boolean()) }),
})
export const revealLocation = route({
  id: 'revealLocation',
  method: 'POST',
  path: '/events/:id/reveal-location',
  auth: 'account',
  summary: 'Reveals the precise address to confirmed participants. Organizers',
  params: idParams,
  reply: one,
})
export const hideLocation = route({
  id: 'hideLocation',
  method: 'POST',
  path: '/events/:id/hide-location',
  auth: 'account',
  summary: 'Hides the precise address again, at once. Organizers',
  params: idParams,
  reply: one,
})
export const listRelationEvents = route({
  id: 'listRelationEvents',
  method: 'GET',
  path: '/relations/:id/events',
  auth: 'account',
  summary: 'Events that a member shares with the caller; 403 when it shares none',
  params: idParams,
  reply: list,
})
