import * as z from 'zod/mini'
import { isoDate } from '../common'

/** What others see of a member's verification. */
export const badge = z.object({
  /** Day on which the team compared a photo with the profile's; null: not verified. */
  verifiedOn: z.nullable(isoDate),
  /** Verified members who have met this one; 0 below two. */
  met: z.number(),
  /** Whether the viewer is one of them. */
  metByMe: z.boolean(),
  /** A relation whom a code would serve: the viewer has not said it yet, or the member is verified. */
  mayMeet: z.boolean(),
})
export type Badge = z.infer<typeof badge>
