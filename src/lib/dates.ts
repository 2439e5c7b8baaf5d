import { NBSP } from './text'

/** An instant: ISO string, milliseconds, or Date. */
export type Instant = string | number | Date

const ZONE = 'Europe/Paris'
const DAY_MS = 86_400_000
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formatters are slow to make (0.1 ms and more) and cheap to keep. */
function format(date: Date, options: Intl.DateTimeFormatOptions, locale = 'fr-FR'): string {
  const key = locale + JSON.stringify(options)
  let formatter = formatters.get(key)
  if (!formatter) formatters.set(key, (formatter = new Intl.DateTimeFormat(locale, { timeZone: ZONE, ...options })))
  return formatter.format(date)
}

/** The Date of an instant, or null when it is missing or not a date. */
function read(value: Instant | null | undefined): Date | null {
  if (value === null || value === undefined || value === '') return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

/** French says «1er novembre», Intl says «1 novembre». */
const first = (text: string): string => text.replace(/(^|\s)1(?=\s\p{L})/u, '$11er')
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The calendar day in Paris, «2026-12-05». Empty for an invalid date. */
export function parisDay(value: Instant): string {
  const date = read(value)
  return date ? format(date, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA') : ''
}

/** Whole Paris days from `value` to `now`: 0 today, 1 yesterday, negative to come. */
export function daysAgo(value: Instant, now: Instant = Date.now()): number {
  return Math.round((Date.parse(parisDay(now)) - Date.parse(parisDay(value))) / DAY_MS)
}

/** «21:42», for lists and bubbles. */
export function timeShort(value: Instant): string {
  const date = read(value)
  return date ? format(date, { hour: '2-digit', minute: '2-digit' }) : ''
}

/** «20 h 30», for sentences. */
export function timeLong(value: Instant): string {
  const [hour, minute] = timeShort(value).split(':')
  return hour && minute ? `${Number(hour)}${NBSP}h${NBSP}${minute}` : ''
}

const sameYear = (a: Instant, b: Instant): boolean => parisDay(a).slice(0, 4) === parisDay(b).slice(0, 4)

/** The date of a list row: «21:42» today, «hier», «mar.» within the week, «3 nov.» in the year, else «03/11/2025». */
export function dayShort(value: Instant, now: Instant = Date.now()): string {
  const date = read(value)
  if (!date) return ''
  const days = daysAgo(date, now)
  if (days === 0) return timeShort(date)
  if (days === 1) return 'hier'
  if (days > 1 && days < 7) return format(date, { weekday: 'short' })
  if (sameYear(date, now)) return first(format(date, { day: 'numeric', month: 'short' }))
  return format(date, { day: '2-digit', month: '2-digit', year: 'numeric' })
}

/** The title of a day in a thread: «Aujourd’hui», «Hier», «Samedi 5 décembre», «Samedi 5 décembre 2025». */
export function dayTitle(value: Instant, now: Instant = Date.now()): string {
  const date = read(value)
  if (!date) return ''
  const days = daysAgo(date, now)
  if (days === 0) return 'Aujourd’hui'
  if (days === 1) return 'Hier'
  const year = sameYear(date, now) ? {} : ({ year: 'numeric' } as const)
  return capital(first(format(date, { weekday: 'long', day: 'numeric', month: 'long', ...year })))
}

/** «lun. 3 nov.» */
export function weekdayDate(value: Instant): string {
  const date = read(value)
  return date ? first(format(date, { weekday: 'short', day: 'numeric', month: 'short' })) : ''
}

/** «5 décembre 2026» */
export function dateLong(value: Instant): string {
  const date = read(value)
  return date ? first(format(date, { day: 'numeric', month: 'long', year: 'numeric' })) : ''
}

/** «5 décembre 2026 à 20 h 30» */
export function dateTime(value: Instant): string {
  return read(value) ? `${dateLong(value)} à ${timeLong(value)}` : ''
}

/** The last connection: «En ligne maintenant», a date and time, or «Inconnue» when none or not a date. */
export function lastSeen(presence: { online?: boolean | undefined; at?: Instant | null | undefined }): string {
  if (presence.online) return 'En ligne maintenant'
  const date = read(presence.at)
  return date ? dateTime(date) : 'Inconnue'
}
