import type { createEvent, Event, updateEvent } from '#contract/events/events'
import type { NewsType } from '#contract/news'
import type { Parsed } from '#contract/route'
import { requireOwnMedia } from '../../access/media'
import { isEnded, requireCreator, requireOrganizer } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { fold, isUniqueViolation, retried, type Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { dropUnused } from '../../media/service'
import { addNews, tellNews } from '../../news/service'
import { locate } from '../../places/service'
import { newId } from '../../tokens'
import { audienceOf, tellChanged } from './changes'
import {
  closeConversations,
  keepConversations,
  openConversations,
  pauseConversations,
} from '../conversations/conversations'
import { moveQueue, newsFor, setStatus } from '../participation/participation'
import { presentAgain } from '../present'
import { lockEvent, personsOf, type EventRow } from '../queries'

type Create = Parsed<typeof createEvent>['body']
type Update = Parsed<typeof updateEvent>['body']

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

/**
 * Counts one attempt at a code, because the refusal reveals whether another event has it. Fails
 * with `too_many`.
 */
type Count = () => Promise<void>

/**
 * The columns that a body names; the others keep their value. Fails with `place_unknown`,
 * `slug_taken` (also for a code that looks like an id), `too_many`, `media_not_yours`.
 */
const columns = async (
  ctx: Ctx,
  viewer: Viewer,
  body: Update,
  known: EventRow | null,
  count: Count,
): Promise<Partial<EventRow>> => {
  if (body.slug && body.slug !== known?.slug) await count()
  if (body.slug && UUID.test(body.slug)) fail('slug_taken')
  if (body.banner_media_id && body.banner_media_id !== known?.banner_media_id)
    await requireOwnMedia(ctx.db, viewer, [body.banner_media_id])
  const place =
    body.place_id === undefined
      ? undefined
      : body.place_id === null
        ? null
        : await locate(body.place_id)
  const address = body.private_location
  return {
    ...(body.title === undefined ? {} : { title: body.title, title_key: fold(body.title) }),
    ...(body.slug === undefined ? {} : { slug: body.slug }),
    ...(body.description === undefined ? {} : { description: body.description || null }),
    ...(body.start_date === undefined ? {} : { start_at: Date.parse(body.start_date) }),
    ...(body.end_date === undefined
      ? {}
      : { end_at: body.end_date === null ? null : Date.parse(body.end_date) }),
    ...(place === undefined
      ? {}
      : place === null
        ? { place: null, place_lat: null, place_lng: null }
        : {
            place: JSON.stringify({
              place_id: place.place_id,
              city: place.city,
              department: place.department,
              department_code: place.department_code,
              postal_code: place.postal_code,
              lat: place.lat,
              lng: place.lng,
              formatted_address: place.formatted_address,
            }),
            place_lat: place.lat,
            place_lng: place.lng,
          }),
    ...(address === undefined
      ? {}
      : address === null
        ? {
            address: null,
            address_lat: null,
            address_lng: null,
            address_public: 0 as const,
            address_revealed: 0 as const,
          }
        : {
            address: address.address,
            address_lat: address.lat,
            address_lng: address.lng,
            address_public: flag(address.is_public),
          }),
    ...(body.price === undefined ? {} : { price: body.price || null }),
    ...(body.payment_url === undefined ? {} : { payment_url: body.payment_url || null }),
    ...(body.banner_media_id === undefined ? {} : { banner_media_id: body.banner_media_id }),
    ...(body.max_participants === undefined ? {} : { max_participants: body.max_participants }),
    ...(body.has_waitlist === undefined ? {} : { has_waitlist: flag(body.has_waitlist) }),
    ...(body.requires_approval === undefined
      ? {}
      : { requires_approval: flag(body.requires_approval) }),
    ...(body.access_type === undefined ? {} : { access_type: body.access_type }),
    ...(body.group_options === undefined ? {} : { group_options: body.group_options }),
    ...(body.counts_persons === undefined ? {} : { counts_persons: flag(body.counts_persons) }),
    ...(body.auto_offer === undefined ? {} : { auto_offer: flag(body.auto_offer) }),
  }
}

const checkDates = (row: Pick<EventRow, 'start_at' | 'end_at'>): void => {
  if (row.end_at !== null && row.end_at <= row.start_at) fail('event_dates')
}
const taken = (error: unknown): never =>
  isUniqueViolation(error) ? fail('slug_taken') : (Promise.reject(error) as never)

/** Inserts a draft with its creator as the first participant. */
const insert = async (trx: Conn, row: EventRow, now: number): Promise<void> => {
  await trx.insertInto('events').values(row).execute()
  await setStatus(trx, row, row.creator_account_id, 'accepted', now)
}
const EMPTY = {
  slug: null,
  description: null,
  end_at: null,
  place: null,
  place_lat: null,
  place_lng: null,
  address: null,
  address_lat: null,
  address_lng: null,
  address_public: 0,
  address_revealed: 0,
  price: null,
  payment_url: null,
  banner_media_id: null,
  max_participants: null,
  has_waitlist: 0,
  requires_approval: 0,
  access_type: 'invitation_only',
  group_options: 'all',
  counts_persons: 0,
  auto_offer: 0,
  seats_taken: 0,
  revision: 0,
  status: 'draft',
} as const

export const makeEvent = async (
  ctx: Ctx,
  viewer: Viewer,
  body: Create,
  count: Count,
): Promise<Event> => {
  const now = ctx.now()
  const start_at = Date.parse(body.start_date)
  const row: EventRow = {
    ...EMPTY,
    id: newId(),
    creator_account_id: viewer.accountId,
    title: body.title,
    title_key: fold(body.title),
    start_at,
    created_at: now,
    updated_at: now,
    ...(await columns(ctx, viewer, body, null, count)),
  }
  checkDates(row)
  if (isEnded({ ...row, status: 'published' }, now)) fail('event_past')
  await ctx.db
    .transaction()
    .execute((trx) => insert(trx, row, now))
    .catch(taken)
  await openConversations(ctx, row)
  return presentAgain(ctx, viewer, row)
}

/** Changed fields that participants are notified of: date, town, price. */
const TOLD = {
  start_at: 'date',
  end_at: 'date',
  place: 'place',
  address: 'address',
  price: 'price',
  payment_url: 'price',
} as const satisfies Partial<Record<keyof EventRow, string>>
const changedFields = (before: EventRow, after: EventRow): string[] => [
  ...new Set(
    (Object.keys(TOLD) as (keyof typeof TOLD)[])
      .filter((k) => before[k] !== after[k])
      .map((k) => TOLD[k]),
  ),
]

export const changeEvent = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  body: Update,
  count: Count,
): Promise<Event> => {
  const { event: known } = await requireOrganizer(ctx.db, viewer, id)
  const patch = await columns(ctx, viewer, body, known, count)
  const now = ctx.now()
  const { news, before, after } = await retried(() =>
    ctx.db.transaction().execute(async (trx) => {
      const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
      const next: EventRow = { ...event, ...patch, updated_at: now, revision: event.revision + 1 }
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
        for (const p of await trx
          .selectFrom('event_participants')
          .where('event_id', '=', event.id)
          .select(['id', 'account_id'])
          .execute())
          await trx
            .updateTable('event_participants')
            .set({ seats: patch.counts_persons === 1 ? await personsOf(trx, p.account_id) : 1 })
            .where('id', '=', p.id)
            .execute()
      const counted = (await lockEvent(trx, event.id, now)) ?? fail('not_found')
      if (
        counted.max_participants !== null &&
        counted.seats_taken > counted.max_participants &&
        counted.max_participants !== event.max_participants
      )
        fail('capacity_below')
      // no news item carries the address; only members who already know it are notified of its
      // change
      const fields = changedFields(event, next).filter(
        (f) => f !== 'address' || next.address_revealed === 1 || next.address_public === 1,
      )
      const people =
        fields.length > 0 && next.status === 'published' && !isEnded(next, now)
          ? await trx
              .selectFrom('event_participants')
              .where('event_id', '=', event.id)
              .where('status', 'in', ['accepted', 'pending_approval', 'waitlist'])
              .where('account_id', '!=', viewer.accountId)
              .select(['account_id', 'status'])
              .execute()
          : []
      const items = people
        .map((p) => ({
          p,
          told: fields.filter(
            (f) => f !== 'address' || next.address_public === 1 || p.status === 'accepted',
          ),
        }))
        .filter(({ told }) => told.length > 0)
        .map(({ p, told }) => {
          const n = newsFor(next, 'event_changed', p.account_id, viewer.accountId)
          return { ...n, payload: { ...n.payload, fields: told } }
        })
      return {
        news: [...(await addNews(trx, items, now)), ...(await moveQueue(trx, event.id, now))],
        before: event,
        after: next,
      }
    }),
  )
  if (before.banner_media_id && before.banner_media_id !== after.banner_media_id)
    await dropUnused(ctx, before.creator_account_id, [before.banner_media_id])
  await keepConversations(ctx, after)
  tellChanged(ctx, after.id, await audienceOf(ctx, after.id))
  await tellNews(ctx, news)
  return presentAgain(ctx, viewer, after)
}

