import * as z from 'zod/mini'
import { idParams, isoDate, uuid } from '../common'
import { PARTICIPANTS_PAGE } from '../limits'
import { route } from '../route'

/**
 * Check-in. A participant's code is a signed text; the phone may record check-ins offline and send
 * them later, any number of times.
 */
export const checkInCode = route({
  id: 'entryCode',
  method: 'GET',
  path: '/events/:id/entry-code',
  auth: 'account',
  summary: 'The caller’s own entry code, for its QR code. Confirmed participants',
  params: idParams,
  reply: z.object({ code: z.string() }),
})
export const entryList = route({
  id: 'entryList',
  method: 'GET',
  path: '/events/:id/entries',
  auth: 'account',
  summary:
    'A page of the offline check-in list: digest of each code, handle, persons, presence, departure. Organizers',
  params: idParams,
  query: z.object({
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(PARTICIPANTS_PAGE)),
      PARTICIPANTS_PAGE,
    ),
    /** `next_cursor` of the page before. */
    cursor: z.optional(uuid),
  }),
  reply: z.object({
    entries: z.array(
      z.object({
        participant_id: uuid,
        digest: z.string(),
        handle: z.string(),
        persons: z.number(),
        is_present: z.boolean(),
        /** Was there, and has left. */
        is_gone: z.boolean(),
      }),
    ),
    /** Of the next page; null after the last one. */
    next_cursor: z.nullable(uuid),
  }),
})
export const recordCheckIns = route({
  id: 'recordEntries',
  method: 'POST',
  path: '/events/:id/entries',
  auth: 'account',
  summary:
    'Records check-ins, departures and their reversals, by code or participant; the latest one wins. Organizers',
  params: idParams,
  body: z.object({
    entries: z
      .array(
        z.object({
          participant_id: z.optional(uuid),
          code: z.optional(z.string().check(z.maxLength(200))),
          is_present: z.boolean(),
          /** With `is_present`: was there, and has left. */
          is_gone: z.optional(z.boolean()),
          at: isoDate,
        }),
      )
      .check(z.minLength(1), z.maxLength(500)),
  }),
  reply: z.object({
    results: z.array(
      z.object({
        participant_id: z.nullable(uuid),
        accepted: z.boolean(),
        error: z.nullable(z.string()),
      }),
    ),
  }),
})
