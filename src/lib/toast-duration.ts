const DEFAULT_MS = 2500
const MIN_MS = 1000
const MAX_MS = 10_000

/** How long a toast stays, in ms: 2500 unless asked otherwise, always within 1000 to 10 000. */
export function toastDuration(ms?: number): number {
  if (ms === undefined || Number.isNaN(ms)) return DEFAULT_MS
  return Math.min(MAX_MS, Math.max(MIN_MS, ms))
}
