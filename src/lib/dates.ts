import { DAY_MS } from '#contract/limits'
import { NBSP } from './text'

/** An instant: ISO string, milliseconds, or Date. */
export type Instant = string | number | Date

const ZONE = 'Europe/Paris'
const WEEKDAYS = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'] as const
export const MONTHS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
] as const
const SHORT_MONTHS = [
  'janv.',
  'févr.',
  'mars',
  'avr.',
  'mai',
  'juin',
  'juil.',
  'août',
  'sept.',
  'oct.',
  'nov.',
  'déc.',
] as const

/** What the calendar and the clock show in Paris, with their zeros. */
interface Wall {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly hour: string
  readonly minute: string
}
let wall: Intl.DateTimeFormat | undefined
/** Own French words: each Intl formatter costs a slow phone 4 ms before the first screen. */
export function parisTime(date: Date): Wall {
  wall ??= new Intl.DateTimeFormat('fr-FR', {
    timeZone: ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const [day = '', month = '', year = '', hour = '', minute = ''] =
    wall.format(date).match(/\d+/g) ?? []
  return { year, month, day, hour, minute }
}
const isoDay = ({ year, month, day }: Wall): string => `${year}-${month}-${day}`
const weekdayOf = (w: Wall): string => WEEKDAYS[new Date(isoDay(w)).getUTCDay()] ?? ''
const shortWeekday = (w: Wall): string => `${weekdayOf(w).slice(0, 3)}.`
/** French says «1er novembre». */
const dayMonth = ({ day, month }: Wall, months: readonly string[]): string =>
  `${day === '01' ? '1er' : Number(day)} ${months[Number(month) - 1] ?? ''}`

/** The Date of an instant, or null when it is missing or not a date. */
export function readInstant(value: Instant | null | undefined): Date | null {
  if (value === null || value === undefined || value === '') return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The calendar day in Paris, «2026-12-05». Empty for an invalid date. */
export function parisDay(value: Instant): string {
  const date = readInstant(value)
  return date ? isoDay(parisTime(date)) : ''
}

/** Whole Paris days from `value` to `now`: 0 today, 1 yesterday, negative to come. */
export function daysAgo(value: Instant, now: Instant = Date.now()): number {
  return Math.round((Date.parse(parisDay(now)) - Date.parse(parisDay(value))) / DAY_MS)
}

/** «21:42», for lists and bubbles. */
export function timeShort(value: Instant): string {
  const date = readInstant(value)
  if (!date) return ''
  const { hour, minute } = parisTime(date)
  return `${hour}:${minute}`
}

/** «20 h 30» or «20 h», for sentences; of «20:30». */
export function hourLong(time: string): string {
  const [hour, minute] = time.split(':')
  if (!hour || !minute) return ''
  return `${Number(hour)}${NBSP}h${minute === '00' ? '' : NBSP + minute}`
}
export const timeLong = (value: Instant): string => hourLong(timeShort(value))

const sameYear = ({ year }: Wall, now: Instant): boolean => year === parisDay(now).slice(0, 4)

/** «03/11/2025». Empty for an invalid date. */
export function dateShort(value: Instant): string {
  const date = readInstant(value)
  if (!date) return ''
  const { day, month, year } = parisTime(date)
  return `${day}/${month}/${year}`
}

/** The date of a list row: «21:42» today, «hier», «mar.» within the week, «3 nov.» in the year, else «03/11/2025». */
export function dayShort(value: Instant, now: Instant = Date.now()): string {
  const date = readInstant(value)
  if (!date) return ''
  const days = daysAgo(date, now)
  if (days === 0) return timeShort(date)
  if (days === 1) return 'hier'
  const at = parisTime(date)
  if (days > 1 && days < 7) return shortWeekday(at)
  return sameYear(at, now) ? dayMonth(at, SHORT_MONTHS) : dateShort(date)
}

/** The title of a day in a thread: «Aujourd’hui», «Hier», «Samedi 5 décembre», «Samedi 5 décembre 2025». */
export function dayTitle(value: Instant, now: Instant = Date.now()): string {
  const date = readInstant(value)
  if (!date) return ''
  const days = daysAgo(date, now)
  if (days === 0) return 'Aujourd’hui'
  if (days === 1) return 'Hier'
  const at = parisTime(date)
  return capital(
    `${weekdayOf(at)} ${dayMonth(at, MONTHS)}${sameYear(at, now) ? '' : ` ${at.year}`}`,
  )
}

/** «lun. 3 nov.» */
export function weekdayDate(value: Instant): string {
  const date = readInstant(value)
  if (!date) return ''
  const at = parisTime(date)
  return `${shortWeekday(at)} ${dayMonth(at, SHORT_MONTHS)}`
}

/** «5 décembre 2026» */
export function dateLong(value: Instant): string {
  const date = readInstant(value)
  if (!date) return ''
  const at = parisTime(date)
  return `${dayMonth(at, MONTHS)} ${at.year}`
}

/** «5 décembre 2026 à 20 h 30» */
export function dateTime(value: Instant): string {
  return readInstant(value) ? `${dateLong(value)} à ${timeLong(value)}` : ''
}

/** The last connection: «En ligne maintenant», a date and time, or «Inconnue» when none or not a date. */
export function lastSeen(presence: {
  online?: boolean | undefined
  at?: Instant | null | undefined
}): string {
  if (presence.online) return 'En ligne maintenant'
  const date = readInstant(presence.at)
  return date ? dateTime(date) : 'Inconnue'
}
