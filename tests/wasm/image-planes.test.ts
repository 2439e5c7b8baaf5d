import { beforeEach, describe, expect, test } from 'vitest'
import type { KernelExports } from '../../workers/image/pipeline/kernels'
import { block, loadKernels, noise, psnr, random } from '../support/image/kernels'

let k: KernelExports
beforeEach(async () => {
  k = await loadKernels()
})

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
const lanczos = (x: number): number => (Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0)

/**
 * Exact weights of one output sample on clamped inputs, each the mean of `boxed` samples of the
 * file.
 */
const weights = (
  o: number,
  inputs: number,
  inputExtent: number,
  outputExtent: number,
  flip: boolean,
  boxed = 1,
): number[] => {
  const ratio = inputExtent / outputExtent
  const scale = Math.max(1, ratio)
  const centre = flip ? inputExtent - (o + 0.5) * ratio : (o + 0.5) * ratio
  const out: number[] = Array.from({ length: inputs }, () => 0)
  const mean = (x: number): number =>
    Array.from(
      { length: boxed },
      (_, j) => lanczos((x + (j + 0.5) / boxed - 0.5) / scale) / boxed,
    ).reduce((a, b) => a + b, 0)
  const lift = (1 - 1 / boxed ** 2) / 12
  let sum = 0
  for (let i = Math.floor(centre - 3 * scale - 3); i <= centre + 3 * scale + 3; i++) {
    const x = i + 0.5 - centre
    const w = mean(x) + lift * (2 * mean(x) - mean(x - 1) - mean(x + 1))
    const at = Math.min(inputs - 1, Math.max(0, i))
    out[at] = (out[at] ?? 0) + w
    sum += w
  }
  return out.map((w) => w / sum)
}

const clamp = (v: number): number => Math.min(255, Math.max(0, Math.round(v)))

