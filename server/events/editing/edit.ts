import type { createEvent, duplicateEvent, Event } from '#contract/events/events'
import type { ParsedInput } from '#contract/route'
import { requireUnrestricted } from '../../access/sanctions'
import { requireOwnMedia } from '../../access/media'
import { choosePicture, waitingPicture } from '../../access/pictures'
import { isEnded, requireOrganizer } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { foldText, isUniqueViolation, type Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { lockPhotos } from '../../media/service'
import { addNews, type NewNews } from '../../news/service'
import { newId } from '../../tokens'
import { announceStored } from '../../announce-stored'
import { announceEventChange } from './changes'
import {
  changedFields,
  eventColumns,
  NEW_EVENT,
  NO_ADDRESS,
  type CountAttempt,
  type EventUpdate,
} from './fields'
import { deleteOldBanners } from './old-banner'
import { createEventOnce } from './once'
import { syncConversations, openConversations, publishBanner } from '../conversations/conversations'
import { hasFreePlace, offerFreePlaces } from '../participation/participation'
import { newsFor } from '../participation/organizer-news'
import { setParticipationStatus } from '../participation/status'
import { checkQuotas } from '../participation/places'
import { deleteStaleReplies } from '../participation/questions'
import { presentCurrent } from '../present'
import { lockEvent, type EventRow } from '../queries'
import { eventTransaction } from '../turns'

type Create = ParsedInput<typeof createEvent>['body']

const checkDates = (row: Pick<EventRow, 'start_at' | 'end_at'>): void => {
  if (row.end_at !== null && row.end_at <= row.start_at) fail('event_dates')
}
const taken = (error: unknown): never => {
  if (isUniqueViolation(error)) fail('slug_taken')
  throw error
}

/** The event with the banner that it may show now. */
const withBanner = async (
  trx: Conn,
  accountId: string,
  event: EventRow,
  present: string | null,
): Promise<EventRow> => ({
  ...event,
  banner_media_id: await choosePicture(
    trx,
    accountId,
    { kind: 'event', targetId: event.id },
    event.banner_media_id,
    present,
  ),
})

/** A banner that the account chooses. Fails with `media_not_yours`, `photo_parted`. */
const requireOwnBanner = async (trx: Conn, accountId: string, id: string | null): Promise<void> => {
  const ids = id ? [id] : []
  // locked before it is checked: a parting may move it to another account at the same moment
  await lockPhotos(trx, ids)
  await requireOwnMedia(trx, { accountId }, ids)
}

/**
 * Inserts a draft with its creator as the first participant, and its conversation; `banner`: the one
 * that they chose.
 */
const insert = async (
  ctx: Ctx,
  draft: EventRow,
  now: number,
  banner: string | null = null,
): Promise<EventRow> => {
  const { row, after } = await ctx.db.transaction().execute(async (trx) => {
    await requireOwnBanner(trx, draft.creator_account_id, banner)
    const row = await withBanner(trx, draft.creator_account_id, draft, null)
    await trx.insertInto('events').values(row).execute().catch(taken)
    await setParticipationStatus(trx, row, row.creator_account_id, 'accepted', now)
    return { row, after: await openConversations(ctx, trx, row) }
  })
  await after()
  return row
}
export const makeEvent = (
  ctx: Ctx,
  viewer: Viewer,
  body: Create,
  count: CountAttempt,
): Promise<Event> =>
  createEventOnce(ctx, viewer, body.idempotency_key, (id) =>
    makeDraft(ctx, viewer, id, body, count),
  )

const makeDraft = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  body: Create,
  count: CountAttempt,
): Promise<EventRow> => {
  const now = ctx.now()
  await requireUnrestricted(ctx.db, viewer, 'events', now)
  const start_at = Date.parse(body.start_date)
  const row: EventRow = {
    ...NEW_EVENT,
    id,
    creator_account_id: viewer.accountId,
    title: body.title,
    title_key: foldText(body.title),
    start_at,
    created_at: now,
    updated_at: now,
    ...(await eventColumns(ctx, viewer, body, null, count)),
  }
  checkDates(row)
  if (isEnded({ ...row, status: 'published' }, now)) fail('event_past')
  return insert(ctx, row, now, row.banner_media_id)
}

/** Stores an event as a new draft of its creator; one that has ended is not restored. */
export const insertDraft = async (
  ctx: Ctx,
  accountId: string,
  fields: Pick<
    EventRow,
    | 'title'
    | 'description'
    | 'rules'
    | 'place'
    | 'place_lat'
    | 'place_lng'
    | 'start_at'
    | 'end_at'
    | 'price'
    | 'payment_url'
  > &
    Partial<EventRow>,
): Promise<void> => {
  const now = ctx.now()
  const row: EventRow = {
    ...NEW_EVENT,
    ...fields,
    id: newId(),
    creator_account_id: accountId,
    title_key: foldText(fields.title),
    created_at: now,
    updated_at: now,
  }
  if (!isEnded({ ...row, status: 'published' }, now)) await insert(ctx, row, now)
}

/**
 * Places per participant after `counts_persons` changed, in one statement; one identity takes one.
 */
const recountPlaces = async (trx: Conn, eventId: string, perPerson: boolean): Promise<void> => {
  await trx
    .updateTable('event_participants')
    .set((eb) => ({
      seats: perPerson
        ? eb
            .selectFrom('identities as i')
            .whereRef('i.account_id', '=', 'event_participants.account_id')
            .where((on) =>
              on.or([
                on('event_participants.identity_id', 'is', null),
                on('event_participants.identity_id', '=', on.ref('i.id')),
              ]),
            )
            .select((on) => on.fn.countAll<number>().as('n'))
        : 1,
    }))
    .where('event_id', '=', eventId)
    .execute()
}

