import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from '../common'
import { givenDate } from '../given-date'
import { route } from '../route'

/** Hours after the end of a new event until its precise address is erased. */
export const ADDRESS_HOURS = 24
const ADDRESS_HOURS_MAX = 720

/** Fields of an event for its readers. */
export const addressOfEvent = {
  /** When the address is revealed automatically: for organizers and the confirmed. */
  reveal_at: z.nullable(isoDate),
  /** Hours after the end until it is erased; null: never. Organizers only. */
  address_hours: z.nullable(z.number()),
  /** When it is erased: for those who know it. */
  address_until: z.nullable(isoDate),
  /** How many participants have opened it. Organizers only. */
  address_views: z.nullable(z.number()),
}
/** Fields of an event that its organizers set. */
export const addressInput = {
  reveal_at: z.optional(z.nullable(givenDate)),
  address_hours: z.optional(
    z.nullable(z.number().check(z.int(), z.gte(0), z.lte(ADDRESS_HOURS_MAX))),
  ),
}

export const addressSeen = route({
  id: 'addressSeen',
  method: 'POST',
  path: '/events/:id/address/seen',
  auth: 'account',
  summary: 'The caller has opened the revealed address. Participants who know it',
  params: idParams,
  reply: ok,
})
export const listAddressViews = route({
  id: 'listAddressViews',
  method: 'GET',
  path: '/events/:id/address/views',
  auth: 'account',
  summary: 'Participants who have opened the address, the latest first. Organizers',
  params: idParams,
  reply: z.object({
    views: z.array(z.object({ participant_id: uuid, account_handle: z.string(), at: isoDate })),
  }),
})