describe('resize', () => {
  test('equals Lanczos-3 in doubles within two levels, for odd sizes, strides, mirrors and half samples', () => {
    const next = random(1)
    for (let round = 0; round < 60; round++) {
      k.reset()
      const [sw, sh] = [1 + next(90), 1 + next(90)]
      const [dw, dh] = [1 + next(sw), 1 + next(sh)]
      const ss = sw + next(20)
      const ds = Math.ceil(dw / 4) * 4 + next(20)
      const [ex, ey] = [sw - (sw > 1 && next(2) ? 0.5 : 0), sh - (sh > 1 && next(2) ? 0.5 : 0)]
      const [fx, fy] = [next(2) === 1, next(2) === 1]
      const boxed = [1, 1, 2, 4, 8][next(5)] ?? 1
      const data = noise(next, ss * (sh + 1))
      const source = block(k, data)
      const target = block(k, new Uint8Array(ds * dh))
      k.resizePlane(source.at, ss, sw, sh, ex, ey, target.at, ds, dw, dh, dw, dh, fx, fy, boxed)
      const across = Array.from({ length: dw }, (_, o) => weights(o, sw, ex, dw, fx, boxed))
      const down = Array.from({ length: dh }, (_, o) => weights(o, sh, ey, dh, fy, boxed))
      const got = target.bytes()
      for (let y = 0; y < dh; y++) {
        const line = Array.from({ length: sw }, (_, x) =>
          clamp((down[y] ?? []).reduce((s, w, i) => s + w * (data[i * ss + x] ?? 0), 0)),
        )
        for (let x = 0; x < dw; x++) {
          const wanted = clamp((across[x] ?? []).reduce((s, w, i) => s + w * (line[i] ?? 0), 0))
          expect(
            Math.abs((got[y * ds + x] ?? 0) - wanted),
            `${sw}×${sh}→${dw}×${dh} at ${x},${y}`,
          ).toBeLessThanOrEqual(2)
        }
      }
      expect(source.bytes()).toEqual(data)
      expect(target.guardsIntact()).toBe(true)
    }
  })
  test('the same size is a copy, byte for byte', () => {
    const next = random(2)
    const data = noise(next, 48 * 38)
    const source = block(k, data)
    const target = block(k, new Uint8Array(48 * 37))
    k.resizePlane(source.at, 48, 41, 37, 41, 37, target.at, 48, 41, 37, 41, 37, false, false, 1)
    const got = target.bytes()
    for (let y = 0; y < 37; y++)
      expect(got.slice(y * 48, y * 48 + 41)).toEqual(data.slice(y * 48, y * 48 + 41))
  })
  test('a decoder that shrinks costs little: means of 2 or 4 samples become nearly what the samples themselves become', () => {
    const side = 240
    // waves of 7 to 60 samples, as a photograph has them
    const level = (x: number, y: number): number =>
      clamp(
        128 + 40 * Math.sin(x / 1.9 + y / 9) + 40 * Math.cos(y / 2.3) + 30 * Math.sin((x - y) / 7),
      )
    const means = (n: number): Uint8Array =>
      Uint8Array.from({ length: (side / n) * (side / n + 1) }, (_, i) => {
        const [left, top] = [(i % (side / n)) * n, Math.floor(i / (side / n)) * n]
        let sum = 0
        for (let j = 0; j < n * n; j++) sum += level(left + (j % n), top + Math.floor(j / n))
        return clamp(sum / n ** 2)
      })
    const made = (n: number, boxed: number): Uint8Array => {
      k.reset()
      const source = block(k, means(n))
      const target = block(k, new Uint8Array(60 * 60))
      const from = side / n
      k.resizePlane(
        source.at,
        from,
        from,
        from,
        from,
        from,
        target.at,
        60,
        60,
        60,
        60,
        60,
        false,
        false,
        boxed,
      )
      return target.bytes()
    }
    const whole = made(1, 1)
    for (const n of [2, 4])
      expect(psnr(made(n, n), whole), `${n}`).toBeGreaterThan(psnr(made(n, 1), whole) + 2)
  })
  test('a flat plane stays flat at every ratio', () => {
    for (const dw of [1, 2, 3, 7, 31, 99]) {
      k.reset()
      const source = block(k, new Uint8Array(112 * 101).fill(200))
      const target = block(k, new Uint8Array(112 * 100))
      k.resizePlane(
        source.at,
        112,
        100,
        100,
        100,
        100,
        target.at,
        112,
        dw,
        dw,
        dw,
        dw,
        false,
        false,
        1,
      )
      for (let y = 0; y < dw; y++)
        expect(
          target
            .bytes()
            .slice(y * 112, y * 112 + dw)
            .every((v) => v === 200),
        ).toBe(true)
    }
  })
})

describe('transpose', () => {
  test('mirrors on the diagonal for every size and stride', () => {
    const next = random(3)
    for (let round = 0; round < 80; round++) {
      k.reset()
      const [w, h] = [1 + next(40), 1 + next(40)]
      const [ss, ds] = [w + next(9), h + next(9)]
      const data = noise(next, ss * h)
      const source = block(k, data)
      const target = block(k, new Uint8Array(ds * w))
      k.transposePlane(source.at, ss, w, h, target.at, ds)
      const got = target.bytes()
      for (let y = 0; y < h; y++)
        for (let x = 0; x < w; x++) expect(got[x * ds + y]).toBe(data[y * ss + x])
      expect(target.guardsIntact()).toBe(true)
    }
  })
})

describe('pad', () => {
  test('repeats the edge to the right and below, and nothing else', () => {
    const next = random(4)
    for (let round = 0; round < 40; round++) {
      k.reset()
      const [w, h] = [1 + next(33), 1 + next(33)]
      const [stride, padded] = [Math.ceil(w / 16) * 16, Math.ceil(h / 16) * 16]
      const data = noise(next, stride * padded)
      const plane = block(k, data)
      k.padPlane(plane.at, stride, w, h, padded)
      const got = plane.bytes()
      for (let y = 0; y < padded; y++) {
        for (let x = 0; x < stride; x++)
          expect(got[y * stride + x]).toBe(data[Math.min(y, h - 1) * stride + Math.min(x, w - 1)])
      }
      expect(plane.guardsIntact()).toBe(true)
    }
  })
})
