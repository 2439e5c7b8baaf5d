import { mutate } from '../../../data/http/mutate'
import {
  type Event,
  type EventItem,
  listInvitedEvents,
  listMyEvents,
} from '#contract/events/events'
import { getEvent, getEventBySlug } from '#contract/events/events'
import { ApiError, call } from '../../../data/http/api'

export type EventListName = 'invitations' | 'calendar'
/** Why an event is closed to a former participant, or to a couple whose request still waits. */
export interface ClosedReason {
  readonly id: string
  readonly by: 'declined' | 'refused' | 'cancelled' | 'waits'
  /** Whether «Je participe» may succeed: an invitation remains open. */
  readonly mayReturn: boolean
}
const CLOSED: Readonly<Record<string, ClosedReason['by']>> = {
  event_declined: 'declined',
  event_cancelled_for_you: 'cancelled',
  event_waits: 'waits',
}
/**
 * An event that the member can read, or that is closed to them (403: exists, 404: deleted or
 * unknown).
 */
export type EventAnswer =
  | { readonly kind: 'open'; readonly event: Event }
  | {
      readonly kind: 'closed'
      readonly status: 403 | 404
      readonly text: string
      readonly left: ClosedReason | null
    }

export const eventKey = (ref: string): readonly string[] => ['event', ref]
export const eventListKey = (
  which: EventListName,
  q: string,
  verified = false,
): readonly string[] => ['event-lists', which, q, ...(verified ? ['verified'] : [])]
export const participantsKey = (id: string): readonly string[] => ['event-participants', id]
/** The day after. */
export const afterKey = (id: string): readonly string[] => ['event-after', id]
export const ridesKey = (id: string): readonly string[] => ['event-rides', id]
export const facesKey = (id: string): readonly string[] => ['event-faces', id]
export const requestsKey: readonly string[] = ['event-requests']
export const calendarFeedKey: readonly string[] = ['event-calendar-feed']
export const coOrganizersKey = (id: string): readonly string[] => ['event-co-organizers', id]

/** Codes already looked up, with the id of their event. */
const idOfRef = new Map<string, string>()

/** Reason given to a member who declined, was removed or has to wait; null: another refusal. */
export const closedReasonOf = (error: unknown): ClosedReason | null => {
  const by = error instanceof ApiError ? CLOSED[error.code ?? ''] : undefined
  if (!by) return null
  const details = ((error as ApiError).details ?? {}) as Readonly<Record<string, unknown>>
  const { event_id: id } = details
  return typeof id === 'string'
    ? { id, by: details.refused === true ? 'refused' : by, mayReturn: details.may_return === true }
    : null
}

/** The copy on this device follows what the server has shown; null: it refused. */
const follow = (ref: string, event: Event | null): void =>
  void import('../offline/kept-events')
    .then((kept) => kept.updateKeptEvent(ref, event))
    .catch(() => undefined)

/** Whether an event is named by its id, not by its code. */
export const isEventId = (ref: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(ref)
/** Loads an event by its id or code. A refusal is a result; network and server failures throw. */
export const fetchEvent = async (ref: string): Promise<EventAnswer> => {
  try {
    const { event } = await (isEventId(ref)
      ? call(getEvent, { params: { id: ref }, query: { include_private: '1' } })
      : call(getEventBySlug, { params: { slug: ref } }))
    idOfRef.set(ref, event.id)
    follow(ref, event)
    return { kind: 'open', event }
  } catch (error) {
    const left = closedReasonOf(error)
    if (left) idOfRef.set(ref, left.id)
    if (
      error instanceof ApiError &&
      (error.status === 400 || error.status === 403 || error.status === 404)
    ) {
      follow(left?.id ?? ref, null)
      return { kind: 'closed', status: error.status === 403 ? 403 : 404, text: error.message, left }
    }
    throw error
  }
}
export const fetchList = async (
  which: EventListName,
  q: string,
  verified: boolean,
): Promise<readonly EventItem[]> =>
  (
    await (which === 'calendar'
      ? call(listMyEvents, { query: q ? { q } : {} })
      : call(listInvitedEvents, {
          query: { ...(q ? { q } : {}), ...(verified ? { verified: '1' } : {}) },
        }))
  ).events

const isEvent =
  (id: string) =>
  (key: unknown): boolean =>
    Array.isArray(key) &&
    key[0] === 'event' &&
    (key[1] === id || idOfRef.get(String(key[1])) === id)
const begins =
  (...names: readonly string[]) =>
  (key: unknown): boolean =>
    Array.isArray(key) && names.includes(String(key[0]))

/** Without its precise address, unless the member organizes it. */
export const withoutAddress = (answer: EventAnswer | undefined): EventAnswer | undefined =>
  answer?.kind === 'open' && !answer.event.is_organizer
    ? { kind: 'open', event: { ...answer.event, private_location: null, address_state: 'hidden' } }
    : answer

/** Replaces the cached event with the result of a call. */
export const cacheEvent = async (event: Event): Promise<void> => {
  idOfRef.set(event.id, event.id)
  follow(event.id, event)
  await mutate(isEvent(event.id), { kind: 'open', event } satisfies EventAnswer, {
    revalidate: false,
  })
  void refreshEventLists()
}

/** Reloads the event lists (own and shared) that are on the screen. */
export const refreshEventLists = (): Promise<unknown> => mutate(begins('event-lists', 'events'))

/**
 * Reloads one event after clearing its cached copy. When that fails the precise address is dropped
 * anyway: an organizer may have hidden it.
 */
export const refreshEvent = async (id: string): Promise<void> => {
  await mutate(
    isEvent(id),
    async (known: EventAnswer | undefined) => fetchEvent(id).catch(() => withoutAddress(known)),
    { revalidate: false },
  )
  void mutate(participantsKey(id))
  void mutate(facesKey(id))
  void mutate(ridesKey(id))
  void mutate(afterKey(id))
  void mutate(coOrganizersKey(id))
  void mutate(requestsKey)
}

/** After an offline period, anything may have changed. */
export const refreshAllEvents = (): Promise<unknown> =>
  mutate(
    begins(
      'event',
      'event-lists',
      'event-participants',
      'event-faces',
      'event-rides',
      'event-after',
      'event-co-organizers',
      'event-requests',
      'events',
    ),
  )