/** Publishes, or reverts to a draft. Idempotent. Fails with `event_ended`. */
export const publish = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  status: 'draft' | 'published',
): Promise<Event> => {
  const { event: known } = await requireOrganizer(ctx.db, viewer, id)
  const now = ctx.now()
  const { news, changed } = await retried(() =>
    ctx.db.transaction().execute(async (trx) => {
      const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
      if (event.status === status) return { news: [], changed: false }
      if (isEnded(event, now)) fail('event_ended')
      await trx
        .updateTable('events')
        .set({ status, updated_at: now, revision: event.revision + 1 })
        .where('id', '=', event.id)
        .execute()
      const people = await trx
        .selectFrom('event_participants')
        .where('event_id', '=', event.id)
        .where('status', 'not in', ['declined', 'cancelled'])
        .where('account_id', '!=', viewer.accountId)
        .select(['account_id', 'status'])
        .execute()
      const type: NewsType = status === 'published' ? 'event_published' : 'event_unpublished'
      // members invited while it was a draft are notified now, once
      const invited = new Set(
        (
          await trx
            .selectFrom('news')
            .where('event_id', '=', event.id)
            .where('news_type', '=', 'event_invited')
            .where('deleted_at', 'is', null)
            .select('account_id')
            .execute()
        ).map((n) => n.account_id),
      )
      const told = await addNews(
        trx,
        people.map((p) =>
          newsFor(
            event,
            status === 'published' && p.status === 'invited' && !invited.has(p.account_id)
              ? 'event_invited'
              : type,
            p.account_id,
            viewer.accountId,
          ),
        ),
        now,
      )
      // places freed while it was a draft have not been offered yet
      return { news: [...told, ...(await moveQueue(trx, event.id, now))], changed: true }
    }),
  )
  if (changed) {
    await pauseConversations(ctx, { ...known, status })
    const all = await audienceOf(ctx, known.id)
    // the title only goes to current participants: not to those who declined, were removed or left
    // through a block
    const out = new Set(
      (
        await ctx.db
          .selectFrom('event_participants')
          .where('event_id', '=', known.id)
          .where('status', 'in', ['declined', 'cancelled'])
          .where('is_co_organizer', '=', 0)
          .select('account_id')
          .execute()
      ).map((p) => p.account_id),
    )
    for (const accountId of all.filter((a) => !out.has(a)))
      ctx.realtime.publish(
        'account.event.status.updated',
        {
          accountId,
          eventId: known.id,
          eventTitle: known.title,
          previousStatus: known.status,
          newStatus: status,
        },
        { accounts: [accountId] },
      )
    tellChanged(ctx, known.id, all)
    await tellNews(ctx, news)
  }
  return presentAgain(ctx, viewer, known)
}

