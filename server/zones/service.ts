import { ZONES_MAX, type addZone, type Zone, type ZoneRelation } from '#contract/zones'
import type { ParsedInput } from '#contract/route'
import { lockRelations } from '../access/accounts'
import { separatedAccounts } from '../access/blocks'
import { zoneCovers, lockZones, recomputeZonePairs, type Zone as Area } from '../access/zones'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import { resolveLocation } from '../places/service'
import { presentAccounts } from '../profile/service'
import {
  communesOf,
  notifySharingBoth,
  notifySharingChange,
  withdrawPresence,
} from '../relations/service'
import { newId } from '../tokens'
import { acquaintedAccounts, exceptionsOf, relationIds, setException, zonesOf } from './queries'

const presentZone = (row: Row<'zones'>): Zone => ({
  id: row.id,
  place_id: row.place_id,
  city: row.city,
  radius_km: row.radius_km,
  created_at: iso(row.created_at),
})

/** The viewer's relations who live in one of these zones, by handle. */
const relationsIn = async (
  ctx: Ctx,
  viewer: Viewer,
  zones: readonly Area[],
): Promise<ZoneRelation[]> => {
  if (zones.length === 0) return []
  const ids = await relationIds(ctx.db, viewer.accountId)
  const places = await communesOf(ctx.db, ids)
  const inside = ids.filter((id) => {
    const place = places.get(id)
    return place && zones.some((zone) => zoneCovers(zone, place))
  })
  const accounts = await presentAccounts(ctx, viewer, inside)
  const excepted = await exceptionsOf(ctx.db, viewer.accountId)
  return inside
    .flatMap((id): ZoneRelation[] => {
      const account = accounts.get(id)
      if (!account) return []
      return [
        {
          account_id: id,
          account_handle: account.account_handle,
          avatar_url: account.avatar_url,
          identities: account.identities,
          city: places.get(id)?.city ?? '',
          excepted: excepted.has(id),
        },
      ]
    })
    .sort((a, b) => a.account_handle.localeCompare(b.account_handle, 'fr'))
}

export const readZones = async (ctx: Ctx, viewer: Viewer) => {
  const zones = await zonesOf(ctx.db, viewer.accountId)
  return { zones: zones.map(presentZone), relations: await relationsIn(ctx, viewer, zones) }
}

/** Fails with `place_unknown`. */
export const previewArea = async (
  ctx: Ctx,
  viewer: Viewer,
  area: { readonly place_id: string; readonly radius_km: number },
): Promise<ZoneRelation[]> => {
  const { lat, lng } = await resolveLocation(area.place_id)
  return relationsIn(ctx, viewer, [{ lat, lng, radius_km: area.radius_km }])
}

/**
 * Changes zones or exceptions in one transaction, then separates those who are newly hidden.
 * `related`: those of `others` that are still relations.
 */
const change = async <T>(
  ctx: Ctx,
  accountId: string,
  others: readonly string[],
  write: (trx: Conn, related: readonly string[]) => Promise<T>,
): Promise<T> => {
  const { result, hidden } = await ctx.db.transaction().execute(async (trx) => {
    const related = await lockRelations(trx, accountId, others)
    await lockZones(trx)
    const done = await write(trx, related)
    return { result: done, hidden: await recomputeZonePairs(trx, accountId) }
  })
  if (hidden.length > 0) ctx.bus.emit('member.hidden', { accountId, others: hidden })
  return result
}

/**
 * Hides the viewer and the members of a zone from each other; of `except` only relations count. A
 * commune has one zone: another radius replaces it. Fails with `place_unknown`, `zones_full`.
 */
