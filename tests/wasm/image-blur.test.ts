import { beforeEach, describe, expect, test } from 'vitest'
import { blurSpot } from '../../workers/image/pipeline/blur'
import {
  FEATHER,
  scaleSpots,
  type PlaneSpot,
  type Size,
} from '../../workers/image/pipeline/geometry'
import type { KernelExports } from '../../workers/image/pipeline/kernels'
import { CELLS_MAX } from '../../workers/image/pipeline/spot-noise'
import { block, correlation, loadKernels, noise, random } from '../support/image/kernels'

let k: KernelExports
beforeEach(async () => {
  k = await loadKernels()
})

const SIDE = 200
const STRIDE = 208
const SPOT = { x: 100, y: 90, radius: 50 } as const

const lay = (at: number, stride: number, { width, height }: Size, s: PlaneSpot): void =>
  k.blurSpot(
    at,
    stride,
    width,
    height,
    s.cx,
    s.cy,
    s.radius,
    s.outer,
    s.cell,
    block(k, new Uint8Array(s.noise)).at,
  )
const SILENT = new Int8Array(CELLS_MAX)
/** `silent`: without the noise. */
const blurred = (data: Uint8Array, intensity: 1 | 2 | 3, silent = false): Uint8Array => {
  k.reset()
  const plane = block(k, data)
  const size = { width: SIDE, height: SIDE }
  for (const spot of scaleSpots([{ ...SPOT, intensity }], size, size)) {
    const s = silent ? { ...spot, noise: SILENT } : spot
    lay(plane.at, STRIDE, size, s)
  }
  expect(plane.guardsIntact()).toBe(true)
  return plane.bytes()
}
const distance = (x: number, y: number): number => Math.hypot(x + 0.5 - SPOT.x, y + 0.5 - SPOT.y)
const inside = (data: Uint8Array): number[] => {
  const out: number[] = []
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      if (distance(x, y) < SPOT.radius) out.push(data[y * STRIDE + x] ?? 0)
  return out
}

describe('spot blur', () => {
  test('the kernel gives the same bytes as plain TypeScript at each intensity, for odd sizes, strides and places beyond the edge', () => {
    const next = random(7)
    for (let round = 0; round < 150; round++) {
      k.reset()
      const [w, h] = [1 + next(120), 1 + next(120)]
      const stride = w + next(20)
      const data = noise(next, stride * h)
      const plane = block(k, data)
      const size = { width: w, height: h }
      const spot = {
        x: next(w * 2) - w / 2 + next(100) / 100,
        y: next(h * 2) - h / 2,
        radius: 1 + next(60) / 1.7,
        intensity: (1 + next(3)) as 1 | 2 | 3,
      }
      for (const s of scaleSpots([spot], size, size)) {
        lay(plane.at, stride, size, s)
        blurSpot(data, 0, 1, stride, size, s)
      }
      expect(plane.bytes()).toEqual(data)
      expect(plane.guardsIntact()).toBe(true)
    }
  })
  test('nothing changes beyond the feather, everything is redrawn inside the radius', () => {
    const data = noise(random(8), STRIDE * SIDE)
    const got = blurred(data, 3, true)
    for (let y = 0; y < SIDE; y++) {
      for (let x = 0; x < SIDE; x++)
        if (distance(x, y) >= SPOT.radius * (1 + FEATHER))
          expect(got[y * STRIDE + x]).toBe(data[y * STRIDE + x])
    }
    const spread = inside(got)
    expect(Math.max(...spread) - Math.min(...spread)).toBeLessThan(24)
  })
  test('two different patches with the same cell means come out identical: the pixels are gone', () => {
    const next = random(9)
    for (const intensity of [1, 2, 3] as const) {
      const data = noise(next, STRIDE * SIDE)
      const other = data.slice()
      // mirror what lies inside the disc of each cell: other pixels, the same sums
      const [s] = scaleSpots(
        [{ ...SPOT, intensity }],
        { width: SIDE, height: SIDE },
        { width: SIDE, height: SIDE },
      )
      if (!s) throw new Error('a spot')
      const [x0, y0] = [Math.floor(s.cx - s.outer), Math.floor(s.cy - s.outer)]
      const [w, h] = [Math.ceil(s.cx + s.outer) - x0, Math.ceil(s.cy + s.outer) - y0]
      const [columns, rows] = [Math.floor(w / s.cell), Math.floor(h / s.cell)]
      let changed = 0
      for (let j = 0; j < rows; j++) {
        for (let i = 0; i < columns; i++) {
          const [left, right] = [
            x0 + Math.floor((i * w) / columns),
            x0 + Math.floor(((i + 1) * w) / columns),
          ]
          const [top, bottom] = [
            y0 + Math.floor((j * h) / rows),
            y0 + Math.floor(((j + 1) * h) / rows),
          ]
          for (let y = top; y < bottom; y++) {
            for (let x = left; x < right; x++) {
              const [mx, my] = [left + right - 1 - x, top + bottom - 1 - y]
              if (distance(x, y) >= SPOT.radius || distance(mx, my) >= SPOT.radius) continue
              const from = data[my * STRIDE + mx] ?? 0
              changed += from === other[y * STRIDE + x] ? 0 : 1
              other[y * STRIDE + x] = from
            }
          }
        }
      }
      expect(changed).toBeGreaterThan(500)
      expect(blurred(other, intensity)).toEqual(blurred(data, intensity))
    }
  })
  test('what is left inside a spot does not correlate with the original (< 0.2)', () => {
    // patterns finer than a cell: what is coarser survives as a mean, and is all that survives
    const stripes = Uint8Array.from({ length: STRIDE * SIDE }, (_, i) =>
      (Math.floor((i % STRIDE) / 3) + Math.floor(i / STRIDE / 3)) % 2 ? 230 : 20,
    )
    for (const data of [noise(random(10), STRIDE * SIDE), stripes]) {
      for (const intensity of [1, 2, 3] as const)
        expect(Math.abs(correlation(inside(data), inside(blurred(data, intensity))))).toBeLessThan(
          0.2,
        )
    }
  })
  test('a higher intensity leaves fewer cells, so less of the picture', () => {
    const soft = Uint8Array.from(
      { length: STRIDE * SIDE },
      (_, i) => 128 + 100 * Math.sin((i % STRIDE) / 5) * Math.cos(i / STRIDE / 5),
    )
    const left = ([1, 2, 3] as const).map((intensity) => {
      const values = inside(blurred(soft, intensity, true))
      const mean = values.reduce((s, v) => s + v, 0) / values.length
      return values.reduce((s, v) => s + (v - mean) ** 2, 0) / values.length
    })
    expect(left[0]).toBeGreaterThan((left[1] ?? 0) * 1.2)
    expect(left[1]).toBeGreaterThan((left[2] ?? 0) * 1.2)
  })
})
