import * as z from 'zod/mini'
import { idParams, uuid } from './common'
import { RATING_MAX } from './limits'
import { CONTEXTS, COUPLE_PRACTICES, PRACTICES } from './profile/data'
import { route } from './route'

export const WISHES = [...CONTEXTS, ...PRACTICES, ...COUPLE_PRACTICES] as const
export type Wish = (typeof WISHES)[number]
/** From the first value of the fourth of five bands: a wish that may be shown to the other. */
export const WISH_HIGH = 61
/** From the first value of the fifth band. */
export const WISH_VERY_HIGH = 81
/**
 * What is opened, and a changed rating, counts after this long. What was mutual stays so for as long
 * after a closing.
 */
export const WISH_DELAY_MS = 86_400_000

const ratings = z.partialRecord(
  z.enum(WISHES),
  z.nullable(z.number().check(z.int(), z.gte(0), z.lte(RATING_MAX))),
)
export type WishRatings = z.infer<typeof ratings>

export const wishes = z.object({
  /** The identity that acts; null: both, and nothing is shown. */
  identity_id: z.nullable(uuid),
  open: z.boolean(),
  /** Before the first opening: the ratings of the own profile. */
  ratings,
  /** Keys whose rating, as it is now, does not count yet. */
  pending: z.array(z.enum(WISHES)),
  /** Wishes that both rate high, by identity of the other; empty until both have opened theirs. */
  common: z.array(
    z.object({
      identity_id: uuid,
      identity_handle: z.string(),
      wishes: z.array(z.object({ key: z.enum(WISHES), very: z.boolean() })),
    }),
  ),
})
export type Wishes = z.infer<typeof wishes>

export const getWishes = route({
  id: 'getWishes',
  method: 'GET',
  path: '/accounts/:id/wishes',
  auth: 'account',
  summary: 'The acting identity’s wishes with a relation, and those that are mutual',
  params: idParams,
  reply: wishes,
})
export const saveWishes = route({
  id: 'saveWishes',
  method: 'PUT',
  path: '/accounts/:id/wishes',
  auth: 'account',
  summary: 'Replaces the acting identity’s wishes with a relation, and opens or closes them',
  params: idParams,
  /** Without `open` they stay as they are, open or closed. */
  body: z.object({ open: z.optional(z.boolean()), ratings }),
  reply: wishes,
})
