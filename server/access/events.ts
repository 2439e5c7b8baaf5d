import { sql } from 'kysely'
import { DAY_MS } from '#contract/limits'
import { eventsWithUnacceptedRules } from './house-rules'
import { eventIsReadable, isPublished } from './predicates'
import { separatedAccounts, notSeparated } from './blocks'
import { sharedPartsFor } from './sharing'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'

/** An event with the viewer's role in it. */
export interface EventRole {
  readonly event: Row<'events'>
  /** The viewer's row; the creator has one too. */
  readonly participant: Row<'event_participants'> | null
  readonly isCreator: boolean
  /** Creator or co-organizer. */
  readonly isOrganizer: boolean
  /** A participating identity has not accepted the house rules. */
  readonly awaitsRules: boolean
}

/** Of a role, what decides about the address and the share code. */
export type AddressRole = Omit<EventRole, 'participant'> & {
  readonly participant: Pick<Row<'event_participants'>, 'status' | 'invited_by_account_id'> | null
}

export const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/**
 * A UUID is an id, anything else a slug. `viewer`: none of a creator whom a block separates from it,
 * by the same query as for an event that does not exist.
 */
export const findEvent = (
  db: Conn,
  ref: string,
  viewer?: Pick<Viewer, 'accountId'>,
): Promise<Row<'events'> | undefined> => {
  const all = db
    .selectFrom('events')
    .selectAll()
    .$if(viewer !== undefined, (q) =>
      q.where(notSeparated('events.creator_account_id', viewer?.accountId ?? '')),
    )
  return (
    UUID_PATTERN.test(ref)
      ? all.where('id', '=', ref.toLowerCase())
      : all.where('slug', '=', ref.toLowerCase())
  ).executeTakeFirst()
}

export const eventRoleOf = async (
  db: Conn,
  accountId: string,
  event: Row<'events'>,
): Promise<EventRole> => {
  const participant =
    (await db
      .selectFrom('event_participants')
      .where('event_id', '=', event.id)
      .where('account_id', '=', accountId)
      .selectAll()
      .executeTakeFirst()) ?? null
  const isCreator = event.creator_account_id === accountId
  return {
    event,
    participant,
    isCreator,
    isOrganizer: isCreator || participant?.is_co_organizer === 1,
    awaitsRules: (
      await eventsWithUnacceptedRules(db, accountId, [
        { event, identityId: participant?.identity_id ?? null },
      ])
    ).has(event.id),
  }
}

/** Past its end (its start when it has none), or ended by its status. */
export const isEnded = (
  event: Pick<Row<'events'>, 'status' | 'start_at' | 'end_at'>,
  now: number,
): boolean =>
  (event.status !== 'draft' && event.status !== 'published') ||
  (event.end_at ?? event.start_at) < now

const takesNoPart = (row: Row<'event_participants'> | null): boolean =>
  row !== null &&
  row.is_co_organizer !== 1 &&
  (row.status === 'declined' || row.status === 'cancelled')

/** Declined by an organizer, also when the member asked again and withdrew. */
export const wasRefused = (row: Row<'event_participants'>): boolean =>
  row.status === 'declined' && row.was_refused === 1

/** Role of a viewer who may contact an event; `closed`: why the details stay closed. */
export interface EventEntryRole extends EventRole {
  readonly closed: 'event_declined' | 'event_cancelled_for_you' | 'event_waits' | null
}

/** A couple used the code, and one of the two has not agreed yet. */
const waitsByCode = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  event: Row<'events'>,
): Promise<boolean> =>
  event.status !== 'draft' &&
  (await db
    .selectFrom('held_answers')
    .where('account_id', '=', viewer.accountId)
    .where('event_id', '=', event.id)
    .where('by_code', '=', 1)
    .select('id')
    .executeTakeFirst()) !== undefined

/**
 * Like `readEvent`, but also admits accounts that declined or were removed: they may participate
 * again («Je participe»), write to the organizers and report; and couples whose request with the
 * code waits for both (`event_waits`). Return nothing of the event when `closed` is set.
 */
export const readEventForEntry = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  ref: string,
): Promise<EventEntryRole> => {
  const event = await findEvent(db, ref, viewer)
  if (!event) return fail('not_found')
  const role = { ...(await eventRoleOf(db, viewer.accountId, event)), closed: null }
  if (
    await db
      .selectFrom('events as e')
      .where('e.id', '=', event.id)
      .where(eventIsReadable(viewer.accountId))
      .select('e.id')
      .executeTakeFirst()
  )
    return role
  if (role.participant?.status !== 'cancelled' && (await waitsByCode(db, viewer, event)))
    return { ...role, closed: 'event_waits' }
  if (takesNoPart(role.participant))
    return {
      ...role,
      closed:
        role.participant?.status === 'cancelled' ? 'event_cancelled_for_you' : 'event_declined',
    }
  if (event.status === 'draft') return fail('not_found')
  return fail(UUID_PATTERN.test(ref) ? 'forbidden' : 'not_found')
}

/** Those of the events that the account reads as details, not only as lines of a shared list. */
export const readableEventIds = async (
  db: Conn,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('events as e')
            .where('e.id', 'in', [...ids])
            .where(eventIsReadable(accountId))
            .select('e.id')
            .execute()
        ).map((e) => e.id),
  )