/** News items about a change, for each participant who may know the changed fields. */
const changeNews = async (
  trx: Conn,
  before: EventRow,
  after: EventRow,
  actorId: string,
  now: number,
): Promise<NewNews[]> => {
  // no news item carries the address; only members who already know it are notified of its
  // change
  const fields = changedFields(before, after).filter(
    (f) => f !== 'address' || after.address_revealed === 1 || after.address_public === 1,
  )
  const people =
    fields.length > 0 && after.status === 'published' && !isEnded(after, now)
      ? await trx
          .selectFrom('event_participants')
          .where('event_id', '=', after.id)
          .where('status', 'in', ['accepted', 'pending_approval', 'waitlist'])
          .where('account_id', '!=', actorId)
          .select(['account_id', 'status'])
          .execute()
      : []
  return people
    .map((p) => ({
      p,
      told: fields.filter(
        (f) => f !== 'address' || after.address_public === 1 || p.status === 'accepted',
      ),
    }))
    .filter(({ told }) => told.length > 0)
    .map(({ p, told }) => {
      const n = newsFor(after, 'event_changed', p.account_id, actorId)
      return { ...n, payload: { ...n.payload, fields: told } }
    })
}

export const changeEvent = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  body: EventUpdate,
  count: CountAttempt,
): Promise<Event> => {
  const { event: known } = await requireOrganizer(ctx.db, viewer, id)
  const patch = await eventColumns(ctx, viewer, body, known, count)
  const now = ctx.now()
  const { news, banner, after, publish } = await eventTransaction(ctx, known.id, async (trx) => {
    const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
    const wasFree = await hasFreePlace(trx, event, now)
    if (patch.banner_media_id && patch.banner_media_id !== event.banner_media_id)
      await requireOwnBanner(trx, viewer.accountId, patch.banner_media_id)
    const changed: EventRow = {
      ...event,
      ...patch,
      // changed rules are accepted again
      rules_version:
        event.rules_version + (patch.rules === undefined || patch.rules === event.rules ? 0 : 1),
      updated_at: now,
      revision: event.revision + 1,
    }
    const choosesBanner = patch.banner_media_id !== undefined
    const waited = choosesBanner
      ? await waitingPicture(trx, { kind: 'event', targetId: event.id })
      : null
    const next = choosesBanner
      ? await withBanner(trx, viewer.accountId, changed, event.banner_media_id)
      : changed
    checkDates(next)
    const {
      id: _id,
      creator_account_id: _creator,
      created_at: _created,
      seats_taken: _seats,
      ...set
    } = next
    await trx.updateTable('events').set(set).where('id', '=', event.id).execute().catch(taken)
    if (patch.counts_persons !== undefined && patch.counts_persons !== event.counts_persons)
      await recountPlaces(trx, event.id, patch.counts_persons === 1)
    const counted = (await lockEvent(trx, event.id, now)) ?? fail('not_found')
    if (
      counted.max_participants !== null &&
      counted.seats_taken > counted.max_participants &&
      counted.max_participants !== event.max_participants
    )
      fail('capacity_below')
    await checkQuotas(trx, event, counted, now)
    if (next.questions !== event.questions) await deleteStaleReplies(trx, next)
    const items = await changeNews(trx, event, next, viewer.accountId, now)
    return {
      news: [
        ...(await addNews(trx, items, now)),
        ...(await offerFreePlaces(trx, event.id, now, { wasFree })),
      ],
      banner: { before: event.banner_media_id, waited },
      after: next,
      publish: await syncConversations(ctx, trx, event.id),
    }
  })
  await publish()
  await announceEventChange(ctx, after.id, news)
  if (banner.before !== after.banner_media_id || banner.waited)
    await announceStored(ctx, 'banner', async () => {
      await deleteOldBanners(ctx, [banner.before, banner.waited])
      await publishBanner(ctx, after.id)
    })
  return presentCurrent(ctx, viewer, after)
}

/**
 * A draft with the same fields and duration at another date. The code, the participants and the
 * reveal of the address are not copied; by a co-organizer, neither is the address: in an event of
 * their own it would outlive their role, the event and its erasure.
 */
export const duplicateAsDraft = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  { start_date, idempotency_key }: ParsedInput<typeof duplicateEvent>['body'],
): Promise<Event> => {
  const { event } = await requireOrganizer(ctx.db, viewer, id)
  return createEventOnce(ctx, viewer, idempotency_key, (copyId) =>
    copy(ctx, viewer, event, copyId, start_date),
  )
}

const copy = async (
  ctx: Ctx,
  viewer: Viewer,
  event: EventRow,
  id: string,
  startDate: string,
): Promise<EventRow> => {
  const now = ctx.now()
  await requireUnrestricted(ctx.db, viewer, 'events', now)
  const start_at = Date.parse(startDate)
  if (start_at < now) fail('event_past')
  const own = event.creator_account_id === viewer.accountId
  const row: EventRow = {
    ...event,
    ...(own ? {} : NO_ADDRESS),
    id,
    creator_account_id: viewer.accountId,
    slug: null,
    status: 'draft',
    start_at,
    end_at: event.end_at === null ? null : start_at + (event.end_at - event.start_at),
    address_revealed: 0,
    reveal_at: null,
    seats_taken: 0,
    revision: 0,
    created_at: now,
    updated_at: now,
    banner_media_id: own ? event.banner_media_id : null,
  }
  return insert(ctx, row, now)
}
