import * as z from 'zod/mini'
import { uuid } from '../common'
import { memberFields } from '../profile/profile'

export const organizer = z.object({
  account_id: uuid,
  ...memberFields,
  is_creator: z.boolean(),
})
export const breakdown = z.object({
  couples: z.number(),
  women: z.number(),
  men: z.number(),
  others: z.number(),
})
