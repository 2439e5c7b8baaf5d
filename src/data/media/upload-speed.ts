/**
 * How fast this device's line takes photos, measured on those that were sent. On a slow one a photo is worth a second
 * of computing to be half as large («économie de données»: 0.5 of the bytes on photographs, 0.85 on drawings).
 */

/** Below this (1.5 Mbit/s) the bytes that mozjpeg saves outweigh the time it takes, on a phone too. */
const SLOW_BYTES_PER_S = 190_000
/** Smaller uploads tell of the delay, not of the speed. */
const LEAST_BYTES = 50_000
/** Weight of the newest measure: lines change. */
const NEWEST = 0.5
/** A measure older than this says nothing: the member has moved. */
const FRESH_MS = 10 * 60_000

let measured: { readonly bytesPerSecond: number; readonly at: number } | null = null

/** Notes an upload of so many bytes in so many milliseconds. */
export const noteUpload = (bytes: number, ms: number, now = Date.now()): void => {
  if (bytes < LEAST_BYTES || ms <= 0) return
  const speed = (bytes / ms) * 1000
  const before = measured && now - measured.at < FRESH_MS ? measured.bytesPerSecond : speed
  measured = { bytesPerSecond: before * (1 - NEWEST) + speed * NEWEST, at: now }
}

/** Whether photos should be made small: the member's browser asks for it, or the line was slow a moment ago. */
export const savesData = (now = Date.now()): boolean => {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  if (connection?.saveData) return true
  return (
    measured !== null && now - measured.at < FRESH_MS && measured.bytesPerSecond < SLOW_BYTES_PER_S
  )
}
