import * as z from 'zod/mini'
import { idParams, ok, uuid } from '../common'
import { memberFields } from '../profile/profile'
import { route } from '../route'
import { eventPlace } from './events'

export const RIDE_SEATS_MAX = 8
/** Hours after the end of an event until offers of seats are deleted. */
export const RIDE_HOURS = 24

export const RIDE_KINDS = ['woman', 'couple'] as const
const forKind = z.nullable(z.enum(RIDE_KINDS))
/** Seats that a participant offers from a commune: never an address. */
export const ride = z.object({
  /** The row of the participant, for writing to it. */
  participant_id: uuid,
  account_id: uuid,
  ...memberFields,
  is_organizer: z.boolean(),
  is_own: z.boolean(),
  seats: z.number(),
  /** The commune of departure. */
  location: eventPlace,
  /** HH:MM in Paris, where it was given. */
  leaves_at: z.nullable(z.string()),
  /** Only for women, or couples, by how they come to the event; null: for all participants. */
  for_kind: forKind,
})
export type Ride = z.infer<typeof ride>
const rides = z.object({ rides: z.array(ride) })

export const listRides = route({
  id: 'listRides',
  method: 'GET',
  path: '/events/:id/rides',
  auth: 'account',
  summary:
    'Seats offered to the viewer by participants, the own offer first. Confirmed participants',
  params: idParams,
  reply: rides,
})
export const offerRide = route({
  id: 'offerRide',
  method: 'PUT',
  path: '/events/:id/rides',
  auth: 'account',
  summary: 'Offers seats, or changes the own offer. Confirmed participants',
  params: idParams,
  body: z.object({
    seats: z.number().check(z.int(), z.gte(1), z.lte(RIDE_SEATS_MAX)),
    place_id: z.string().check(z.maxLength(40)),
    leaves_at: z.nullable(z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))),
    for_kind: z._default(forKind, null),
  }),
  reply: rides,
})
export const withdrawRide = route({
  id: 'withdrawRide',
  method: 'DELETE',
  path: '/events/:id/rides',
  auth: 'account',
  summary: 'Withdraws the own offer of seats',
  params: idParams,
  reply: ok,
})