/** «Annulée»: stays readable, closed to new participants, and the address is hidden from all. */
export const cancel = async (ctx: Ctx, viewer: Viewer, id: string): Promise<Event> => {
  const { event: known } = await requireCreator(ctx.db, viewer, id)
  const now = ctx.now()
  const news = await retried(() =>
    ctx.db.transaction().execute(async (trx) => {
      const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
      if (event.status === 'cancelled') return []
      if (event.status !== 'published') fail('conflict')
      await trx
        .updateTable('events')
        .set({
          status: 'cancelled',
          address_public: 0,
          address_revealed: 0,
          updated_at: now,
          revision: event.revision + 1,
        })
        .where('id', '=', event.id)
        .execute()
      const people = await trx
        .selectFrom('event_participants')
        .where('event_id', '=', event.id)
        .where('status', 'in', ['accepted', 'pending_approval', 'waitlist', 'invited'])
        .where('account_id', '!=', viewer.accountId)
        .select('account_id')
        .execute()
      return addNews(
        trx,
        people.map((p) => newsFor(event, 'event_cancelled', p.account_id, viewer.accountId)),
        now,
      )
    }),
  )
  tellChanged(ctx, known.id, await audienceOf(ctx, known.id))
  await tellNews(ctx, news)
  return presentAgain(ctx, viewer, known)
}

