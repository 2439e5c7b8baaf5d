import type { BlurSpot } from '#contract/workers/image'

/** At most this many cells on one plane of a spot. */
export const CELLS_MAX = 64
/** A part each for luma (or the three channels), Cb and Cr. */
const PLANES = 3
/**
 * Levels added to or taken from the mean of a cell, at most. Without them, who knows the candidates
 * blurs each alike and compares: 126 of 126 drawn faces were found.
 */
const AMPLITUDE = { 1: 24, 2: 32, 3: 32 } as const

/**
 * Spots that keep their noise while the worker lives: a preview does not flicker, and two copies of
 * a photo cannot be averaged.
 */
const KNOWN_MAX = 500
const known = new Map<string, Int8Array<ArrayBuffer>>()

const draw = (most: number): Int8Array<ArrayBuffer> => {
  const random = crypto.getRandomValues(new Uint16Array(CELLS_MAX * PLANES))
  return Int8Array.from(random, (v) => Math.round(((v / 65_535) * 2 - 1) * most))
}

/** What is secret of a spot: drawn once on this device, kept nowhere but in this worker. */
export function noiseOf(spot: BlurSpot): Int8Array<ArrayBuffer> {
  const key = `${spot.x} ${spot.y} ${spot.radius} ${spot.intensity}`
  const drawn = known.get(key) ?? draw(AMPLITUDE[spot.intensity])
  known.delete(key)
  if (known.size >= KNOWN_MAX) known.delete(known.keys().next().value ?? '')
  known.set(key, drawn)
  return drawn
}
