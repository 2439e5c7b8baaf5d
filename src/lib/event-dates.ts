import { DAY_MS, HOUR_MS } from '#contract/limits'
import {
  dayTitle,
  daysAgo,
  parisDay,
  readInstant,
  timeLong,
  parisTime,
  type Instant,
} from './dates'
import { NBSP } from './text'

/**
 * Dates of events, always in Europe/Paris, whatever the device's time zone. Calendar days are
 * «YYYY-MM-DD», months «YYYY-MM».
 */

const ZONE = 'Europe/Paris'

/** «2026-12-05T20:30» for a native date and time field; empty for no date. */
export const toParisInput = (value: Instant | null): string => {
  const date = readInstant(value)
  if (!date) return ''
  const { year, month, day, hour, minute } = parisTime(date)
  return `${year}-${month}-${day}T${hour}:${minute}`
}

const asUtc = (local: string): number => Date.parse(`${local.slice(0, 16)}:00Z`)
/** Offset of Paris from UTC at an instant, ms. */
const offsetAt = (ms: number): number => asUtc(toParisInput(ms)) - Math.floor(ms / 60_000) * 60_000

/**
 * The instant (ISO) of a wall time in Paris; null for an invalid date. A time that spring skips
 * becomes one hour later; of a time that autumn repeats, the first is used.
 */
export const fromParisInput = (local: string): string | null => {
  const guess = asUtc(local)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local) || Number.isNaN(guess)) return null
  const before = guess - offsetAt(guess - 3 * HOUR_MS)
  const after = guess - offsetAt(guess + 3 * HOUR_MS)
  const found = [before, after].find((ms) => toParisInput(ms) === local.slice(0, 16)) ?? before
  return new Date(found).toISOString()
}

/** The check-in closes a day after the event: departures are noted late, and some have no end. */
export const checkInEndsAt = ({
  start_date,
  end_date,
}: {
  readonly start_date: string
  readonly end_date: string | null
}): number => Date.parse(end_date ?? start_date) + DAY_MS

/** «Aujourd’hui», «Demain», «Hier», else «Samedi 5 décembre» (with the year when it differs). */
export const eventDay = (value: Instant, now: Instant = Date.now()): string =>
  daysAgo(value, now) === -1 ? 'Demain' : dayTitle(value, now)

/** «Demain à 20 h 30» */
export const eventWhen = (value: Instant, now: Instant = Date.now()): string =>
  `${eventDay(value, now)} à ${timeLong(value)}`

const isMidnight = (value: Instant): boolean => toParisInput(value).endsWith('T00:00')
/** Wall hour in Paris, 0..23. */
const hourOf = (value: Instant): number => Number(toParisInput(value).slice(11, 13))

/** An end before this hour of the next day belongs to the evening of the start. */
const NIGHT_ENDS = 8
const shortDay = (value: Instant, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('fr-FR', {
    weekday: 'short',
    day: 'numeric',
    timeZone: ZONE,
    ...options,
  })
    .format(new Date(value))
    .replace(/\b1(?= |$)/, '1er')
    // a line does not end with the day of the week
    .replace(' ', NBSP)

/** «Dim. 20 décembre, 19 h – lun. 21, 11 h»: the month only once where it is the same. */
const longSpan = (start: Instant, end: Instant, now: Instant): string => {
  const days = daysAgo(start, now)
  const year = (value: Instant, than: Instant): Intl.DateTimeFormatOptions =>
    parisDay(value).slice(0, 4) === parisDay(than).slice(0, 4) ? {} : { year: 'numeric' }
  const from =
    days === 0 || days === -1
      ? eventDay(start, now)
      : shortDay(start, { month: 'long', ...year(start, now) })
  const to =
    monthOf(start) === monthOf(end)
      ? shortDay(end, {})
      : shortDay(end, { month: 'long', ...year(end, start) })
  return `${from.charAt(0).toUpperCase()}${from.slice(1)}, ${timeLong(start)} – ${to}, ${timeLong(end)}`
}

/**
 * The day, and the hours of one evening: «Samedi 5 décembre», «20 h 30 – 3 h». The hours are null
 * where the end is on another day, which the first text then holds.
 */
export const eventSpan = (
  start: Instant,
  end: Instant | null,
  now: Instant = Date.now(),
): readonly [day: string, hours: string | null] => {
  if (end === null) return [eventDay(start, now), timeLong(start)]
  const nights = -daysAgo(end, start)
  if (nights > 1 || (nights === 1 && hourOf(end) >= NIGHT_ENDS))
    return [longSpan(start, end, now), null]
  const until = nights === 1 && isMidnight(end) ? 'minuit' : timeLong(end)
  // a line may break after the dash, not before
  return [eventDay(start, now), `${timeLong(start)}${NBSP}– ${until}`]
}
/** The same in one line. */
export const eventLine = (start: Instant, end: Instant | null): string =>
  eventSpan(start, end).filter(Boolean).join(' · ')

export const monthOf = (value: Instant): string => parisDay(value).slice(0, 7)
/** «Décembre 2026» */
export const monthTitle = (month: string): string => {
  const text = new Intl.DateTimeFormat('fr-FR', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T12:00:00Z`))
  return text.charAt(0).toUpperCase() + text.slice(1)
}
/** The month `by` months later (earlier when negative). */
export const addMonths = (month: string, by: number): string => {
  const [year = 0, m = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, m - 1 + by, 1, 12)).toISOString().slice(0, 7)
}
export const addDays = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10)
/** «Samedi 5 décembre 2026» of a calendar day. */
export const dayName = (day: string): string => {
  const text = new Intl.DateTimeFormat('fr-FR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`))
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\b1 /, '1er ')
}

/** The weeks of a month, Monday first, with the days of its neighbours that fill them. */
export const monthGrid = (month: string): string[][] => {
  const first = `${month}-01`
  const lead = (new Date(`${first}T12:00:00Z`).getUTCDay() + 6) % 7
  const weeks: string[][] = []
  for (let start = addDays(first, -lead); start.slice(0, 7) <= month; start = addDays(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(start, i)))
  return weeks
}

/**
 * The calendar days of an event. An end at midnight, or a short night after it, belongs to the
 * evening before.
 */
export const eventDays = (start: Instant, end: Instant | null): string[] => {
  const first = parisDay(start)
  const out = [first]
  if (end === null) return out
  const last = parisDay(end)
  const until = hourOf(end) < NIGHT_ENDS ? addDays(last, -1) : last
  for (let day = addDays(first, 1); day <= until && out.length < 62; day = addDays(day, 1))
    out.push(day)
  return out
}
