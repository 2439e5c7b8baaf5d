import * as z from 'zod/mini'
import { isoDate, uuid } from './common'
import { identity } from './profile/profile'
import { route } from './route'

export const relation = z.object({
  with_account_id: uuid,
  with_account_handle: z.string(),
  avatar_url: z.nullable(z.string()),
  identities: z.array(identity),
  is_online: z.boolean(),
  /** The commune of the profile; never finer. */
  location: z.nullable(
    z.object({ place_id: z.string(), city: z.string(), lat: z.number(), lng: z.number() }),
  ),
  since: isoDate,
})
export type Relation = z.infer<typeof relation>

export const listRelations = route({
  id: 'listRelations',
  method: 'GET',
  path: '/relations',
  auth: 'account',
  summary:
    'The caller’s relations by handle, the 2,000 latest; q searches the handles of all (ignoring case and accents)',
  query: z.object({ q: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.object({ relations: z.array(relation) }),
})
