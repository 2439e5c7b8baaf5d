import { BBOX_MIN_DEG } from '#contract/limits'
import type { MapPlace, RelationPoint } from '#contract/radar'
import { separatedAccounts } from '../access/blocks'
import { addressPoint, mayKnowAddress, mayKnowCode, type AddressRole } from '../access/events'
import { eventsWithUnacceptedRules } from '../access/house-rules'
import { isPublished } from '../access/predicates'
import { verifiedCreators } from '../access/verified'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import { relationsInBox, type Box } from '../relations/service'

/**
 * Parses `south,west,north,east`; enlarged to a minimum size, so that bisecting a position with
 * ever smaller boxes fails.
 */
const readBox = (text: string): Box => {
  const [south = NaN, west = NaN, north = NaN, east = NaN] = text.split(',').map(Number)
  if (
    ![south, west, north, east].every(Number.isFinite) ||
    south > north ||
    west > east ||
    south < -90 ||
    north > 90 ||
    west < -180 ||
    east > 180
  )
    return fail('invalid_payload')
  const dLat = Math.max(0, BBOX_MIN_DEG - (north - south)) / 2
  const dLng = Math.max(0, BBOX_MIN_DEG - (east - west)) / 2
  return { south: south - dLat, north: north + dLat, west: west - dLng, east: east + dLng }
}
const inside = (box: Box, lat: number, lng: number): boolean =>
  lat >= box.south && lat <= box.north && lng >= box.west && lng <= box.east

interface Query {
  readonly bbox: string
  readonly limit: number
  /** Of verified members, and the own. */
  readonly verified?: '1' | undefined
}

/**
 * Relations at the centre of their commune: snapped when the profile was saved, before any box is
 * compared.
 */
export const relationPointsInBox = async (
  ctx: Ctx,
  viewer: Viewer,
  { bbox, limit, verified }: Query,
): Promise<RelationPoint[]> => {
  const shown = await relationsInBox(ctx, viewer, readBox(bbox), limit, verified === '1')
  return shown.flatMap((r) =>
    r.location
      ? [
          {
            with_account_id: r.with_account_id,
            with_account_handle: r.with_account_handle,
            avatar_url: r.avatar_url,
            identities: r.identities,
            city: r.location.city,
            lat: r.location.lat,
            lng: r.location.lng,
            is_online: r.is_online,
          },
        ]
      : [],
  )
}

type Candidate = Row<'events'> & {
  p_status: Row<'event_participants'>['status'] | null
  p_co: 0 | 1 | null
  p_inviter: string | null
  p_identity: string | null
}
const READ_MAX = 2000
/**
 * Published events, not ended, that the account may read: it participates, or can as a relation of
 * the creator.
 */
const readable = (db: Conn, accountId: string, now: number, box: Box) => {
  const joined = db
    .selectFrom('event_participants as p')
    .where('p.account_id', '=', accountId)
    .where((on) =>
      on.or([on('p.is_co_organizer', '=', 1), on('p.status', 'not in', ['declined', 'cancelled'])]),
    )
    .select('p.event_id as id')
  const own = db
    .selectFrom('events as o')
    .where('o.creator_account_id', '=', accountId)
    .select('o.id')
  const open = db
    .selectFrom('relations as r')
    .innerJoin('events as o', 'o.creator_account_id', 'r.with_account_id')
    .where('r.account_id', '=', accountId)
    .where('o.access_type', '=', 'open_to_relations')
    .select('o.id')
  return (
    db
      .selectFrom('events as e')
      .where('e.id', 'in', joined.union(own).union(open))
      .where(isPublished)
      .where((eb) => eb(eb.fn.coalesce('e.end_at', 'e.start_at'), '>=', now))
      // by commune: the database never compares a box with the precise address
      .where('e.place_lat', '>=', box.south - 1)
      .where('e.place_lat', '<=', box.north + 1)
      .where('e.place_lng', '>=', box.west - 1)
      .where('e.place_lng', '<=', box.east + 1)
  )
}

/** The next `READ_MAX`. `verified`: of the own and those by verified creators. */
const candidates = async (
  db: Conn,
  accountId: string,
  now: number,
  box: Box,
  verified: boolean,
): Promise<Candidate[]> => {
  let query = readable(db, accountId, now, box)
  if (verified)
    query = query.where('e.creator_account_id', 'in', [
      accountId,
      ...(await verifiedCreators(db, query, now)),
    ])
  return query
    .leftJoin('event_participants as p', (j) =>
      j.onRef('p.event_id', '=', 'e.id').on('p.account_id', '=', accountId),
    )
    .selectAll('e')
    .select([
      'p.status as p_status',
      'p.is_co_organizer as p_co',
      'p.invited_by_account_id as p_inviter',
      'p.identity_id as p_identity',
    ])
    .orderBy('e.start_at')
    .limit(READ_MAX)
    .execute()
}

/**
 * Events on the map: at their precise address where the viewer may know it, else at their commune.
 */
export const eventPlacesInBox = async (
  ctx: Ctx,
  viewer: Viewer,
  { bbox, limit, verified }: Query,
): Promise<MapPlace[]> => {
  const box = readBox(bbox)
  const blocked = await separatedAccounts(ctx.db, viewer.accountId)
  const found = await candidates(ctx.db, viewer.accountId, ctx.now(), box, verified === '1')
  const rows = found.filter((e) => !blocked.has(e.creator_account_id))
  const awaiting = await eventsWithUnacceptedRules(
    ctx.db,
    viewer.accountId,
    rows
      .filter((e) => e.address_revealed === 1 && e.p_status === 'accepted')
      .map((event) => ({ event, identityId: event.p_identity })),
  )
  return rows
    .flatMap((e): MapPlace[] => {
      const isCreator = e.creator_account_id === viewer.accountId
      const role: AddressRole = {
        event: e,
        isCreator,
        isOrganizer: isCreator || e.p_co === 1,
        awaitsRules: awaiting.has(e.id),
        participant: e.p_status ? { status: e.p_status, invited_by_account_id: e.p_inviter } : null,
      }
      const precise = mayKnowAddress(role) ? addressPoint(e) : null
      const place = e.place ? (JSON.parse(e.place) as { city: string }) : null
      const lat = precise ? precise.lat : e.place_lat
      const lng = precise ? precise.lng : e.place_lng
      if (lat === null || lng === null || !inside(box, lat, lng)) return []
      return [
        {
          id: e.id,
          type: 'event',
          name: e.title,
          lat,
          lng,
          address: precise ? e.address : null,
          markerColor: null,
          event_id: e.id,
          slug: mayKnowCode(role) ? e.slug : null,
          precise: precise !== null,
          city: place?.city ?? '',
          count: 1,
          start_date: iso(e.start_at),
        },
      ]
    })
    .slice(0, limit)
}
