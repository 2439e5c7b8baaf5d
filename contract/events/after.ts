import * as z from 'zod/mini'
import { idParams, isoDate, uuid } from '../common'
import { memberFields } from '../profile/profile'
import { route } from '../route'

/** Days, from the morning after an event, in which its guests may choose to meet again. */
export const AFTER_DAYS = 14

/** Days after the end of a new event until its discussion closes and loses its photos. */
export const TALK_DAYS = 30
const TALK_DAYS_MAX = 365

/** Fields of an event that its organizers set. */
export const afterInput = {
  /** null: never. */
  talk_days: z.optional(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(TALK_DAYS_MAX)))),
}
/** Fields of an event for its readers. */
export const afterOfEvent = {
  /** Days after the end until its discussion closes; null: never. Organizers only. */
  talk_days: z.nullable(z.number()),
  /** When its discussion closes and loses its photos: for its members. */
  talk_until: z.nullable(isoDate),
  /** Until when the caller, who was there, may open `getAfter`; null: not now. */
  after_until: z.nullable(isoDate),
}

/** Guests whose impressions are read together: less tells organizers nothing, and so does one more. */
export const IMPRESSIONS_BATCH = 3
/** 1: no, 2: rather, 3: yes. */
const said = z.number().check(z.int(), z.gte(1), z.lte(3))
/** Three fixed questions about the evening, never about a person. */
export const impressions = z.object({ welcome: said, respect: said, again: said })
export type Impressions = z.infer<typeof impressions>
/** `yes`, `no`: two thirds of them at least. */
const band = z.enum(['yes', 'mixed', 'no'])
export type Band = z.infer<typeof band>

const person = z.object({
  account_id: uuid,
  ...memberFields,
  /** The caller’s own choice. The other’s choice is in no reply. */
  chosen: z.boolean(),
})
export const after = z.object({
  until: isoDate,
  /** «Bien rentrés»: the caller’s account has said so. A no is not stored. */
  is_home: z.boolean(),
  /** «Pseudo caché»: only organizers can choose the caller, and be chosen. */
  is_hidden: z.boolean(),
  /** The caller’s own; null: not said. Organizers say none. */
  impressions: z.nullable(impressions),
  /** The other guests whom the caller may choose, relations excepted. */
  people: z.array(person),
  /** Organizers only. */
  organizer: z.nullable(
    z.object({
      /** How many accounts said that they are home. */
      home: z.number(),
      /** null: fewer than three guests have said theirs. */
      impressions: z.nullable(
        z.object({
          /** How many were counted at least: a multiple of three. */
          of: z.number(),
          welcome: band,
          respect: band,
          again: band,
        }),
      ),
      /** Guests who did not come and had not cancelled; null: presence was not kept. */
      absent: z.nullable(
        z.array(
          z.object({
            participant_id: uuid,
            ...memberFields,
          }),
        ),
      ),
    }),
  ),
})
export type After = z.infer<typeof after>

export const getAfter = route({
  id: 'getAfter',
  method: 'GET',
  path: '/events/:id/after',
  auth: 'account',
  summary: 'The day after an event, for those who were there',
  params: idParams,
  reply: after,
})
export const sayHome = route({
  id: 'sayHome',
  method: 'PUT',
  path: '/events/:id/after/home',
  auth: 'account',
  summary: 'The caller is home safely, or takes it back',
  params: idParams,
  body: z.object({ home: z.boolean() }),
  reply: after,
})
export const chooseAgain = route({
  id: 'chooseAgain',
  method: 'PUT',
  path: '/events/:id/after/again',
  auth: 'account',
  summary: 'Would like to meet a guest again, or no longer; when both would, they become relations',
  params: idParams,
  body: z.object({ account_id: uuid, yes: z.boolean() }),
  reply: z.extend(after, { is_mutual: z.boolean() }),
})
export const sayImpressions = route({
  id: 'sayImpressions',
  method: 'PUT',
  path: '/events/:id/after/impressions',
  auth: 'account',
  summary: 'The caller’s impressions of the evening, or takes them back. Guests',
  params: idParams,
  body: z.object({ impressions: z.nullable(impressions) }),
  reply: after,
})
