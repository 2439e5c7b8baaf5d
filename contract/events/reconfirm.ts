import * as z from 'zod/mini'
import { isoDate } from '../common'

/** Hours before the start: what organizers may choose. */
const RECONFIRM_HOURS = { least: 24, most: 168 } as const

/** Fields of an event that its organizers set. */
export const reconfirmInput = {
  /** null: the question is off. */
  reconfirm_hours: z.optional(
    z.nullable(
      z.number().check(z.int(), z.gte(RECONFIRM_HOURS.least), z.lte(RECONFIRM_HOURS.most)),
    ),
  ),
}
/** Fields of an event for its readers. */
export const reconfirmOfEvent = {
  /**
   * Hours before the start at which confirmed guests receive «Toujours partants ?». At half of them
   * a reminder follows; at a quarter, places without an answer go to the waiting list.
   */
  reconfirm_hours: z.nullable(z.number()),
  /**
   * The caller’s own answer; null: not asked. `lapsed`: the place went to the waiting list.
   * `until`: when it goes without an answer; null: it is kept.
   */
  reconfirm: z.nullable(
    z.object({ state: z.enum(['asked', 'yes', 'lapsed']), until: z.nullable(isoDate) }),
  ),
  /** Organizers only: guests without a reply to the question; null: not sent yet. */
  reconfirm_missing: z.nullable(z.number()),
}
/** Of a guest, for organizers; null: not asked. */
export const reconfirmState = z.nullable(z.enum(['yes', 'missing', 'lapsed']))
