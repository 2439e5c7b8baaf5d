import { HOUR_MS } from '#contract/limits'
import type { EventRow } from '../queries'

/** RFC 5545 text: backslash, semicolon, comma and line break escaped. */
const text = (value: string): string =>
  value
    .replace(/[\\;,]/g, (c) => `\\${c}`)
    .replace(/\r?\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')

/** Lines of at most 75 octets, continued with a space; never cut inside a character. */
const fold = (line: string): string => {
  const parts: string[] = []
  let current = ''
  let bytes = 0
  for (const char of line) {
    const size = Buffer.byteLength(char)
    if (bytes + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(current)
      current = ''
      bytes = 0
    }
    current += char
    bytes += size
  }
  return [...parts, current].join('\r\n ')
}

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
/** Local time in Paris: 20261205T210000. */
const local = (ms: number): string => {
  const p = Object.fromEntries(parts.formatToParts(ms).map(({ type, value }) => [type, value]))
  return `${p['year']}${p['month']}${p['day']}T${p['hour']}${p['minute']}${p['second']}`
}
const utc = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** French rules since 1996: last Sunday of March at 2, last Sunday of October at 3. */
const ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Paris',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'DTSTART:19960331T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]
/** An hour that exists twice (the October night) is only unambiguous in UTC. */
const isTwofold = (ms: number): boolean =>
  local(ms) === local(ms + HOUR_MS) || local(ms) === local(ms - HOUR_MS)
const at = (name: string, ms: number): string =>
  isTwofold(ms) ? `${name}:${utc(ms)}` : `${name};TZID=Europe/Paris:${local(ms)}`

export interface CalendarEntry {
  readonly event: EventRow
  readonly title: string
  readonly place: string
  readonly url: string | null
}

/** iCalendar (RFC 5545) in Paris time. The caller decides what the location may contain. */
export const calendarText = (
  entries: readonly CalendarEntry[],
  options: { readonly name: string; readonly host: string; readonly now: number },
): string => {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(options.name)}//FR`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(options.name)}`,
    'X-WR-TIMEZONE:Europe/Paris',
    ...ZONE,
  ]
  for (const { event, title, place, url } of entries)
    lines.push(
      'BEGIN:VEVENT',
      `UID:${event.id}@${options.host}`,
      `DTSTAMP:${utc(options.now)}`,
      `SEQUENCE:${event.revision}`,
      at('DTSTART', event.start_at),
      ...(event.end_at === null ? [] : [at('DTEND', event.end_at)]),
      `SUMMARY:${text(title)}`,
      ...(place ? [`LOCATION:${text(place)}`] : []),
      ...(url ? [`URL:${url}`] : []),
      `STATUS:${event.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
      'CLASS:PRIVATE',
      'END:VEVENT',
    )
  return `${[...lines, 'END:VCALENDAR'].map(fold).join('\r\n')}\r\n`
}
