/**
 * A browser runs a fresh kernel in code made in haste and compiles it well once it has run for a while: on the first
 * photo of a visit that would be the whole photo. So the kernels run on noise while the member still chooses.
 */
import type { KernelExports } from './kernels'
import * as planes from './planes'
import { pixelFrame } from './frame'

/** A pass takes a few milliseconds; so many passes, and the browser has compiled what the loops are in. */
const SIDE = 384
const TARGET = { width: 256, height: 256 }
const PASSES = 12
const QUALITY = 92

/** Lets messages in between two passes; stops when `wanted` says that a photo is there. Takes the kernels' memory. */
export async function rehearse(k: KernelExports, wanted: () => boolean, breathe: () => Promise<void>): Promise<void> {
  // a linear congruential generator: blocks of noise hold every symbol
  let state = 1
  const pixels = Uint8Array.from({ length: SIDE * SIDE * 4 }, () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24)
  const frame = pixelFrame(pixels, { width: SIDE, height: SIDE }, { orientation: 1, inFileColours: false })
  for (let pass = 0; pass < PASSES && !wanted(); pass++) {
    planes.encode(k, await planes.shape(k, frame, { target: TARGET, window: null }), QUALITY)
    await breathe()
  }
}
