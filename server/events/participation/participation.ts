import type { Participation, PlaceKind } from '#contract/events/balance'
import { HOUR_MS, OFFER_HOURS } from '#contract/limits'
import { areRelations } from '../../access/accounts'
import { lockUnseparated } from '../../access/blocks'
import { readEventForEntry, isEnded, type EventRole } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { addNews, type NewNews } from '../../news/service'
import {
  announceParticipations,
  changeParticipations,
  publishEventChanged,
  type ParticipationChanges,
} from '../editing/changes'
import { renewEventCode } from '../editing/fields'
import { mayPassGate } from './gate'
import { acceptToParticipate } from './house-rules'
import { choiceNews, freePlaceNews, newsFor, withdrawFreePlaceNews } from './organizer-news'
import {
  hasRoom,
  holdsPlace,
  hasPlacesByKind,
  isOffered,
  missingPlaces,
  nextWaitingWithRoom,
  attendanceOf,
  type Attendance,
} from './places'
import { saveReplies } from './questions'
import { setParticipationStatus, withdrawReconfirm, type ParticipationStatus } from './status'
import {
  hasRequestedPlace,
  lockEvent,
  nextOnWaitingList,
  organizerIds,
  participationOf,
  type EventRow,
  type ParticipationRow,
} from '../queries'

interface FreedPlace {
  /** A place was free before, which the organizers have been told. */
  readonly wasFree?: boolean
  readonly freed?: PlaceKind | null | undefined
}
/**
 * Offers freed places to the first of the waiting list when the event has `auto_offer` and has not
 * begun, of the `freed` kind before the others; otherwise notifies the organizers.
 */
export const offerFreePlaces = async (
  trx: Conn,
  eventId: string,
  now: number,
  { wasFree = false, freed = null }: FreedPlace = {},
): Promise<string[]> => {
  const news: NewNews[] = []
  const withdrawnIds: string[] = []
  for (;;) {
    const event = await lockEvent(trx, eventId, now)
    const next = event ? await nextWaitingWithRoom(trx, event, now, freed) : undefined
    if (!event || !next) {
      if (event?.has_waitlist === 1)
        withdrawnIds.push(...(await withdrawFreePlaceNews(trx, event, now)))
      break
    }
    const until = Math.min(now + OFFER_HOURS * HOUR_MS, event.start_at)
    // an offer that is expired when made would hold no place, and the same account would be next
    // forever
    if (event.auto_offer === 0 || until <= now) {
      if (wasFree) break
      news.push(...(await freePlaceNews(trx, event, now)))
      break
    }
    await trx
      .updateTable('event_participants')
      .set({ offer_until: until })
      .where('id', '=', next.id)
      .execute()
    news.push({ ...newsFor(event, 'waitlist_offer', next.account_id, null), endsAt: until })
  }
  return [...withdrawnIds, ...(await addNews(trx, news, now))]
}

/** Whether the first of some waiting list would find a place. Ask before a change that frees one. */
export const hasFreePlace = async (trx: Conn, event: EventRow, now: number): Promise<boolean> =>
  (await nextWaitingWithRoom(trx, event, now)) !== undefined

/**
 * Whether a member may take this place now: there is room, and a freed place belongs to the waiting
 * list of its kind, not to a newcomer.
 */
const mayTake = async (
  trx: Conn,
  event: EventRow,
  attendance: Attendance,
  row: ParticipationRow | undefined,
  now: number,
): Promise<boolean> => {
  if (!(await hasRoom(trx, event, attendance, row, now))) return false
  const lists = hasPlacesByKind(event)
  const hasTurn =
    row !== undefined &&
    (row.status === 'waitlist' || holdsPlace(row, now)) &&
    row.seats >= attendance.seats &&
    (!lists || row.kind === attendance.kind)
  if (event.auto_offer === 0 || hasTurn) return true
  const first = await nextOnWaitingList(trx, event.id, now, lists ? attendance.kind : null)
  return !first || first.account_id === row?.account_id
}

/**
 * Fails for organizers, a draft, an ended event, a member whom organizers removed, one without the
 * right to a place, and an unverified one where the event requires it.
 */
export const requireJoinable = async (
  trx: Conn,
  event: EventRow,
  row: ParticipationRow | undefined,
  accountId: string,
  now: number,
): Promise<void> => {
  if (event.creator_account_id === accountId || row?.is_co_organizer === 1) fail('own_event')
  if (event.status === 'draft') fail('event_not_open')
  if (isEnded(event, now)) fail('event_ended')
  if (row?.status === 'cancelled') fail('event_cancelled_for_you')
  // a member who declined needs a right like a new one: an invitation, a relation, or the code
  const isKnown = row && (row.status !== 'declined' || row.invited_by_account_id !== null)
  if (!isKnown && !(await isOpenToRelation(trx, event, accountId))) fail('event_not_open')
  if (!(await mayPassGate(trx, event, row, accountId, now))) fail('event_verified')
}

