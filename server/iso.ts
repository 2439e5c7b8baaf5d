import { MINUTE_MS } from '#contract/limits'

/** ISO 8601 in UTC, of ms since epoch; null of null. */
export function iso(ms: number): string
export function iso(ms: number | null): string | null
export function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** The same, to the minute, of when a member was seen: a finer time could be compared with others. */
export function isoMinute(ms: number): string
export function isoMinute(ms: number | null): string | null
export function isoMinute(ms: number | null): string | null {
  return ms === null ? null : iso(ms - (ms % MINUTE_MS))
}
