/**
 * The kernels at their limits: one sample, 8192 of them, and levels that are all black or all
 * white.
 */
import { beforeEach, expect, test } from 'vitest'
import sharp from 'sharp'
import type { KernelExports } from '../../workers/image/pipeline/kernels'
import { block, loadKernels, noise, random } from '../support/image/kernels'

const MOST = 8192
let k: KernelExports
beforeEach(async () => {
  k = await loadKernels()
})
const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
/** One output sample of Lanczos-3 in doubles, edges repeated. */
const sample = (
  at: (x: number, y: number) => number,
  [x, y]: readonly [number, number],
  [sw, sh]: readonly [number, number],
  [dw, dh]: readonly [number, number],
): number => {
  const side = (o: number, inputs: number, outputs: number): [number, number][] => {
    const scale = Math.max(1, inputs / outputs)
    const centre = ((o + 0.5) * inputs) / outputs
    const out: [number, number][] = []
    for (let i = Math.floor(centre - 3 * scale - 1); i <= centre + 3 * scale + 1; i++) {
      const d = (i + 0.5 - centre) / scale
      if (Math.abs(d) < 3) out.push([Math.min(inputs - 1, Math.max(0, i)), sinc(d) * sinc(d / 3)])
    }
    const sum = out.reduce((s, [, w]) => s + w, 0)
    return out.map(([i, w]) => [i, w / sum])
  }
  const [across, down] = [side(x, sw, dw), side(y, sh, dh)]
  const clamp = (v: number): number => Math.min(255, Math.max(0, v))
  // as the kernel does: columns first, each line clamped to levels
  return clamp(
    across.reduce(
      (s, [i, w]) => s + w * clamp(Math.round(down.reduce((t, [j, v]) => t + v * at(i, j), 0))),
      0,
    ),
  )
}

test('8192 × 8192 samples of noise become 2000 × 2000 as in doubles, wherever one looks', () => {
  const next = random(41)
  // a tile of noise repeated: 64 MB of random numbers would take longer than the kernel
  const tile = noise(next, MOST * 16)
  const at = k.alloc(MOST * (MOST + 1))
  const out = k.alloc(2000 * 2000)
  const memory = new Uint8Array(k.memory.buffer)
  for (let y = 0; y <= MOST; y++)
    memory.set(tile.subarray((y % 16) * MOST, ((y % 16) + 1) * MOST), at + y * MOST)
  k.resizePlane(
    at,
    MOST,
    MOST,
    MOST,
    MOST,
    MOST,
    out,
    2000,
    2000,
    2000,
    2000,
    2000,
    false,
    false,
    1,
  )
  const got = new Uint8Array(k.memory.buffer, out, 4_000_000)
  const level = (x: number, y: number): number => tile[(y % 16) * MOST + x] ?? 0
  const places: [number, number][] = [
    [0, 0],
    [1999, 0],
    [0, 1999],
    [1999, 1999],
    ...Array.from({ length: 200 }, (): [number, number] => [next(2000), next(2000)]),
  ]
  let worst = 0
  for (const [x, y] of places)
    worst = Math.max(
      worst,
      Math.abs((got[y * 2000 + x] ?? 0) - sample(level, [x, y], [MOST, MOST], [2000, 2000])),
    )
  expect(worst).toBeLessThanOrEqual(2)
})

test('lines of one sample and of 8192, both ways, down to a sixty-fourth (a photo of the largest size shrinks to a fiftieth)', () => {
  const next = random(42)
  for (const [sw, sh, dw, dh] of [
    [1, 1, 1, 1],
    [MOST, 1, 2000, 1],
    [1, MOST, 1, 2000],
    [MOST, 2, 128, 1],
    [2, MOST, 1, 128],
    [64, 64, 1, 1],
    [MOST, 3, MOST, 1],
    [3, MOST, 3, 128],
  ] as const) {
    k.reset()
    const ss = sw + next(9)
    const data = noise(next, ss * (sh + 1))
    const ds = Math.ceil(dw / 4) * 4
    const [source, target] = [block(k, data), block(k, new Uint8Array(ds * dh))]
    k.resizePlane(source.at, ss, sw, sh, sw, sh, target.at, ds, dw, dh, dw, dh, false, false, 1)
    const got = target.bytes()
    const level = (x: number, y: number): number => data[y * ss + x] ?? 0
    for (let i = 0; i < 40; i++) {
      const [x, y] = [next(dw), next(dh)]
      expect(
        Math.abs((got[y * ds + x] ?? 0) - sample(level, [x, y], [sw, sh], [dw, dh])),
        `${sw}×${sh}→${dw}×${dh} at ${x},${y}`,
      ).toBeLessThanOrEqual(2)
    }
    expect(target.guardsIntact() && source.guardsIntact()).toBe(true)
  }
})

test('black, white and their checks stay within the levels: no overflow wraps around', () => {
  const [w, h] = [333, 222]
  for (const level of [
    (): number => 0,
    (): number => 255,
    (x: number, y: number): number => ((x + y) % 2) * 255,
    (x: number): number => (x % 8 < 4 ? 255 : 0),
  ]) {
    k.reset()
    const data = Uint8Array.from({ length: w * (h + 1) }, (_, i) => level(i % w, Math.floor(i / w)))
    const [source, target] = [block(k, data), block(k, new Uint8Array(100 * 67))]
    k.resizePlane(source.at, w, w, h, w, h, target.at, 100, 100, 67, 100, 67, false, false, 1)
    const got = target.bytes()
    for (let i = 0; i < 60; i++) {
      const [x, y] = [(i * 37) % 100, (i * 13) % 67]
      expect(
        Math.abs(
          (got[y * 100 + x] ?? 0) - sample((sx, sy) => level(sx, sy), [x, y], [w, h], [100, 67]),
        ),
      ).toBeLessThanOrEqual(2)
    }
  }
})

test('JPEGs of 1 × 1, of one line and one column of 8192, and of 8192 × 8192 in one colour are read by libjpeg', async () => {
  for (const [w, h] of [
    [1, 1],
    [MOST, 1],
    [1, MOST],
    [MOST, MOST],
  ] as const) {
    k.reset()
    const up = (n: number): number => Math.ceil(n / 16) * 16
    const y = k.alloc(up(w) * up(h))
    const [cb, cr] = [k.alloc((up(w) * up(h)) / 4), k.alloc((up(w) * up(h)) / 4)]
    const memory = new Uint8Array(k.memory.buffer)
    memory.fill(180, y, y + up(w) * up(h))
    memory.fill(128, cb, cr + (up(w) * up(h)) / 4)
    const at = k.encodeJpeg(y, up(w), cb, cr, up(w) / 2, w, h, 92)
    const jpeg = Buffer.from(new Uint8Array(k.memory.buffer, at, k.encodedLength()))
    const { data, info } = await sharp(jpeg, { failOn: 'warning', limitInputPixels: false })
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, [...data].every((v) => Math.abs(v - 180) <= 1)]).toEqual([1, true])
    expect(await sharp(jpeg, { limitInputPixels: false }).metadata()).toMatchObject({
      width: w,
      height: h,
    })
  }
})
