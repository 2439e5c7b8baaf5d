import { HOUR_MS } from '#contract/limits'
import type { EventPlace } from '#contract/events/events'
import {
  RIDE_HOURS,
  RIDE_KINDS,
  type offerRide as OfferRide,
  type Ride,
} from '#contract/events/rides'
import type { ParsedInput } from '#contract/route'
import { notSeparated } from '../../access/blocks'
import { readEvent, type EventRole } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { resolveLocation } from '../../places/service'
import { presentAccounts } from '../../profile/service'
import { newId } from '../../tokens'
import { publishEventChanged } from '../editing/changes'
import {
  confirmedIds,
  eventsEndedBefore,
  lockEvent,
  organizerIds,
  participationOf,
  type EventRow,
} from '../queries'
import { eventTransaction } from '../turns'
import { attendanceOf } from './places'

const HOURS_MS = RIDE_HOURS * HOUR_MS

const isOpen = (event: EventRow, now: number): boolean =>
  event.status === 'published' && (event.end_at ?? event.start_at) + HOURS_MS >= now

/** Only confirmed participants see and offer seats, until a day after the end. */
const requireConfirmed = async (ctx: Ctx, viewer: Viewer, id: string): Promise<EventRole> => {
  const role = await readEvent(ctx.db, viewer, id)
  if (!role.isOrganizer && role.participant?.status !== 'accepted') fail('forbidden')
  return role
}

/**
 * Offers of confirmed participants that the viewer may see: neither across a block or a zone, nor of
 * those who are «Pseudo caché», except for organizers, nor those for others only.
 */
const ridesFor = async (
  ctx: Ctx,
  viewer: Viewer,
  { event, isOrganizer, participant }: EventRole,
): Promise<Ride[]> => {
  if (!isOpen(event, ctx.now())) return []
  // as they participate now; an identity from before a separation does not count
  const identityId = viewer.identityIds.find((one) => one === participant?.identity_id) ?? null
  const { kind } = await attendanceOf(ctx.db, event, viewer.accountId, identityId)
  const rideKind = RIDE_KINDS.find((one) => one === kind) ?? null
  const rows = await ctx.db
    .selectFrom('event_rides as r')
    .innerJoin('event_participants as p', (j) =>
      j.onRef('p.event_id', '=', 'r.event_id').onRef('p.account_id', '=', 'r.account_id'),
    )
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .where('r.event_id', '=', event.id)
    .where('p.status', '=', 'accepted')
    .where('a.deleted_at', 'is', null)
    .where(notSeparated('r.account_id', viewer.accountId))
    // an organizer is a passenger like any other
    .where((eb) =>
      eb.or([
        eb('r.for_kind', 'is', null),
        eb('r.for_kind', '=', rideKind),
        eb('r.account_id', '=', viewer.accountId),
      ]),
    )
    .$if(!isOrganizer, (q) =>
      q.where((eb) =>
        eb.or([eb('p.is_hidden', '=', 0), eb('r.account_id', '=', viewer.accountId)]),
      ),
    )
    .select([
      'p.id as participant_id',
      'p.is_co_organizer',
      'p.identity_id',
      'r.account_id',
      'r.seats',
      'r.place',
      'r.leaves_at',
      'r.for_kind',
    ])
    .orderBy('r.leaves_at')
    .orderBy('r.created_at')
    .execute()
  const accounts = await presentAccounts(
    ctx,
    viewer,
    rows.map((r) => r.account_id),
  )
  return rows
    .flatMap((r): Ride[] => {
      const account = accounts.get(r.account_id)
      return account
        ? [
            {
              participant_id: r.participant_id,
              account_id: r.account_id,
              account_handle: account.account_handle,
              avatar_url: account.avatar_url,
              identities: account.identities.filter(
                (i) => r.identity_id === null || i.id === r.identity_id,
              ),
              is_organizer: r.is_co_organizer === 1 || r.account_id === event.creator_account_id,
              is_own: r.account_id === viewer.accountId,
              seats: r.seats,
              location: JSON.parse(r.place) as EventPlace,
              leaves_at: r.leaves_at,
              for_kind: r.for_kind,
            },
          ]
        : []
    })
    .sort((a, b) => Number(b.is_own) - Number(a.is_own))
}

export const listRides = async (ctx: Ctx, viewer: Viewer, id: string): Promise<Ride[]> =>
  ridesFor(ctx, viewer, await requireConfirmed(ctx, viewer, id))

const publish = async (ctx: Ctx, event: EventRow): Promise<void> => {
  publishEventChanged(ctx, event.id, [
    ...new Set([...(await confirmedIds(ctx.db, event.id)), ...(await organizerIds(ctx.db, event))]),
  ])
}

/** Offers seats, or changes the own offer. A hidden participant would be known by it: `ride_hidden`. */
export const offerRide = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  { seats, place_id, leaves_at, for_kind }: ParsedInput<typeof OfferRide>['body'],
): Promise<Ride[]> => {
  const role = await requireConfirmed(ctx, viewer, id)
  const { country: _country, ...commune } = await resolveLocation(place_id)
  const place = JSON.stringify(commune satisfies EventPlace)
  await eventTransaction(ctx, role.event.id, async (trx) => {
    const now = ctx.now()
    // the participant may be leaving
    const event = (await lockEvent(trx, role.event.id, now)) ?? fail('not_found')
    if (!isOpen(event, now)) fail('event_ended')
    const row = await participationOf(trx, event.id, viewer.accountId)
    if (row?.status !== 'accepted') fail('forbidden')
    if (row?.is_hidden === 1) fail('ride_hidden')
    await trx
      .insertInto('event_rides')
      .values({
        id: newId(),
        event_id: event.id,
        account_id: viewer.accountId,
        seats,
        place,
        leaves_at,
        for_kind,
        created_at: now,
      })
      .onConflict((c) =>
        c.columns(['event_id', 'account_id']).doUpdateSet({ seats, place, leaves_at, for_kind }),
      )
      .execute()
  })
  await publish(ctx, role.event)
  return ridesFor(ctx, viewer, role)
}

export const deleteRide = (trx: Conn, eventId: string, accountId: string): Promise<unknown> =>
  trx
    .deleteFrom('event_rides')
    .where('event_id', '=', eventId)
    .where('account_id', '=', accountId)
    .execute()

/** Idempotent. */
export const withdrawRide = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  const { event } = await requireConfirmed(ctx, viewer, id)
  await deleteRide(ctx.db, event.id, viewer.accountId)
  await publish(ctx, event)
}

/** Deletes offers a day after the end of their event. */
export const deleteExpiredRides = async (ctx: Ctx): Promise<void> => {
  const limit = ctx.now() - HOURS_MS
  await ctx.db
    .deleteFrom('event_rides')
    .where('event_id', 'in', eventsEndedBefore(ctx.db, limit))
    .execute()
}
