import * as z from 'zod/mini'
import { isoDate, uuid } from './common'
import { identity } from './profile/profile'
import { route } from './route'

/** south,west,north,east in degrees; anything else: 400. */
const bbox = z
  .string()
  .check(z.regex(/^-?\d{1,3}(\.\d+)?(,-?\d{1,3}(\.\d+)?){3}$/, 'Zone invalide'), z.maxLength(100))
const query = (max: number) =>
  z.object({
    bbox,
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(max)), max),
    /** Of verified members, and the own. */
    verified: z.optional(z.enum(['1'])),
    ts: z.optional(z.string().check(z.maxLength(20))),
  })

const mapPlace = z.object({
  id: z.string(),
  type: z.enum(['place', 'event']),
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
  address: z.nullable(z.string()),
  markerColor: z.nullable(z.string()),
  event_id: z.nullable(uuid),
  slug: z.nullable(z.string()),
  /** False: the point is the centre of the commune. */
  precise: z.boolean(),
  city: z.string(),
  count: z.number(),
  /** Of an event. */
  start_date: z.nullable(isoDate),
})
export type MapPlace = z.infer<typeof mapPlace>
export const listPlaces = route({
  id: 'listPlaces',
  method: 'GET',
  path: '/places',
  auth: 'account',
  summary:
    'Places and events on the map: an event is at its precise address if the caller may know it, else at its commune',
  query: query(300),
  reply: z.object({ places: z.array(mapPlace) }),
})
const relationPoint = z.object({
  with_account_id: uuid,
  with_account_handle: z.string(),
  avatar_url: z.nullable(z.string()),
  identities: z.array(identity),
  city: z.string(),
  lat: z.number(),
  lng: z.number(),
  is_online: z.boolean(),
})
export type RelationPoint = z.infer<typeof relationPoint>
export const listRelationLocations = route({
  id: 'listRelationLocations',
  method: 'GET',
  path: '/relations/locations',
  auth: 'account',
  summary: 'Relations at the centre of their commune, never finer, independent of the box',
  query: query(400),
  reply: z.object({ relations: z.array(relationPoint) }),
})
/**
 * Without a map of the operator and a source of tiles the app draws the country itself. Tiles are
 * proxied by the server: no map provider learns who looks at which place.
 */
export const mapConfig = route({
  id: 'mapConfig',
  method: 'GET',
  path: '/radar/config',
  auth: 'account',
  summary:
    'Addresses of the operator’s map and of tiles (null: none), attribution and maximum zoom',
  reply: z.object({
    basemap: z.nullable(z.string()),
    tiles: z.nullable(z.string()),
    credit: z.string(),
    maxZoom: z.number(),
  }),
})
