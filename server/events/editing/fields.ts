import { randomInt } from 'node:crypto'
import { ADDRESS_HOURS } from '#contract/events/address'
import { TALK_DAYS } from '#contract/events/after'
import type { updateEvent } from '#contract/events/events'
import type { ParsedInput } from '#contract/route'
import { requireUnrestricted } from '../../access/sanctions'
import type { Ctx, Viewer } from '../../context'
import { flag, foldText, type Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { resolveLocation } from '../../places/service'
import { serializeQuestions } from '../participation/questions'
import type { EventRow } from '../queries'

export type EventUpdate = ParsedInput<typeof updateEvent>['body']

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Without 0, 1, i, l, o, which are mistaken for each other when read aloud or copied by hand. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
/** What `newCode` puts behind a name. */
const ENDING = new RegExp(`-[${LETTERS}]{4}$`)
/**
 * A code that cannot be guessed from the title of an event (31⁴ endings), at most 40 characters
 * long.
 */
const newCode = (name: string): string =>
  `${name.slice(0, 35)}-${Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

const isCodeOfEvent = async (trx: Conn, slug: string): Promise<boolean> =>
  (await trx.selectFrom('events').where('slug', '=', slug).select('id').executeTakeFirst()) !==
  undefined

/**
 * Gives an event open to relations another ending of its code, under the event's lock: a guest who
 * was removed knows the one before, and would come back with it through another account. The code of
 * an event by invitation only is known to its organizers, and opens nothing by itself.
 */
export const renewEventCode = async (
  trx: Conn,
  event: Pick<EventRow, 'id' | 'slug' | 'access_type'>,
): Promise<void> => {
  if (event.slug === null || event.access_type === 'invitation_only') return
  const name = event.slug.replace(ENDING, '')
  let slug = newCode(name)
  // looked for first: a refused statement ends the transaction of PostgreSQL
  while (await isCodeOfEvent(trx, slug)) slug = newCode(name)
  await trx.updateTable('events').set({ slug }).where('id', '=', event.id).execute()
}

/**
 * Counts one attempt at a code, because the refusal reveals whether another event has it. Fails
 * with `too_many`.
 */
export type CountAttempt = () => Promise<void>

const placeColumns = async (placeId: string | null): Promise<Partial<EventRow>> => {
  if (placeId === null) return { place: null, place_lat: null, place_lng: null }
  const place = await resolveLocation(placeId)
  return {
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
  }
}
export const NO_ADDRESS = {
  address: null,
  address_point: null,
  address_lat: null,
  address_lng: null,
  address_public: 0,
  address_revealed: 0,
  reveal_at: null,
} as const satisfies Partial<EventRow>
const addressColumns = (
  address: NonNullable<EventUpdate['private_location']> | null,
): Partial<EventRow> =>
  address === null
    ? NO_ADDRESS
    : {
        address: address.address,
        address_point: JSON.stringify({ lat: address.lat, lng: address.lng }),
        address_lat: null,
        address_lng: null,
        ...(address.is_public === undefined ? {} : { address_public: flag(address.is_public) }),
      }

/**
 * The columns that a body names; the others keep their value. Fails with `place_unknown`,
 * `slug_taken` (also for a code that looks like an id), `too_many`, `restricted` (a banner),
 * `reveal_past`.
 */
export const eventColumns = async (
  ctx: Ctx,
  viewer: Viewer,
  body: EventUpdate,
  known: EventRow | null,
  count: CountAttempt,
): Promise<Partial<EventRow>> => {
  if (body.slug && body.slug !== known?.slug) await count()
  if (body.slug && UUID.test(body.slug)) fail('slug_taken')
  if (body.banner_media_id && body.banner_media_id !== known?.banner_media_id)
    await requireUnrestricted(ctx.db, viewer, 'photos', ctx.now())
  const revealAt = body.reveal_at ? Date.parse(body.reveal_at) : null
  // the form sends an hour that has passed unchanged
  if (revealAt !== null && revealAt !== known?.reveal_at && revealAt <= ctx.now())
    fail('reveal_past')
  return {
    ...(body.title === undefined ? {} : { title: body.title, title_key: foldText(body.title) }),
    ...(body.slug === undefined || body.slug === known?.slug
      ? {}
      : { slug: body.slug && newCode(body.slug) }),
    ...(body.description === undefined ? {} : { description: body.description || null }),
    ...(body.start_date === undefined ? {} : { start_at: Date.parse(body.start_date) }),
    ...(body.end_date === undefined
      ? {}
      : { end_at: body.end_date === null ? null : Date.parse(body.end_date) }),
    ...(body.place_id === undefined ? {} : await placeColumns(body.place_id)),
    ...(body.private_location === undefined ? {} : addressColumns(body.private_location)),
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
    ...balanceColumns(body, known),
    ...(body.reveal_at === undefined ? {} : { reveal_at: revealAt }),
    ...(body.address_hours === undefined ? {} : { address_hours: body.address_hours }),
    ...(body.talk_days === undefined ? {} : { talk_days: body.talk_days }),
    ...(body.reconfirm_hours === undefined ? {} : { reconfirm_hours: body.reconfirm_hours }),
    ...(body.code_requests === undefined ? {} : { code_requests: flag(body.code_requests) }),
  }
}

/** Places by kind, house rules, questions and the gate; `changeEvent` counts the versions of the rules. */
const balanceColumns = (body: EventUpdate, known: EventRow | null): Partial<EventRow> => {
  const rules = body.rules === undefined ? undefined : body.rules || null
  const { places_by_kind: places } = body
  return {
    ...(places === undefined
      ? {}
      : {
          places_couple: places.couple,
          places_woman: places.woman,
          places_man: places.man,
          places_other: places.other,
        }),
    ...(rules === undefined ? {} : { rules }),
    ...(body.verified_only === undefined ? {} : { verified_only: flag(body.verified_only) }),
    ...(body.questions === undefined
      ? {}
      : { questions: serializeQuestions(body.questions, known) }),
  }
}

/** Column values of a new event. */
export const NEW_EVENT = {
  slug: null,
  description: null,
  end_at: null,
  place: null,
  place_lat: null,
  place_lng: null,
  ...NO_ADDRESS,
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
  code_requests: 1,
  verified_only: 0,
  places_couple: null,
  places_woman: null,
  places_man: null,
  places_other: null,
  address_hours: ADDRESS_HOURS,
  talk_days: TALK_DAYS,
  reconfirm_hours: null,
  rules: null,
  rules_version: 1,
  questions: null,
  seats_taken: 0,
  revision: 0,
  status: 'draft',
} as const

/** Fields of which participants are notified when they change: date, town, price, who may come. */
const NOTIFIED = {
  start_at: 'date',
  end_at: 'date',
  place: 'place',
  address: 'address',
  price: 'price',
  payment_url: 'price',
  rules: 'rules',
  verified_only: 'entry',
} as const satisfies Partial<Record<keyof EventRow, string>>
export const changedFields = (before: EventRow, after: EventRow): string[] => [
  ...new Set(
    (Object.keys(NOTIFIED) as (keyof typeof NOTIFIED)[])
      .filter((k) => before[k] !== after[k])
      .map((k) => NOTIFIED[k]),
  ),
]
