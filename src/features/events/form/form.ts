import { ADDRESS_HOURS } from '#contract/events/address'
import { TALK_DAYS } from '#contract/events/after'
import { PLACE_KINDS, type PlaceKind } from '#contract/events/balance'
import type { Event, EventInput } from '#contract/events/events'
import type { Location } from '#contract/profile/data'
import { fromParisInput, toParisInput } from '../../../lib/event-dates'

/** The form as typed: dates are wall time in Paris, numbers are text. */
export interface EventDraft {
  readonly title: string
  readonly start: string
  readonly end: string
  readonly place: Location | null
  readonly address: string
  readonly lat: string
  readonly lng: string
  readonly isPublic: boolean
  /** Hour of the reveal, wall time in Paris; empty: by hand. */
  readonly revealAt: string
  /** Hours after the end until the address is erased; empty: never. */
  readonly addressHours: string
  /** Days after the end until the discussion closes; empty: never. */
  readonly talkDays: string
  /** Hours before the start at which «Toujours partants ?» is sent; empty: never. */
  readonly reconfirm: string
  readonly description: string
  readonly price: string
  readonly paymentUrl: string
  readonly bannerId: string | null
  readonly unlimited: boolean
  readonly max: string
  readonly waitlist: boolean
  readonly autoOffer: boolean
  readonly approval: boolean
  readonly verifiedOnly: boolean
  readonly persons: boolean
  readonly access: Event['access_type']
  readonly group: Event['group_options']
  readonly slug: string
  readonly codeRequests: boolean
  /** Number of places; empty: no limit of its own. */
  readonly places: Readonly<Record<PlaceKind, string>>
  readonly rules: string
  readonly questions: readonly string[]
}

export const EMPTY_DRAFT: EventDraft = {
  title: '',
  start: '',
  end: '',
  place: null,
  address: '',
  lat: '',
  lng: '',
  isPublic: false,
  revealAt: '',
  addressHours: String(ADDRESS_HOURS),
  talkDays: String(TALK_DAYS),
  reconfirm: '',
  description: '',
  price: '',
  paymentUrl: '',
  bannerId: null,
  unlimited: true,
  max: '',
  waitlist: false,
  autoOffer: false,
  approval: false,
  verifiedOnly: false,
  persons: false,
  access: 'invitation_only',
  group: 'all',
  slug: '',
  codeRequests: true,
  places: { couple: '', woman: '', man: '', other: '' },
  rules: '',
  questions: [],
}

const bannerOf = (url: string | null): string | null =>
  url ? (/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(url)?.[0] ?? null) : null
const typed = (n: number | null): string => String(n ?? '')
const coordinate = (n: number | null | undefined): string =>
  n === null || n === undefined ? '' : n.toFixed(6).replace('.', ',')

export const eventDraftOf = (e: Event): EventDraft => ({
  title: e.title,
  start: toParisInput(e.start_date),
  end: toParisInput(e.end_date),
  place: e.location ? { ...e.location, country: 'FR' } : null,
  address: e.private_location?.address ?? '',
  lat: coordinate(e.private_location?.lat),
  lng: coordinate(e.private_location?.lng),
  isPublic: e.private_location?.is_public ?? false,
  revealAt: toParisInput(e.reveal_at),
  addressHours: typed(e.address_hours),
  talkDays: typed(e.talk_days),
  reconfirm: typed(e.reconfirm_hours),
  description: e.description ?? '',
  price: e.price ?? '',
  paymentUrl: e.payment_url ?? '',
  bannerId: bannerOf(e.banner_image_url),
  unlimited: e.max_participants === null,
  max: typed(e.max_participants),
  waitlist: e.has_waitlist,
  autoOffer: e.auto_offer,
  approval: e.requires_approval,
  verifiedOnly: e.verified_only,
  persons: e.counts_persons,
  access: e.access_type,
  group: e.group_options,
  slug: e.slug ?? '',
  codeRequests: e.code_requests,
  places: {
    ...EMPTY_DRAFT.places,
    ...Object.fromEntries(e.places_by_kind.map((p) => [p.kind, String(p.places)])),
  },
  rules: e.rules?.text ?? '',
  questions: e.questions.map((q) => q.text),
})