const isOpenToRelation = async (trx: Conn, event: EventRow, accountId: string): Promise<boolean> =>
  event.access_type === 'open_to_relations' &&
  areRelations(trx, accountId, event.creator_account_id)

/**
 * «Je participe», and another choice of the identities that participate. Full: `event_full`, or the
 * waiting list, but not for a member whom an organizer refused. Otherwise pending where approval is
 * required and no organizer invited the member since, else accepted. Decided under the event's lock.
 * Idempotent: a repeat returns the stored state, or takes a place that has become free.
 */
export const participate = async (
  ctx: Ctx,
  viewer: Viewer,
  ref: string,
  said: Participation = {},
): Promise<EventRole['event']> => {
  const { event } = await readEventForEntry(ctx.db, viewer, ref)
  const done = await changeParticipations(ctx, event.id, (trx) =>
    participateIn(ctx, trx, viewer, event, said),
  )
  await announceParticipations(ctx, event.id, done)
  // a guest adds to what they said
  if (done.changes.length === 0 && (said.accepted_by?.length || said.answers?.length))
    publishEventChanged(ctx, event.id, [viewer.accountId, ...(await organizerIds(ctx.db, event))])
  return event
}
/**
 * A member who lost the place by not answering gets the next free one, ahead of the waiting list.
 */
const waitAgain = async (
  trx: Conn,
  event: EventRow,
  row: ParticipationRow,
  now: number,
): Promise<ParticipationChanges> => {
  await trx
    .updateTable('event_participants')
    .set({ lapsed_at: null })
    .where('id', '=', row.id)
    .execute()
  const withdrawn = await withdrawReconfirm(trx, row, now)
  const change = { event, row: { ...row, lapsed_at: null }, previous: row.status, withdrawn }
  return { changes: [change], news: [] }
}

/**
 * The same in the caller's transaction, which must be one of this event. `isAgreed`: an answer that
 * both identities gave one by one; a missing acceptance of the house rules is then required
 * before the address is shown.
 */
export const participateIn = async (
  ctx: Ctx,
  trx: Conn,
  viewer: Viewer,
  known: EventRow,
  said: Participation,
  { isAgreed = false } = {},
): Promise<ParticipationChanges> => {
  const now = ctx.now()
  // before taking the event's lock, which all participants contend for
  if (!(await lockUnseparated(trx, viewer.accountId, known.creator_account_id))) fail('not_found')
  const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
  const row = await participationOf(trx, event.id, viewer.accountId)
  await requireJoinable(trx, event, row, viewer.accountId, now)
  const attendance = await attendanceOf(
    trx,
    event,
    viewer.accountId,
    said.identity_id === undefined ? (row?.identity_id ?? null) : said.identity_id,
  )
  const isOther = row !== undefined && row.identity_id !== attendance.identity_id
  if ((row?.status === 'accepted' || row?.status === 'pending_approval') && !isOther) {
    if (said.accepted_by?.length)
      await acceptToParticipate(trx, viewer, event, attendance.identity_id, said, now)
    await saveReplies(trx, event, viewer.accountId, said.answers ?? [], now)
    return { changes: [], news: [] }
  }
  // a member who declined cannot read the rules, and accepts them before the address
  if (!isAgreed && (row?.status !== 'declined' || said.accepted_by))
    await acceptToParticipate(trx, viewer, event, attendance.identity_id, said, now)
  const room = await mayTake(trx, event, attendance, row, now)
  // an organizer has to decide again: neither a place that is offered nor an earlier invitation lets
  // them in
  const refused = row?.was_refused === 1
  // whoever has a place does not lose it by asking for another one
  if (!room && (event.has_waitlist === 0 || row?.status === 'accepted' || refused))
    fail('event_full')
  await saveReplies(trx, event, viewer.accountId, said.answers ?? [], now)
  // already waiting: repeats the result of a call whose reply was lost
  if (!room && row?.status === 'waitlist' && !isOther) {
    if (row.lapsed_at === null) return { changes: [], news: [] }
    return waitAgain(trx, event, row, now)
  }
  // an organizer, or the event, had let them in before
  const isLapsed = row !== undefined && row.lapsed_at !== null
  const approved =
    event.requires_approval === 0 ||
    ((isOffered(row, now) || isLapsed) && !isOther) ||
    (!refused && (row?.invited_by_account_id ?? null) !== null)
  const status: ParticipationStatus = !room
    ? 'waitlist'
    : approved
      ? 'accepted'
      : 'pending_approval'
  const wasFree = holdsPlace(row, now) && (await hasFreePlace(trx, event, now))
  const change = await setParticipationStatus(trx, event, viewer.accountId, status, now, {
    saidYes: true,
    attendance,
    // one list for all: the identities that participate do not change its order
    ...(row?.status === 'waitlist' && status === 'waitlist' && !hasPlacesByKind(event)
      ? { since: row.status_at }
      : {}),
  })
  const { previous } = change
  const counted = (await lockEvent(trx, event.id, now)) ?? event
  const news = [
    ...(previous === status
      ? []
      : await choiceNews(trx, event, viewer.accountId, previous, status, now)),
    ...(isOther && holdsPlace(row, now)
      ? await offerFreePlaces(trx, event.id, now, { wasFree, freed: row.kind })
      : []),
  ]
  const closed =
    event.has_waitlist === 1 && !(await hasFreePlace(trx, counted, now))
      ? await withdrawFreePlaceNews(trx, event, now)
      : []
  return { changes: [change], news: [...news, ...closed] }
}

