import { sql } from 'kysely'
import { areBlocked, blockedWith, eventIsRead } from './members'
import { sharedWithOne } from './sharing'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { Fail, fail } from '../fail'

/** An event as one member stands to it. */
export interface Standing {
  readonly event: Row<'events'>
  /** Its own row; the creator has one too. */
  readonly participant: Row<'event_participants'> | null
  readonly isCreator: boolean
  /** Creator or co-organizer. */
  readonly isOrganizer: boolean
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A UUID is an id, anything else a slug. */
export const findEvent = (db: Conn, ref: string): Promise<Row<'events'> | undefined> => {
  const all = db.selectFrom('events').selectAll()
  return (
    UUID.test(ref)
      ? all.where('id', '=', ref.toLowerCase())
      : all.where('slug', '=', ref.toLowerCase())
  ).executeTakeFirst()
}

export const standingOf = async (
  db: Conn,
  accountId: string,
  event: Row<'events'>,
): Promise<Standing> => {
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
  }
}

/** Past its end (its start when it has none), or ended by its status. */
export const isEnded = (
  event: Pick<Row<'events'>, 'status' | 'start_at' | 'end_at'>,
  now: number,
): boolean =>
  event.status !== 'draft' && event.status !== 'published'
    ? true
    : (event.end_at ?? event.start_at) < now

const takesNoPart = (row: Row<'event_participants'> | null): boolean =>
  row !== null &&
  row.is_co_organizer !== 1 &&
  (row.status === 'declined' || row.status === 'cancelled')

/** Standing of who may approach an event; `closed`: why its fiche is not for it all the same. */
export interface Approach extends Standing {
  readonly closed: 'event_declined' | 'event_cancelled_for_you' | null
}

/**
 * As `readEvent`, and who declined or was taken off: for what that one may still do, which is to come back («Je participe»),
 * to write to the organizers and to report. Nothing of the event may be answered where `closed` says so.
 */
export const approachEvent = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  ref: string,
): Promise<Approach> => {
  const event = await findEvent(db, ref)
  if (!event) return fail('not_found')
  const standing = { ...(await standingOf(db, viewer.accountId, event)), closed: null }
  if (
    await db
      .selectFrom('events as e')
      .where('e.id', '=', event.id)
      .where(eventIsRead(viewer.accountId))
      .select('e.id')
      .executeTakeFirst()
  )
    return standing
  if (await areBlocked(db, viewer.accountId, event.creator_account_id)) return fail('not_found')
  if (takesNoPart(standing.participant))
    return {
      ...standing,
      closed:
        standing.participant?.status === 'cancelled' ? 'event_cancelled_for_you' : 'event_declined',
    }
  if (event.status === 'draft') return fail('not_found')
  return fail(UUID.test(ref) ? 'forbidden' : 'not_found')
}

/** `event_declined` or `event_cancelled_for_you`, with the event's id: a code leads to the same closed door as the id. */
export const requireOpen = (approach: Approach): Standing =>
  approach.closed ? fail(approach.closed, { event_id: approach.event.id }) : approach

/**
 * Whether a member may read an event. A draft: its organizers and whoever has a place in it or waits for one; else it is as
 * if it did not exist. A published one: those, and the creator's relations when it is open to them; else `forbidden`, or
 * `not_found` to who asked by a code: holding one is an invitation, and whether a guess is one is only told by `joinByCode`,
 * which counts the guesses. Who declined or was taken off reads an event by invitation no more. Never across a block with
 * its creator.
 */
export const readEvent = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  ref: string,
): Promise<Standing> => requireOpen(await approachEvent(db, viewer, ref))

/** The same as an answer, where an event is only one of many. */
export const mayReadEvent = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  ref: string,
): Promise<boolean> => {
  try {
    return (await approachEvent(db, viewer, ref)).closed === null
  } catch (error) {
    if (error instanceof Fail) return false
    throw error
  }
}

export const requireOrganizer = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  ref: string,
): Promise<Standing> => {
  const standing = await readEvent(db, viewer, ref)
  return standing.isOrganizer ? standing : fail('organizers_only_event')
}
export const requireCreator = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  ref: string,
): Promise<Standing> => {
  const standing = await requireOrganizer(db, viewer, ref)
  return standing.isCreator ? standing : fail('creator_only')
}

/**
 * Whether the precise address may be told: to organizers always; of a published event to whoever reads it when it is
 * public, to the confirmed when it is revealed. The one rule behind every answer, map, export and calendar.
 */
export const mayKnowAddress = ({ event, participant, isOrganizer }: Standing): boolean => {
  if (isOrganizer) return true
  if (event.status === 'draft' || event.status === 'cancelled') return false
  return (
    event.address_public === 1 ||
    (event.address_revealed === 1 && participant?.status === 'accepted')
  )
}

const SHARED_PAST_MS = 30 * 86_400_000
/**
 * Events that a member shares with the viewer: published ones, ended at most 30 days ago, where it is an organizer or
 * confirmed and not hidden; none whose creator is blocked either way. null: it shares none.
 */
export const sharedEventsOf = async (
  db: Conn,
  viewerId: string,
  ownerId: string,
  now: number,
): Promise<Row<'events'>[] | null> => {
  if (ownerId !== viewerId && !(await sharedWithOne(db, ownerId, viewerId, now)).events) return null
  const blocked = await blockedWith(db, viewerId)
  const rows = await db
    .selectFrom('events as e')
    .where('e.status', '=', 'published')
    .where(sql<boolean>`coalesce(e.end_at, e.start_at) >= ${now - SHARED_PAST_MS}`)
    .where((eb) =>
      eb.or([
        eb('e.creator_account_id', '=', ownerId),
        eb.exists(
          eb
            .selectFrom('event_participants as p')
            .whereRef('p.event_id', '=', 'e.id')
            .where('p.account_id', '=', ownerId)
            .where('p.is_hidden', '=', 0)
            .where((on) =>
              on.or([on('p.is_co_organizer', '=', 1), on('p.status', '=', 'accepted')]),
            )
            .select('p.id'),
        ),
      ]),
    )
    .selectAll('e')
    .orderBy('e.start_at')
    .limit(500)
    .execute()
  return rows.filter((e) => !blocked.has(e.creator_account_id))
}
