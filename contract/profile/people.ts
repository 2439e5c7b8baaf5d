import * as z from 'zod/mini'
import { uuid } from '../common'

/** `named`: persons of the account; null in replies: not said. */
export const people = z.enum(['named', 'nobody', 'others'])
export type People = z.infer<typeof people>
export const agreementState = z.enum(['asked', 'yes', 'no', 'withdrawn'])

/** The subjects of a photo, for its own account only. */
export const photoPeople = z.object({
  people: z.nullable(people),
  subjects: z.array(
    z.object({
      identity_id: uuid,
      state: agreementState,
      /** Left out by a correction, which takes their own word. */
      corrected: z.boolean(),
    }),
  ),
  /** A member of another account says to be on it: others do not see it. */
  claimed: z.optional(z.boolean()),
})
export type PhotoPeople = z.infer<typeof photoPeople>
