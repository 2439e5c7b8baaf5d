import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from './common'
import { memberFields } from './profile/profile'
import { route } from './route'

export const ZONES_MAX = 5
/** Around the centre of the commune, km; 0: the commune alone. At most a degree of latitude. */
export const ZONE_RADII_KM = [0, 5, 10, 20, 30, 50] as const

const radius = z.coerce
  .number()
  .check(z.refine((km) => (ZONE_RADII_KM as readonly number[]).includes(km), 'Rayon inconnu'))
const area = { place_id: z.string().check(z.maxLength(40)), radius_km: radius }

export const zone = z.object({
  id: uuid,
  place_id: z.string(),
  city: z.string(),
  radius_km: z.number(),
  created_at: isoDate,
})
export type Zone = z.infer<typeof zone>

/** A relation who lives in a zone. */
const zoneRelation = z.object({
  account_id: uuid,
  ...memberFields,
  city: z.string(),
  /** The two go on seeing each other. */
  excepted: z.boolean(),
})
export type ZoneRelation = z.infer<typeof zoneRelation>

export const listZones = route({
  id: 'listZones',
  method: 'GET',
  path: '/account/zones',
  auth: 'account',
  summary: 'The caller’s zones, and its relations who live in one of them',
  reply: z.object({ zones: z.array(zone), relations: z.array(zoneRelation) }),
})
export const previewZone = route({
  id: 'previewZone',
  method: 'GET',
  path: '/account/zones/preview',
  auth: 'account',
  summary: 'The caller’s relations whom a zone would hide; changes nothing',
  query: z.object(area),
  reply: z.object({ relations: z.array(zoneRelation) }),
})
export const addZone = route({
  id: 'addZone',
  method: 'POST',
  path: '/account/zones',
  auth: 'account',
  summary:
    'Members who live in the zone and the caller no longer see each other anywhere, as after a ' +
    'block; nobody is notified. `except`: relations for whom nothing changes',
  body: z.object({ ...area, except: z._default(z.array(uuid).check(z.maxLength(500)), []) }),
  reply: z.object({ zone }),
})
export const removeZone = route({
  id: 'removeZone',
  method: 'DELETE',
  path: '/account/zones/:id',
  auth: 'account',
  summary: 'Removes a zone; those whom no other zone hides see each other again',
  params: idParams,
  reply: ok,
})
export const exceptFromZones = route({
  id: 'exceptFromZones',
  method: 'PUT',
  path: '/account/zones/exceptions/:id',
  auth: 'account',
  summary: 'Whether the caller’s zones leave a relation out',
  params: idParams,
  body: z.object({ excepted: z.boolean() }),
  reply: ok,
})
