import * as z from 'zod/mini'
import { location } from './profile/data'
import { route } from './route'

const tag = 'places'

export const placeSuggestion = z.object({
  place_id: z.string(),
  description: z.string(),
  city: z.string(),
  department: z.string(),
  department_code: z.string(),
  postal_code: z.string(),
})
export type PlaceSuggestion = z.infer<typeof placeSuggestion>
export const searchPlaces = route({
  id: 'searchPlaces',
  method: 'GET',
  path: '/places/search',
  auth: 'account',
  tag,
  summary:
    'French communes whose name (no case, no accents) or postal code begins so, the largest first; fewer than 2 characters find none',
  query: z.object({ input: z.string().check(z.maxLength(100)) }),
  reply: z.object({ predictions: z.array(placeSuggestion) }),
})
export const placeDetails = route({
  id: 'placeDetails',
  method: 'GET',
  path: '/places/details',
  auth: 'account',
  tag,
  summary: 'A commune by its id',
  query: z.object({ place_id: z.string().check(z.maxLength(40)) }),
  reply: z.object({ result: location }),
})
