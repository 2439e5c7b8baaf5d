import * as z from 'zod/mini'
import { idParams, ok, uuid } from '../common'
import { route } from '../route'

/** A hint for the other members, never stored. */
export const sayTyping = route({
  id: 'sayTyping',
  method: 'POST',
  path: '/conversations/:id/typing',
  auth: 'account',
  summary: 'Says that the caller types, or stopped; refused to who has switched it off',
  params: idParams,
  body: z.object({ identity_id: z.nullable(uuid), isTyping: z.boolean() }),
  reply: ok,
})