/** Degrees as typed in France or pasted from a map; null: empty, NaN: not a number. */
export const parseDegrees = (text: string): number | null => {
  const clean = text.trim().replace(',', '.')
  return clean === '' ? null : /^-?\d{1,3}(\.\d+)?$/.test(clean) ? Number(clean) : NaN
}
export const draftPoint = (
  d: Pick<EventDraft, 'lat' | 'lng'>,
): { lat: number; lng: number } | null => {
  const [lat, lng] = [parseDegrees(d.lat), parseDegrees(d.lng)]
  // false for NaN
  return lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? { lat, lng }
    : null
}
export const pointFields = (point: {
  lat: number
  lng: number
}): Pick<EventDraft, 'lat' | 'lng'> => ({
  lat: coordinate(point.lat),
  lng: coordinate(point.lng),
})

/**
 * The instant of a date field. An unchanged field keeps its instant (2:30 occurs twice on one
 * autumn night).
 */
export const instantOfField = (typed: string, known: string | null | undefined): string | null =>
  known && toParisInput(known) === typed ? known : fromParisInput(typed)
/** Whether some kind has places of its own. */
export const hasQuotas = (d: Pick<EventDraft, 'places'>): boolean =>
  PLACE_KINDS.some((kind) => d.places[kind].trim() !== '')
const count = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

/** Whether places can run out. */
export const hasLimitedPlaces = (d: Pick<EventDraft, 'places' | 'unlimited'>): boolean =>
  !d.unlimited || hasQuotas(d)

/** The request body. Call only without errors. */
export const eventBodyOf = (d: EventDraft, known: Event | null): EventInput => {
  const address = d.address.trim()
  const text = (v: string): string | null => v.trim() || null
  return {
    title: d.title.trim(),
    start_date: instantOfField(d.start, known?.start_date) ?? '',
    end_date: d.end === '' ? null : instantOfField(d.end, known?.end_date),
    place_id: d.place?.place_id ?? null,
    private_location:
      address === ''
        ? null
        : {
            address,
            lat: draftPoint(d)?.lat ?? null,
            lng: draftPoint(d)?.lng ?? null,
            is_public: d.isPublic,
          },
    reveal_at: d.revealAt === '' ? null : instantOfField(d.revealAt, known?.reveal_at),
    address_hours: count(d.addressHours),
    talk_days: count(d.talkDays),
    reconfirm_hours: count(d.reconfirm),
    description: text(d.description),
    price: text(d.price),
    payment_url: text(d.paymentUrl),
    banner_media_id: d.bannerId,
    max_participants: d.unlimited ? null : Number(d.max),
    has_waitlist: hasLimitedPlaces(d) && d.waitlist,
    auto_offer: hasLimitedPlaces(d) && d.waitlist && d.autoOffer,
    requires_approval: d.approval,
    verified_only: d.verifiedOnly,
    counts_persons: d.persons,
    access_type: d.access,
    group_options: d.group,
    slug: text(d.slug.toLowerCase()),
    code_requests: d.codeRequests,
    places_by_kind: {
      couple: count(d.places.couple),
      woman: count(d.places.woman),
      man: count(d.places.man),
      other: count(d.places.other),
    },
    rules: text(d.rules),
    questions: d.questions.map((q) => q.trim()).filter(Boolean),
  }
}

/**
 * The fields that were changed since the form opened. Others may have changed meanwhile, the
 * address hidden for instance: sending their old values would undo that.
 */
export const eventChangesOf = (d: EventDraft, known: Event): Partial<EventInput> => {
  const [before, after] = [eventBodyOf(eventDraftOf(known), known), eventBodyOf(d, known)]
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
  const changed = Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !isSame(value, before[key as keyof EventInput])),
  ) as Partial<EventInput>
  const place = changed.private_location
  if (!place || place.is_public !== (before.private_location?.is_public ?? false)) return changed
  const { is_public: _same, ...rest } = place
  return { ...changed, private_location: rest }
}
