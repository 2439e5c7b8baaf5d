import { TOAST_MAX_MS, TOAST_MIN_MS, TOAST_MS } from '#contract/limits'

/** How long a toast is shown, ms: 2500 by default, always within 1000 to 10 000. */
export function toastDuration(ms?: number): number {
  if (ms === undefined || Number.isNaN(ms)) return TOAST_MS
  return Math.min(TOAST_MAX_MS, Math.max(TOAST_MIN_MS, ms))
}
