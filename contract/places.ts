import * as z from 'zod/mini'
import { location } from './profile/data'
import { route } from './route'

const placeSuggestion = z.object({
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
  summary:
    'French communes by prefix of name (ignoring case and accents) or postal code, the ' +
    'largest first; empty for fewer than 2 characters',
  query: z.object({ input: z.string().check(z.maxLength(100)) }),
  reply: z.object({ predictions: z.array(placeSuggestion) }),
})
export const placeDetails = route({
  id: 'placeDetails',
  method: 'GET',
  path: '/places/details',
  auth: 'account',
  summary: 'A commune by its id',
  query: z.object({ place_id: z.string().check(z.maxLength(40)) }),
  reply: z.object({ result: location }),
})