export const addOwnZone = async (
  ctx: Ctx,
  viewer: Viewer,
  body: ParsedInput<typeof addZone>['body'],
): Promise<Zone> => {
  const { place_id, city, lat, lng } = await resolveLocation(body.place_id)
  const known = new Set(await relationIds(ctx.db, viewer.accountId))
  const except = body.except.filter((id) => known.has(id))
  const row = {
    id: newId(),
    account_id: viewer.accountId,
    place_id,
    city,
    lat,
    lng,
    radius_km: body.radius_km,
    created_at: ctx.now(),
  }
  const before = await hiddenBy(ctx.db, viewer.accountId)
  await change(ctx, viewer.accountId, except, async (trx, related) => {
    const others = (await zonesOf(trx, viewer.accountId)).filter((z) => z.place_id !== place_id)
    if (others.length >= ZONES_MAX) fail('zones_full')
    await trx
      .deleteFrom('zones')
      .where('account_id', '=', viewer.accountId)
      .where('place_id', '=', place_id)
      .execute()
    await trx.insertInto('zones').values(row).execute()
    for (const id of related) await setException(trx, viewer.accountId, id, true)
  })
  // a smaller radius, or an exception, shows some of them again
  await reunite(ctx, viewer.accountId, before)
  return presentZone(row)
}

/** Fails with `not_found`. */
export const removeOwnZone = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  const before = await hiddenBy(ctx.db, viewer.accountId)
  await change(ctx, viewer.accountId, [], async (trx) => {
    const row = await trx
      .deleteFrom('zones')
      .where('id', '=', id)
      .where('account_id', '=', viewer.accountId)
      .returning('id')
      .executeTakeFirst()
    if (!row) fail('not_found')
  })
  await reunite(ctx, viewer.accountId, before)
}

/** Fails with `not_your_relation`. */
export const changeZoneException = async (
  ctx: Ctx,
  viewer: Viewer,
  otherId: string,
  excepted: boolean,
): Promise<void> => {
  if (!(await relationIds(ctx.db, viewer.accountId)).includes(otherId)) fail('not_your_relation')
  const before = await hiddenBy(ctx.db, viewer.accountId)
  await change(ctx, viewer.accountId, [otherId], (trx, related) =>
    related.length === 0
      ? fail('not_your_relation')
      : setException(trx, viewer.accountId, otherId, excepted),
  )
  await reunite(ctx, viewer.accountId, before)
}

const hiddenBy = async (db: Conn, accountId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('zone_pairs')
      .where('account_id', '=', accountId)
      .select('with_account_id as id')
      .execute()
  ).map((r) => r.id)

/**
 * Makes the lists of those who see each other again load them. Never rejects, the change is committed:
 * tried again later after an outage.
 */
const reunite = (ctx: Ctx, accountId: string, before: readonly string[]): Promise<void> => {
  const work = (): Promise<void> => announceReunion(ctx, accountId, before)
  return work().catch(() => ctx.bus.later('zones-reunite', work))
}

const announceReunion = async (
  ctx: Ctx,
  accountId: string,
  before: readonly string[],
): Promise<void> => {
  const now = new Set(await hiddenBy(ctx.db, accountId))
  const { met } = await acquaintedAccounts(
    ctx.db,
    accountId,
    before.filter((id) => !now.has(id)),
  )
  // a zone of theirs may hide them still
  const apart = await separatedAccounts(ctx.db, accountId)
  for (const id of met) if (!apart.has(id)) notifySharingBoth(ctx, accountId, id)
  notifySharingChange(ctx, accountId, accountId)
}

/**
 * After the commit, for those who know each other: presence ends, events of one are left by the
 * other, and the lists are loaded again.
 */
export const applySeparation = async (
  ctx: Ctx,
  partWays: (a: string, b: string) => Promise<void>,
  accountId: string,
  others: readonly string[],
): Promise<void> => {
  // not those who see each other again, when this is tried again after an outage
  const apart = await separatedAccounts(ctx.db, accountId)
  const still = others.filter((id) => apart.has(id))
  if (still.length === 0) return
  const { met, events } = await acquaintedAccounts(ctx.db, accountId, still)
  await withdrawPresence(ctx, accountId, [...met])
  for (const id of met) notifySharingBoth(ctx, accountId, id)
  for (const id of events) await partWays(accountId, id)
}
