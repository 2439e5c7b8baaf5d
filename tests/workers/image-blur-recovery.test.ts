/**
 * Attacks on the blur by somebody who knows everything but the pixels: the algorithm, the spot, and
 * every patch that could have been there. (The kernel gives the same bytes as `blurSpot`:
 * tests/wasm/image-blur.)
 */
import { describe, expect, test } from 'vitest'
import { blurSpot } from '../../workers/image/pipeline/blur'
import { scaleSpots, type PlaneSpot } from '../../workers/image/pipeline/geometry'
import { correlation, random } from '../support/image/kernels'

const SIDE = 128
const CANDIDATES = 24
const SIZE = { width: SIDE, height: SIDE }
const next = random(31)
const spotOf = (intensity: 1 | 2 | 3): PlaneSpot => {
  const [spot] = scaleSpots([{ x: SIDE / 2, y: SIDE / 2, radius: 44, intensity }], SIZE, SIZE)
  if (!spot) throw new Error('a spot')
  return spot
}

type Grey = Float64Array
const levels = (picture: Grey): Uint8Array =>
  Uint8Array.from(picture, (v) => Math.max(0, Math.min(255, Math.round(v))))
const blurred = (picture: Grey, spot: PlaneSpot): Grey => {
  const data = levels(picture)
  blurSpot(data, 0, 1, SIDE, SIZE, spot)
  return Float64Array.from(data)
}
/** Borders of the cells along a side, as the blur cuts them. */
const borders = ({ cx, outer, cell }: PlaneSpot): number[] => {
  const from = Math.floor(cx - outer)
  const width = Math.ceil(cx + outer) - from
  const count = Math.floor(width / cell)
  return Array.from({ length: count + 1 }, (_, i) => from + Math.floor((i * width) / count))
}

/**
 * The same light on every patch, and strokes of its own that are finer than a cell: each cell's sum
 * of them is zero. They fill the cells that lie inside the spot. (Of a cell on its edge the part
 * inside keeps its mean, as a cell does.)
 */
const light: Grey = Float64Array.from(
  { length: SIDE * SIDE },
  (_, i) => 128 + 30 * Math.sin((i % SIDE) / 40) + 25 * Math.cos(i / SIDE / 50),
)
const detail = (spot: PlaneSpot): Grey => {
  const out = new Float64Array(SIDE * SIDE)
  const edges = borders(spot)
  for (let j = 0; j + 1 < edges.length; j++) {
    for (let i = 0; i + 1 < edges.length; i++) {
      const [left = 0, right = 0, top = 0, bottom = 0] = [
        edges[i],
        edges[i + 1],
        edges[j],
        edges[j + 1],
      ]
      const corners = [
        [left, top],
        [right, top],
        [left, bottom],
        [right, bottom],
      ] as const
      if (!corners.every(([x, y]) => Math.hypot(x - spot.cx, y - spot.cy) < spot.radius)) continue
      const [wave, turn, phase] = [1.5 + next(20) / 10, next(628) / 100, next(628) / 100]
      let sum = 0
      const places: number[] = []
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const v = 34 * Math.sin((x * Math.cos(turn) + y * Math.sin(turn)) / wave + phase)
          out[y * SIDE + x] = v
          sum += v
          places.push(y * SIDE + x)
        }
      }
      for (const at of places) out[at] = (out[at] ?? 0) - sum / places.length
    }
  }
  return out
}
const plus = (a: Grey, b: Grey, share = 1): Grey => a.map((v, i) => v + share * (b[i] ?? 0))
/** A sensor's noise: two exposures of the same face are never equal. */
const exposed = (picture: Grey): Grey =>
  picture.map((v) => v + (next(1000) + next(1000) - 999) / 250)

const inside = (picture: Grey, spot: PlaneSpot): number[] =>
  [...picture].filter(
    (_, i) =>
      Math.hypot((i % SIDE) + 0.5 - spot.cx, Math.floor(i / SIDE) + 0.5 - spot.cy) < spot.radius,
  )
const distance = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, v, i) => sum + (v - (b[i] ?? 0)) ** 2, 0)
const nearest = (probe: readonly number[], gallery: readonly (readonly number[])[]): number => {
  const all = gallery.map((one) => distance(probe, one))
  return all.indexOf(Math.min(...all))
}
/**
 * Van Cittert's deconvolution with the blur itself as its kernel: what is missing is added until
 * the blur of it fits.
 */
const deconvolved = (seen: Grey, spot: PlaneSpot): Grey => {
  let guess = seen
  for (let i = 0; i < 12; i++) guess = plus(guess, plus(seen, blurred(guess, spot), -1), 0.8)
  return guess
}

/** Hits that guessing exceeds once in a thousand times (binomial, p = 1/24, n = 24). */
const MOST_HITS = 5

describe.each([1, 2, 3] as const)('strength %i', (intensity) => {
  const spot = spotOf(intensity)
  const details = Array.from({ length: CANDIDATES }, () => detail(spot))
  const patches = details.map((one) => plus(light, one))
  const shown = patches.map((patch) => blurred(exposed(patch), spot))
  const hits = (gallery: readonly Grey[], view: (seen: Grey) => Grey): number => {
    const known = gallery.map((one) => inside(one, spot))
    return shown.filter((seen, who) => nearest(inside(view(seen), spot), known) === who).length
  }
  test('without the blur the nearest patch tells who it is, every time', () => {
    const known = patches.map((one) => inside(one, spot))
    expect(
      patches.filter((patch, who) => nearest(inside(exposed(patch), spot), known) === who).length,
    ).toBe(CANDIDATES)
  })
  test('the nearest of the known patches is no better than a guess: as they are, and blurred the same way', () => {
    expect(hits(patches, (seen) => seen)).toBeLessThanOrEqual(MOST_HITS)
    expect(
      hits(
        patches.map((patch) => blurred(patch, spot)),
        (seen) => seen,
      ),
    ).toBeLessThanOrEqual(MOST_HITS)
  })
  test('deconvolution with the blur’s own kernel brings no stroke back', () => {
    expect(hits(patches, (seen) => deconvolved(seen, spot))).toBeLessThanOrEqual(MOST_HITS)
    const found = shown
      .slice(0, 8)
      .map((seen, who) =>
        correlation(
          inside(plus(deconvolved(seen, spot), light, -1), spot),
          inside(details[who] ?? light, spot),
        ),
      )
    expect(Math.max(...found.map(Math.abs))).toBeLessThan(0.15)
  })
})