/**
 * Fails with `event_declined`, `event_cancelled_for_you` or `event_waits`, and the event's id: a code
 * leads to the same failure as the id. `refused`: by an organizer. `may_return`: an invitation, which
 * remains open.
 */
export const requireReadable = (approach: EventEntryRole): EventRole => {
  const { closed, event, participant } = approach
  if (closed === null) return approach
  return fail(closed, {
    event_id: event.id,
    refused: participant !== null && wasRefused(participant),
    may_return: (participant?.invited_by_account_id ?? null) !== null,
  })
}

/**
 * Loads an event that the viewer may read. A draft: organizers, participants and the waiting list;
 * for others it does not exist. Published: those, and the creator's relations when it is open to
 * them; else `forbidden`, or `not_found` for a code: knowing a code is an invitation, and only
 * `joinByCode`, which counts attempts, confirms one. Accounts that declined or were removed read
 * nothing. Never across a block with the creator.
 */
export const readEvent = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  ref: string,
): Promise<EventRole> => requireReadable(await readEventForEntry(db, viewer, ref))

/** Fails with `organizers_only_event`, or as `readEvent` does. */
export const requireOrganizer = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  ref: string,
): Promise<EventRole> => {
  const role = await readEvent(db, viewer, ref)
  return role.isOrganizer ? role : fail('organizers_only_event')
}
/** Fails with `creator_only`, or as `requireOrganizer` does. */
export const requireCreator = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  ref: string,
): Promise<EventRole> => {
  const role = await requireOrganizer(db, viewer, ref)
  return role.isCreator ? role : fail('creator_only')
}

/**
 * Whether the precise address may be shown: to organizers always; of a published event to its
 * readers when it is public, to confirmed participants once revealed and once they have accepted
 * the house rules. The only rule, for replies, map and calendar; the archive has the address of own
 * events.
 */
export const mayKnowAddress = (role: AddressRole): boolean => {
  const { event, participant, isOrganizer, awaitsRules: isAwaited } = role
  if (isOrganizer) return true
  if (isPendingCodeRequest(role)) return false
  if (event.status === 'draft' || event.status === 'cancelled') return false
  return (
    event.address_public === 1 ||
    (event.address_revealed === 1 && participant?.status === 'accepted' && !isAwaited)
  )
}

/**
 * The point of the address; null: none, or unreadable. An older server beside this one writes the
 * numbers, which are then newer than `address_point`.
 */
export const addressPoint = (
  event: Pick<Row<'events'>, 'address_point' | 'address_lat' | 'address_lng'>,
): { lat: number; lng: number } | null => {
  const { address_lat: lat, address_lng: lng, address_point } = event
  if (lat !== null && lng !== null) return { lat, lng }
  return address_point === null ? null : (JSON.parse(address_point) as { lat: number; lng: number })
}

/**
 * Asked to participate with the code of an event by invitation only, and not accepted yet: reads its
 * page without guests and without its address.
 */
export const isPendingCodeRequest = ({
  event,
  participant,
  isOrganizer,
}: Pick<AddressRole, 'event' | 'participant' | 'isOrganizer'>): boolean =>
  !isOrganizer &&
  event.access_type === 'invitation_only' &&
  participant?.status === 'pending_approval' &&
  participant.invited_by_account_id === null

/**
 * Whether the share code may be shown: of an event by invitation only to organizers alone, because
 * guests would let others in with it.
 */
export const mayKnowCode = ({ event, participant, isOrganizer }: AddressRole): boolean =>
  isOrganizer || (participant !== null && event.access_type !== 'invitation_only')

const SHARED_PAST_MS = 30 * DAY_MS
/**
 * Events that a member shares with the viewer: published, ended at most 30 days ago, where the
 * member is an organizer or a confirmed, visible participant; none across a block with the creator.
 * null: nothing is shared.
 */
export const sharedEventsOf = async (
  db: Conn,
  viewerId: string,
  ownerId: string,
  now: number,
): Promise<Row<'events'>[] | null> => {
  if (ownerId !== viewerId && !(await sharedPartsFor(db, ownerId, viewerId, now)).events)
    return null
  const blocked = await separatedAccounts(db, viewerId)
  const joined = db
    .selectFrom('event_participants as p')
    .where('p.account_id', '=', ownerId)
    .where('p.is_hidden', '=', 0)
    .where((on) => on.or([on('p.is_co_organizer', '=', 1), on('p.status', '=', 'accepted')]))
    .select('p.event_id as id')
  const own = db
    .selectFrom('events as o')
    .where('o.creator_account_id', '=', ownerId)
    .select('o.id')
  const rows = await db
    .selectFrom('events as e')
    .where('e.id', 'in', joined.union(own))
    .where(isPublished)
    .where(sql<boolean>`coalesce(e.end_at, e.start_at) >= ${now - SHARED_PAST_MS}`)
    .selectAll('e')
    .orderBy('e.start_at')
    .limit(500)
    .execute()
  return rows.filter((e) => !blocked.has(e.creator_account_id))
}