/**
 * Deletes the event except its conversations, which stay readable. Participants are notified with
 * its title.
 */
export const removeEvent = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  const { event } = await requireCreator(ctx.db, viewer, id)
  const now = ctx.now()
  const all = await audienceOf(ctx, event.id)
  const news = await ctx.db.transaction().execute(async (trx) => {
    const people =
      event.status === 'draft'
        ? []
        : await trx
            .selectFrom('event_participants')
            .where('event_id', '=', event.id)
            .where('status', 'in', ['accepted', 'pending_approval', 'waitlist'])
            .where('account_id', '!=', viewer.accountId)
            .select('account_id')
            .execute()
    const ids = await addNews(
      trx,
      people.map((p) => ({
        ...newsFor(event, 'event_deleted', p.account_id, viewer.accountId),
        eventId: null,
      })),
      now,
    )
    await trx.deleteFrom('news').where('event_id', '=', event.id).execute()
    await trx.deleteFrom('events').where('id', '=', event.id).execute()
    return ids
  })
  await closeConversations(ctx, event)
  if (event.banner_media_id)
    await dropUnused(ctx, event.creator_account_id, [event.banner_media_id])
  tellChanged(ctx, event.id, all)
  await tellNews(ctx, news)
}

/**
 * A draft with the same fields and duration at another date. The code, the participants and the
 * reveal of the address are not copied.
 */
export const duplicate = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  startDate: string,
): Promise<Event> => {
  const { event } = await requireOrganizer(ctx.db, viewer, id)
  const now = ctx.now()
  const start_at = Date.parse(startDate)
  if (start_at < now) fail('event_past')
  const own = event.creator_account_id === viewer.accountId
  const row: EventRow = {
    ...event,
    id: newId(),
    creator_account_id: viewer.accountId,
    slug: null,
    status: 'draft',
    start_at,
    end_at: event.end_at === null ? null : start_at + (event.end_at - event.start_at),
    address_revealed: 0,
    seats_taken: 0,
    revision: 0,
    created_at: now,
    updated_at: now,
    banner_media_id: own ? event.banner_media_id : null,
  }
  await ctx.db.transaction().execute((trx) => insert(trx, row, now))
  await openConversations(ctx, row)
  return presentAgain(ctx, viewer, row)
}
