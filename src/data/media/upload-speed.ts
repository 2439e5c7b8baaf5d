/**
 * Upload throughput of this device, measured on sent photos. On a slow connection a second of
 * computing is worth a photo half as large («économie de données»: 0.5 of the bytes on photographs,
 * 0.85 on drawings).
 */

/**
 * Below this (1.5 Mbit/s) the bytes that mozjpeg saves outweigh the time it takes, on a phone too.
 */
const SLOW_BYTES_PER_S = 190_000
/** Smaller uploads measure latency, not throughput. */
const LEAST_BYTES = 50_000
/** Weight of the newest measurement: connections change. */
const NEWEST = 0.5
/** Older measurements are ignored: the member may be elsewhere. */
const FRESH_MS = 10 * 60_000

let measured: { readonly bytesPerSecond: number; readonly at: number } | null = null

/** Records the size and duration of an upload. */
export const recordUploadSpeed = (bytes: number, ms: number, now = Date.now()): void => {
  if (bytes < LEAST_BYTES || ms <= 0) return
  const speed = (bytes / ms) * 1000
  const before = measured && now - measured.at < FRESH_MS ? measured.bytesPerSecond : speed
  measured = { bytesPerSecond: before * (1 - NEWEST) + speed * NEWEST, at: now }
}

/** Whether to make photos smaller: the browser asks to save data, or recent uploads were slow. */
export const savesData = (now = Date.now()): boolean => {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  if (connection?.saveData) return true
  return (
    measured !== null && now - measured.at < FRESH_MS && measured.bytesPerSecond < SLOW_BYTES_PER_S
  )
}
