import * as z from 'zod/mini'
import { uuid } from '../common'
import { identity } from '../profile/profile'

export const organizer = z.object({
  account_id: uuid,
  account_handle: z.string(),
  avatar_url: z.nullable(z.string()),
  identities: z.array(identity),
  is_creator: z.boolean(),
})
export const breakdown = z.object({
  couples: z.number(),
  women: z.number(),
  men: z.number(),
  others: z.number(),
})