/**
 * «Me désinscrire»: sets `declined` from any status but `cancelled`; the place goes to the waiting
 * list.
 */
export const stopParticipating = async (
  ctx: Ctx,
  viewer: Viewer,
  ref: string,
): Promise<EventRole['event']> => {
  const { event } = await readEventForEntry(ctx.db, viewer, ref)
  const done = await changeParticipations(ctx, event.id, (trx) =>
    stopParticipatingIn(ctx, trx, viewer, event.id),
  )
  await announceParticipations(ctx, event.id, done)
  return event
}
/** The same in the caller's transaction, which must be one of this event. */
export const stopParticipatingIn = async (
  ctx: Ctx,
  trx: Conn,
  viewer: Viewer,
  eventId: string,
): Promise<ParticipationChanges> => {
  const now = ctx.now()
  const event = (await lockEvent(trx, eventId, now)) ?? fail('not_found')
  const row = (await participationOf(trx, event.id, viewer.accountId)) ?? fail('not_found')
  if (event.creator_account_id === viewer.accountId || row.is_co_organizer === 1) fail('own_event')
  if (row.status === 'cancelled') fail('event_cancelled_for_you')
  if (row.status === 'declined') return { changes: [], news: [] }
  const wasFree = await hasFreePlace(trx, event, now)
  const change = await setParticipationStatus(trx, event, viewer.accountId, 'declined', now, {
    saidYes: false,
    // pending in spite of an invitation: refused before, and the invitation would count as approval
    ...(row.status === 'pending_approval' ? { invitedBy: null } : {}),
  })
  return {
    changes: [change],
    news: [
      ...(await choiceNews(trx, event, viewer.accountId, change.previous, 'declined', now)),
      ...(await offerFreePlaces(trx, event.id, now, { wasFree, freed: row.kind })),
    ],
  }
}

/**
 * An organizer's decision about a participant, under the event's lock. A member who has not asked
 * to participate cannot be accepted (`not_asked`). Fails with `event_full` (and what is missing)
 * beyond the capacity and `conflict` for a member whom a block separates from the creator
 * (`lockUnseparated`, which must be called before the event's lock), or whose choice of who may write
 * keeps an invitation out: `isBarred`.
 */
export const decideParticipation = async (
  trx: Conn,
  event: EventRow,
  row: ParticipationRow,
  status: Exclude<ParticipationStatus, 'waitlist'>,
  organizerId: string,
  now: number,
  isBarred: boolean,
): Promise<ParticipationChanges> => {
  if (row.account_id === event.creator_account_id || row.is_co_organizer === 1) fail('conflict')
  if (row.status === status) return { changes: [], news: [] }
  if (status !== 'declined' && status !== 'cancelled' && isBarred) fail('conflict')
  if ((status === 'accepted' || status === 'pending_approval') && !hasRequestedPlace(row))
    fail('not_asked')
  const attendance = await attendanceOf(trx, event, row.account_id, row.identity_id)
  const missing =
    status === 'accepted' ? await missingPlaces(trx, event, attendance, row, now) : null
  if (missing) fail('event_full', missing)
  const wasFree = await hasFreePlace(trx, event, now)
  const change = await setParticipationStatus(trx, event, row.account_id, status, now, {
    attendance,
    ...(status === 'invited' ? { invitedBy: organizerId } : {}),
    isRefused: status === 'declined' || status === 'cancelled',
    // the invitation would let them in without approval
    ...(status === 'declined' && row.status === 'invited' ? { invitedBy: null } : {}),
  })
  if (status === 'cancelled') await renewEventCode(trx, event)
  const items: NewNews[] = []
  if (event.status !== 'draft') {
    if (status === 'accepted')
      items.push(newsFor(event, 'participation_accepted', row.account_id, organizerId))
    if (status === 'declined' || status === 'cancelled')
      items.push(newsFor(event, 'participation_declined', row.account_id, organizerId))
    if (status === 'invited')
      items.push(newsFor(event, 'event_invited', row.account_id, organizerId))
  }
  const news = await addNews(trx, items, now)
  return {
    changes: [change],
    news: [...news, ...(await offerFreePlaces(trx, event.id, now, { wasFree, freed: row.kind }))],
  }
}
