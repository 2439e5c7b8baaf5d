import { DAY_MS, HOUR_MS } from '#contract/limits'
import { AFTER_DAYS } from '#contract/events/after'
import type { EventRow } from '../queries'

/** The hour of the morning at which the page opens, in Paris. */
const OPENS_AT = 10
/** No guest gets the question sooner after the end. */
const REST_MS = 3 * HOUR_MS
const DAYS_MS = AFTER_DAYS * DAY_MS
/** From the end of an event, `afterOpensAt` is at least and at most this far. */
export const OPENS_WITHIN = { least: REST_MS, most: REST_MS + 25 * HOUR_MS } as const

const PARIS = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
})
const inParis = (ms: number): Readonly<Record<string, number>> =>
  Object.fromEntries(PARIS.formatToParts(ms).map((p) => [p.type, Number(p.value)]))

type Dated = Pick<EventRow, 'start_at' | 'end_at'>
const eventEndsAt = ({ start_at, end_at }: Dated): number => end_at ?? start_at

/** Ms: the first 10 o’clock in Paris at least three hours after the end. */
export const afterOpensAt = (event: Dated): number => {
  const earliest = eventEndsAt(event) + REST_MS
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = inParis(earliest)
  const isToday = hour < OPENS_AT || (hour === OPENS_AT && minute === 0)
  // the clock of Paris is one or two hours ahead of UTC
  const guess = Date.UTC(year, month - 1, day + (isToday ? 0 : 1), OPENS_AT - 1)
  return inParis(guess)['hour'] === OPENS_AT ? guess : guess - HOUR_MS
}
export const afterClosesAt = (event: Dated): number => afterOpensAt(event) + DAYS_MS

/** Whether its guests may answer now. Not of an event that was cancelled or went back to a draft. */
export const isOpenAfter = (event: Dated & Pick<EventRow, 'status'>, now: number): boolean =>
  event.status === 'published' && afterOpensAt(event) <= now && now < afterClosesAt(event)

/** Ms: when the discussion closes; null: never. */
export const conversationClosesAt = (event: Dated & Pick<EventRow, 'talk_days'>): number | null =>
  event.talk_days === null ? null : eventEndsAt(event) + event.talk_days * DAY_MS
