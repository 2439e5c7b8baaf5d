import { chunksOf, jsonNumber, lockPair, type Conn } from '../db/dialect'
import { matchesPair } from './pairs'
import type { Row } from '../db/tables'

interface Point {
  readonly lat: number
  readonly lng: number
}

const EARTH_KM = 6371
const KM_PER_DEGREE = 111.2
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Great-circle distance of two points in degrees (haversine), km. */
export const distanceKm = (a: Point, b: Point): number => {
  const h =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.sqrt(h))
}

export type Zone = Point & { readonly radius_km: number }
/** A member is where its profile says: at the centre of a commune. A radius of 0 is that commune. */
export const zoneCovers = (zone: Zone, place: Point): boolean =>
  distanceKm(zone, place) <= zone.radius_km + 0.01

/**
 * Makes changes of zones and moves of members run one at a time: neither misses the other's rows.
 */
export const lockZones = (trx: Conn): Promise<void> => lockPair(trx, 'zones', '', 'alone')

/** Accounts that live in one of these zones. */
const accountsIn = async (db: Conn, zones: readonly Zone[]): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  const lat = jsonNumber(db, 'a.data', ['location', 'lat'])
  const lng = jsonNumber(db, 'a.data', ['location', 'lng'])
  for (const zone of zones) {
    const margin = (zone.radius_km + 1) / KM_PER_DEGREE
    const rows = await db
      .selectFrom('accounts as a')
      .where('a.deleted_at', 'is', null)
      .where(lat, '>=', zone.lat - margin)
      .where(lat, '<=', zone.lat + margin)
      .select(['a.id', lat.as('lat'), lng.as('lng')])
      .execute()
    for (const { id, ...at } of rows)
      if (at.lat !== null && at.lng !== null && zoneCovers(zone, { lat: at.lat, lng: at.lng }))
        found.add(id)
  }
  return found
}

type Pair = Row<'zone_pairs'>
const keyOf = (p: Pair): string => `${p.account_id} ${p.with_account_id}`

/** Replaces these pairs; returns the new ones. */
const replace = async (
  trx: Conn,
  before: readonly Pair[],
  after: readonly Pair[],
): Promise<Pair[]> => {
  const kept = new Set(after.map(keyOf))
  for (const p of before)
    if (!kept.has(keyOf(p)))
      await trx
        .deleteFrom('zone_pairs')
        .where('account_id', '=', p.account_id)
        .where('with_account_id', '=', p.with_account_id)
        .execute()
  const known = new Set(before.map(keyOf))
  const added = after.filter((p) => !known.has(keyOf(p)))
  for (const rows of chunksOf(added)) await trx.insertInto('zone_pairs').values(rows).execute()
  return added
}

/**
 * Computes whom the account's zones hide, after they or its exceptions have changed; in the
 * transaction of the change, after `lockZones`. Returns the accounts that are newly hidden.
 */
export const recomputeZonePairs = async (trx: Conn, accountId: string): Promise<string[]> => {
  const of = <T extends 'zones' | 'zone_exceptions' | 'zone_pairs'>(table: T) =>
    trx.selectFrom(table as 'zone_pairs').where('account_id', '=', accountId)
  const zones = (await of('zones').selectAll().execute()) as unknown as Row<'zones'>[]
  const kept = new Set(
    (await of('zone_exceptions').select('with_account_id').execute()).map((r) => r.with_account_id),
  )
  const inside = [...(await accountsIn(trx, zones))].filter(
    (id) => id !== accountId && !kept.has(id),
  )
  const added = await replace(
    trx,
    await of('zone_pairs').selectAll().execute(),
    inside.map((id) => ({ account_id: accountId, with_account_id: id })),
  )
  return added.map((p) => p.with_account_id)
}

/**
 * Computes whose zones hide the account, after it has moved (null: it names no commune); as
 * `recomputeZonePairs`. Returns the owners of zones that newly hide it.
 */
export const recomputePlacePairs = async (
  trx: Conn,
  accountId: string,
  place: Point | null,
): Promise<string[]> => {
  const zones = place
    ? await trx
        .selectFrom('zones as z')
        .where('z.account_id', '!=', accountId)
        .where('z.lat', '>=', place.lat - 1)
        .where('z.lat', '<=', place.lat + 1)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('zone_exceptions as x')
                .whereRef('x.account_id', '=', 'z.account_id')
                .where('x.with_account_id', '=', accountId)
                .select('x.account_id'),
            ),
          ),
        )
        .select(['z.account_id', 'z.lat', 'z.lng', 'z.radius_km'])
        .execute()
    : []
  const owners = new Set(
    zones.flatMap((z) => (place && zoneCovers(z, place) ? [z.account_id] : [])),
  )
  const before = await trx
    .selectFrom('zone_pairs')
    .where('with_account_id', '=', accountId)
    .selectAll()
    .execute()
  const added = await replace(
    trx,
    before,
    [...owners].map((id) => ({ account_id: id, with_account_id: accountId })),
  )
  return added.map((p) => p.account_id)
}

/** Zones hide the two from each other again, after their relation has ended. */
export const deleteZoneExceptions = async (trx: Conn, a: string, b: string): Promise<void> => {
  const known = await trx
    .selectFrom('zone_exceptions')
    .where(matchesPair(a, b))
    .select('account_id')
    .executeTakeFirst()
  if (!known) return
  // before the rows, as a change of zones does
  await lockZones(trx)
  const rows = await trx
    .deleteFrom('zone_exceptions')
    .where(matchesPair(a, b))
    .returning('account_id')
    .execute()
  for (const row of rows) await recomputeZonePairs(trx, row.account_id)
}
