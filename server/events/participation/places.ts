import { PLACE_KINDS, type MissingPlaces, type PlaceKind } from '#contract/events/balance'
import { isEnded } from '../../access/events'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import {
  countPlacesByKind,
  nextOnWaitingList,
  type EventRow,
  type ParticipationRow,
} from '../queries'

/** The places an account takes in an event: which identities participate, and as what. */
export interface Attendance {
  /** null: all identities of the account. */
  readonly identity_id: string | null
  readonly kind: PlaceKind
  readonly seats: number
}

/**
 * The place of an account when `identityId` comes; null: all of its identities. Fails with
 * `foreign_identity`. A deleted identity does not count: all that remain come.
 */
export const attendanceOf = async (
  trx: Conn,
  event: Pick<EventRow, 'counts_persons'>,
  accountId: string,
  identityId: string | null,
): Promise<Attendance> => {
  const identities = await trx
    .selectFrom('identities')
    .where('account_id', '=', accountId)
    .select(['id', 'gender'])
    .execute()
  const alone =
    identities.length === 1 ? identities[0] : identities.find((i) => i.id === identityId)
  if (identityId !== null && alone?.id !== identityId) fail('foreign_identity')
  return alone
    ? { identity_id: alone.id, kind: alone.gender, seats: 1 }
    : {
        identity_id: null,
        kind: 'couple',
        seats: event.counts_persons === 1 ? Math.max(1, identities.length) : 1,
      }
}

/** Places of a kind; null: no limit of its own. */
export const placesOf = (event: EventRow, kind: PlaceKind): number | null => event[`places_${kind}`]
/** Whether some kind has places of its own: each kind then has its own waiting list. */
export const hasPlacesByKind = (event: EventRow): boolean =>
  PLACE_KINDS.some((kind) => placesOf(event, kind) !== null)

/** Whether a row holds a place now: confirmed, or offered one. */
export const holdsPlace = (row: ParticipationRow | undefined, now: number): boolean =>
  row?.status === 'accepted' || isOffered(row, now)
export const isOffered = (row: ParticipationRow | undefined, now: number): boolean =>
  row?.status === 'waitlist' && row.offer_until !== null && row.offer_until > now

/**
 * The numbers of places with which there would be room, in all and for this kind, beside the place
 * that `own` holds; null: there is room. The only decision about places; the event must be locked.
 */
export const missingPlaces = async (
  trx: Conn,
  event: EventRow,
  attendance: Pick<Attendance, 'kind' | 'seats'>,
  own: ParticipationRow | undefined,
  now: number,
): Promise<MissingPlaces | null> => {
  const held = holdsPlace(own, now) ? own : undefined
  const seats = event.seats_taken - (held?.seats ?? 0) + attendance.seats
  const isFull = event.max_participants !== null && seats > event.max_participants
  const limit = placesOf(event, attendance.kind)
  const ofKind =
    limit === null
      ? 0
      : 1 +
        ((await countPlacesByKind(trx, event.id, now)).get(attendance.kind)?.all ?? 0) -
        (held?.kind === attendance.kind ? 1 : 0)
  const isKindFull = limit !== null && ofKind > limit
  return isFull || isKindFull
    ? {
        kind: attendance.kind,
        // fewer than are taken would be refused
        max_participants: isFull ? Math.max(seats, event.seats_taken) : null,
        places: isKindFull ? ofKind : null,
      }
    : null
}
/** Whether `missingPlaces` finds room. */
export const hasRoom = async (...place: Parameters<typeof missingPlaces>): Promise<boolean> =>
  (await missingPlaces(...place)) === null

/**
 * The first of a waiting list that would find a place: of the `freed` kind before the others, then
 * in the order of arrival. Ask before a change that frees a place.
 */
export const nextWaitingWithRoom = async (
  trx: Conn,
  event: EventRow,
  now: number,
  freed: PlaceKind | null = null,
): Promise<ParticipationRow | undefined> => {
  if (event.status !== 'published' || isEnded(event, now)) return undefined
  const heads: ParticipationRow[] = []
  for (const kind of hasPlacesByKind(event) ? PLACE_KINDS : [null]) {
    const head = await nextOnWaitingList(trx, event.id, now, kind)
    if (head) heads.push(head)
  }
  heads.sort(
    (a, b) =>
      Number(b.kind === freed) - Number(a.kind === freed) ||
      a.status_at - b.status_at ||
      (a.id < b.id ? -1 : 1),
  )
  for (const head of heads)
    if (
      await hasRoom(trx, event, { kind: head.kind ?? 'other', seats: head.seats }, undefined, now)
    )
      return head
  return undefined
}

/** Fails with `quota_below` when a changed number of places is less than the confirmed guests. */
export const checkQuotas = async (
  trx: Conn,
  before: EventRow,
  after: EventRow,
  now: number,
): Promise<void> => {
  const changed = PLACE_KINDS.filter((kind) => placesOf(before, kind) !== placesOf(after, kind))
  if (changed.length === 0) return
  const taken = await countPlacesByKind(trx, after.id, now)
  for (const kind of changed)
    if ((taken.get(kind)?.guests ?? 0) > (placesOf(after, kind) ?? Infinity)) fail('quota_below')
}
