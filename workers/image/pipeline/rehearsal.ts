/**
 * A browser runs a fresh kernel in code made in haste and compiles it well once it has run for a while: on the first
 * photo of a visit that would be the whole photo. So the kernels run on noise while the member still chooses.
 */
import type { KernelExports } from './kernels'
import * as planes from '../decode/planes'
import { pixelFrame } from '../decode/frame'

/** A pass takes a millisecond or two, so that whoever asks is heard; so many passes, and the browser has compiled what the loops are in. */
const SIDE = 128
const TARGET = { width: 80, height: 80 }
const PASSES = 60
const QUALITY = 92
/** The same noise again and again: to make more of it takes longer than to use it. */
const TILE = 4096

/** A linear congruential generator: blocks of noise hold every symbol. */
function noise(length: number): Uint8Array {
  const out = new Uint8Array(length)
  for (let i = 0, state = 1; i < TILE; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    out[i] = state >>> 24
  }
  for (let done = TILE; done < length; done *= 2) out.copyWithin(done, 0, length - done)
  return out
}

/** Lets messages in between two passes; stops when `wanted` says that a photo is there. Takes the kernels' memory. */
export async function rehearse(
  k: KernelExports,
  wanted: () => boolean,
  breathe: () => Promise<void>,
): Promise<void> {
  const frame = pixelFrame(
    noise(SIDE * SIDE * 4),
    { width: SIDE, height: SIDE },
    { orientation: 1, inFileColours: false },
  )
  for (let pass = 0; pass < PASSES && !wanted(); pass++) {
    planes.encode(k, await planes.shape(k, frame, { target: TARGET, window: null }), QUALITY)
    await breathe()
  }
}
