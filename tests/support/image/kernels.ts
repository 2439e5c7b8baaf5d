import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FaceKernels } from '../../../workers/image/faces/kernels'
import { instantiateWasm, type KernelExports } from '../../../workers/image/pipeline/kernels'
import { buildWasm } from '../../../wasm/build.mjs'

/** A fresh instance of the image kernels, compiled when their sources are newer. */
export const loadKernels = async (): Promise<KernelExports> => {
  await buildWasm()
  const kernels = await instantiateWasm(
    readFileSync(fileURLToPath(new URL('../../../wasm/build/image.wasm', import.meta.url))),
  )
  kernels.reset()
  return kernels
}

/** The kernels of the face detector. */
export const loadFaceKernels = async (): Promise<FaceKernels> => {
  await buildWasm()
  return instantiateWasm<FaceKernels>(
    readFileSync(fileURLToPath(new URL('../../../wasm/build/faces.wasm', import.meta.url))),
  )
}

/** A seeded generator of integers below `n` (mulberry32): a failing case can be run again. */
export const random = (seed: number) => {
  let state = seed >>> 0
  return (n: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n)
  }
}

/** Bytes around a block that a kernel must not touch. */
const GUARD = 128
const GUARD_BYTE = 0xa5

interface Block {
  readonly at: number
  bytes(): Uint8Array
  guardsIntact(): boolean
}

/** A block of kernel memory with these bytes, between two guards. */
export const block = (k: KernelExports, data: Uint8Array): Block => {
  const start = k.alloc(data.length + 2 * GUARD)
  const memory = (): Uint8Array => new Uint8Array(k.memory.buffer, start, data.length + 2 * GUARD)
  memory().fill(GUARD_BYTE).set(data, GUARD)
  return {
    at: start + GUARD,
    bytes: () => memory().slice(GUARD, GUARD + data.length),
    guardsIntact: () =>
      memory().every((b, i) => (i >= GUARD && i < GUARD + data.length) || b === GUARD_BYTE),
  }
}

/** A plane of noise: `stride` bytes a line. */
export const noise = (next: (n: number) => number, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => next(256))

/** Correlation coefficient (Pearson) of two equally long series; 0 when one is flat. */
export const correlation = (a: readonly number[], b: readonly number[]): number => {
  const mean = (v: readonly number[]): number => v.reduce((s, x) => s + x, 0) / v.length
  const [ma, mb] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (const [i, x] of a.entries()) {
    const y = b[i] ?? 0
    ab += (x - ma) * (y - mb)
    aa += (x - ma) ** 2
    bb += (y - mb) ** 2
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb)
}

/** Peak signal-to-noise ratio in dB of two equally long pictures. */
export const psnr = (a: Uint8Array, b: Uint8Array): number => {
  if (a.length !== b.length) throw new Error(`${a.length} bytes against ${b.length}`)
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2
  return sum === 0 ? Infinity : 10 * Math.log10((255 * 255 * a.length) / sum)
}
