import { sql } from 'kysely'
import type { Gender } from '#contract/common'
import type { PlaceKind } from '#contract/events/balance'
import { countRows } from '../db/count'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { groupBy } from '../group-by'
import { DELETED_HANDLE } from '../profile/service'

export type EventRow = Row<'events'>
export type ParticipationRow = Row<'event_participants'>

/** Takes the event's write lock, for what depends on no places. Returns the current row, or null. */
export const lockEventRow = async (trx: Conn, id: string): Promise<EventRow | null> =>
  (await trx
    .updateTable('events')
    // the update locks the row on PostgreSQL and the file on SQLite
    .set((eb) => ({ seats_taken: eb.ref('seats_taken') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()) ?? null

/**
 * Takes the event's write lock, recounts its confirmed places and stores the count. Every decision
 * about places runs under this lock, so two members who want the last place are served one after
 * the other. Returns the current row, or null.
 */
export const lockEvent = async (trx: Conn, id: string, now: number): Promise<EventRow | null> => {
  const row = await lockEventRow(trx, id)
  if (!row) return null
  const seats_taken = await countTakenPlaces(trx, id, now)
  if (seats_taken !== row.seats_taken)
    await trx.updateTable('events').set({ seats_taken }).where('id', '=', id).execute()
  return { ...row, seats_taken }
}

/** Confirmed participants, and those for whom an offer that has not expired holds a place. */
const withPlace = (db: Conn, eventId: string, now: number) =>
  db
    .selectFrom('event_participants as p')
    .where('p.event_id', '=', eventId)
    .where((eb) =>
      eb.or([
        eb('p.status', '=', 'accepted'),
        eb.and([eb('p.status', '=', 'waitlist'), eb('p.offer_until', '>', now)]),
      ]),
    )

/** Places that are taken or held. */
export const countTakenPlaces = async (db: Conn, eventId: string, now: number): Promise<number> => {
  const row = await withPlace(db, eventId, now)
    .select((eb) => eb.fn.sum<number | string | null>('p.seats').as('n'))
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

/** The same by kind; `guests`: without those of organizers. */
export const countPlacesByKind = async (
  db: Conn,
  eventId: string,
  now: number,
): Promise<ReadonlyMap<PlaceKind, { readonly all: number; readonly guests: number }>> => {
  const rows = await withPlace(db, eventId, now)
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .groupBy('p.kind')
    .select('p.kind')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .sum<number | string>(
          sql`case when p.is_co_organizer = 1 or p.account_id = e.creator_account_id then 0 else 1 end`,
        )
        .as('guests'),
    ])
    .execute()
  return new Map(
    rows.flatMap((r) =>
      r.kind ? [[r.kind, { all: r.all, guests: Number(r.guests) }] as const] : [],
    ),
  )
}

/**
 * Whether the member requested to participate: true where the request is pending or was decided.
 */
export const hasRequestedPlace = (row: ParticipationRow): boolean =>
  row.said_yes === 1 ||
  row.status === 'accepted' ||
  row.status === 'pending_approval' ||
  row.status === 'waitlist'

export const participationOf = (
  db: Conn,
  eventId: string,
  accountId: string,
): Promise<ParticipationRow | undefined> =>
  db
    .selectFrom('event_participants')
    .where('event_id', '=', eventId)
    .where('account_id', '=', accountId)
    .selectAll()
    .executeTakeFirst()
export const participationById = (
  db: Conn,
  eventId: string,
  id: string,
): Promise<ParticipationRow | undefined> =>
  db
    .selectFrom('event_participants')
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()
export const participationsOf = (db: Conn, eventId: string): Promise<ParticipationRow[]> =>
  db
    .selectFrom('event_participants')
    .where('event_id', '=', eventId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Creator first, then the co-organizers in the order they were added. */
export const organizerIds = async (
  db: Conn,
  event: Pick<EventRow, 'id' | 'creator_account_id'>,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('event_participants')
    .where('event_id', '=', event.id)
    .where('is_co_organizer', '=', 1)
    .where('account_id', '!=', event.creator_account_id)
    .select('account_id')
    .orderBy('status_at')
    .execute()
  return [event.creator_account_id, ...rows.map((r) => r.account_id)]
}

export const confirmedIds = async (db: Conn, eventId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('event_participants')
    .where('event_id', '=', eventId)
    .where('status', '=', 'accepted')
    .select('account_id')
    .execute()
  return rows.map((r) => r.account_id)
}

/** False when this reminder was sent before; a changed date gets its own ones. */
export const insertReminderOnce = async (
  trx: Conn,
  event: Pick<EventRow, 'id' | 'start_at'>,
  kind: Row<'event_reminders'>['kind'],
  now: number,
): Promise<boolean> => {
  const first = await trx
    .insertInto('event_reminders')
    .values({ event_id: event.id, kind, start_at: event.start_at, sent_at: now })
    .onConflict((c) => c.columns(['event_id', 'kind', 'start_at']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return first !== undefined
}

/** SQL: ids of the events that were over before this time (ms). */
export const eventsEndedBefore = (db: Conn, limit: number) =>
  db
    .selectFrom('events')
    .where((eb) => eb(eb.fn.coalesce('end_at', 'start_at'), '<', limit))
    .select('id')

/**
 * Who waits without a pending offer, in the order that offers are made; `kind` null: of all lists. An
 * account that is hidden, as while it awaits its deletion, keeps its rank and is passed over.
 */
export const waitingParticipants = (
  db: Conn,
  eventId: string,
  now: number,
  kind: PlaceKind | null = null,
) =>
  db
    .selectFrom('event_participants as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('a.deleted_at', 'is', null)
    .where('p.event_id', '=', eventId)
    .where('p.status', '=', 'waitlist')
    .where('p.lapsed_at', 'is', null)
    .where((eb) => eb.or([eb('p.offer_until', 'is', null), eb('p.offer_until', '<=', now)]))
    .$if(kind !== null, (q) => q.where('p.kind', '=', kind))

/** The first account of a waiting list; `kind` null: of the only list. */
export const nextOnWaitingList = (
  trx: Conn,
  eventId: string,
  now: number,
  kind: PlaceKind | null,
): Promise<ParticipationRow | undefined> =>
  waitingParticipants(trx, eventId, now, kind)
    .selectAll('p')
    .orderBy('p.status_at')
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirst()

/** The rank of an account on the waiting list, from 1. */
export const waitingListRank = async (
  db: Conn,
  own: ParticipationRow,
  now: number,
  isByKind: boolean,
): Promise<number> => {
  const ahead = await countRows(
    waitingParticipants(db, own.event_id, now, isByKind ? own.kind : null).where((eb) =>
      eb.or([
        eb('p.status_at', '<', own.status_at),
        eb.and([eb('p.status_at', '=', own.status_at), eb('p.id', '<', own.id)]),
      ]),
    ),
  )
  return 1 + ahead
}

/** Confirmed accounts and persons of several events. */
export const confirmedCountsOf = async (
  db: Conn,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { accounts: number; seats: number }>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('event_participants')
    .where('event_id', 'in', [...ids])
    .where('status', '=', 'accepted')
    .groupBy('event_id')
    .select('event_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      eb.fn.sum<number | string>('seats').as('seats'),
    ])
    .execute()
  return new Map(rows.map((r) => [r.event_id, { accounts: r.n, seats: Number(r.seats) }]))
}
/** The account's rows in several events, by event id. */
export const participationsByEvent = async (
  db: Conn,
  ids: readonly string[],
  accountId: string,
): Promise<ReadonlyMap<string, ParticipationRow>> =>
  ids.length === 0
    ? new Map()
    : new Map(
        (
          await db
            .selectFrom('event_participants')
            .where('event_id', 'in', [...ids])
            .where('account_id', '=', accountId)
            .selectAll()
            .execute()
        ).map((r) => [r.event_id, r]),
      )
/** Genders of the persons of these accounts, the main one first. */
export const gendersOf = async (
  db: Conn,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Gender[]>> => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('identities')
          .where('account_id', 'in', [...new Set(ids)])
          .select(['account_id', 'gender'])
          .orderBy('is_primary', 'desc')
          .orderBy('id')
          .execute()
  const byAccount = groupBy(rows, (row) => row.account_id)
  return new Map([...byAccount].map(([id, own]) => [id, own.map((row) => row.gender)]))
}
export const handlesByAccount = async (
  db: Conn,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  ids.length === 0
    ? new Map()
    : new Map(
        (
          await db
            .selectFrom('accounts')
            .where('id', 'in', [...new Set(ids)])
            .select(['id', 'handle', 'deleted_at'])
            .execute()
        ).map((a) => [a.id, a.deleted_at === null ? a.handle : DELETED_HANDLE]),
      )

/** Participants of an event by status. */
export const countsByStatus = async (
  db: Conn,
  eventId: string,
): Promise<ReadonlyMap<string, { readonly accounts: number; readonly seats: number }>> =>
  new Map(
    (
      await db
        .selectFrom('event_participants')
        .where('event_id', '=', eventId)
        .groupBy('status')
        .select('status')
        .select((eb) => [
          eb.fn.countAll<number>().as('n'),
          eb.fn.sum<number | string>('seats').as('seats'),
        ])
        .execute()
    ).map((r) => [r.status, { accounts: r.n, seats: Number(r.seats) }]),
  )
