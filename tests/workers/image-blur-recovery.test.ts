/**
 * Attacks on the blur by somebody who knows everything but the pixels and the noise: the algorithm,
 * the spot, and every picture that could have been there. (The kernel gives the same bytes as
 * `blurSpot`: tests/wasm/image-blur.) The mean light of a spot stays: who differs by that alone can
 * be told apart.
 */
import { afterAll, describe, expect, test, vi } from 'vitest'
import { blurSpot } from '../../workers/image/pipeline/blur'
import { scaleSpots, type PlaneSpot } from '../../workers/image/pipeline/geometry'
import { correlation, random } from '../support/image/kernels'

const SIDE = 128
const CANDIDATES = 24
const RADIUS = 44
const SIZE = { width: SIDE, height: SIDE }
const next = random(31)
// the noise too: with another each time, one run in some hundred would exceed GUESSES
const nextNoise = random(37)
vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
  if (array instanceof Uint16Array) array.forEach((_, i) => (array[i] = nextNoise(65_536)))
  return array
})
afterAll(() => vi.restoreAllMocks())
type Strength = 1 | 2 | 3

/** Each has a noise of its own. */
let made = 0
const spotOf = (intensity: Strength): PlaneSpot => {
  made += 1
  const at = { x: SIDE / 2, y: SIDE / 2, radius: RADIUS + made / 100_000, intensity }
  const [spot] = scaleSpots([at], SIZE, SIZE)
  if (!spot) throw new Error('a spot')
  return spot
}

type Grey = Float64Array
const blurred = (picture: Grey, spot: PlaneSpot): Grey => {
  const data = Uint8Array.from(picture, (v) => Math.max(0, Math.min(255, Math.round(v))))
  blurSpot(data, 0, 1, SIDE, SIZE, spot)
  return Float64Array.from(data)
}
/** What the attacker can compute: the noise is not known. */
const imitated = (picture: Grey, intensity: Strength): Grey =>
  blurred(picture, { ...spotOf(intensity), noise: new Int8Array(64) })

const draw = (light: (x: number, y: number) => number): Grey =>
  Float64Array.from({ length: SIDE * SIDE }, (_, i) => light(i % SIDE, Math.floor(i / SIDE)))

const GLYPHS = '7b6f 2492 73e7 73cf 5bc9 79cf 79ef 7249 7bef 7bcf'
  .split(' ')
  .map((hex) => Number.parseInt(hex, 16).toString(2).padStart(15, '0'))
const SCALE = 5
const permutations = (items: readonly string[]): string[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item) =>
        permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
      )
/** Four digits in each order, as on number plates: one mean light, so the strokes must tell. */
const digits = (): Grey[] => {
  const left = [...GLYPHS]
  const drawn = Array.from({ length: 4 }, () => left.splice(next(left.length), 1).join(''))
  return permutations(drawn).map((said) =>
    draw((x, y) => {
      const [column, line] = [Math.floor((x - 28) / SCALE), Math.floor((y - 52) / SCALE)]
      const at = column % 4
      const glyph =
        column >= 0 && line >= 0 && line < 5 && at < 3 ? said[Math.floor(column / 4)] : ''
      return glyph?.[line * 3 + at] === '1' ? 30 : 220
    }),
  )
}
const around = (middle: number, most: number): number => middle + (next(2001) / 1000 - 1) * most
/** Faces in one light: places, sizes and depths of eyes and mouth differ. */
const face = (): Grey => {
  const [ex, ey, es, depth] = [around(15, 5), around(-8, 6), around(7, 2), around(85, 35)]
  const [my, mw] = [around(20, 6), around(14, 6)]
  const dark = (u: number, v: number): number => Math.max(0, 1 - u * u - v * v) * depth
  return draw((x, y) => {
    const [u, v] = [x - SIDE / 2, y - SIDE / 2]
    return (
      170 -
      dark((u - ex) / es, (v - ey) / es) -
      dark((u + ex) / es, (v - ey) / es) -
      dark(u / mw, (v - my) / 5)
    )
  })
}

const exposed = (picture: Grey): Grey =>
  picture.map((v) => v + (next(1000) + next(1000) - 999) / 250)
const INSIDE = Array.from({ length: SIDE * SIDE }, (_, i) => i).filter(
  (i) => Math.hypot((i % SIDE) + 0.5 - SIDE / 2, Math.floor(i / SIDE) + 0.5 - SIDE / 2) < RADIUS,
)
const inside = (picture: Grey): number[] => INSIDE.map((i) => picture[i] ?? 0)
const distance = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, v, i) => sum + (v - (b[i] ?? 0)) ** 2, 0)
const nearest = (probe: readonly number[], gallery: readonly (readonly number[])[]): number => {
  const all = gallery.map((one) => distance(probe, one))
  return all.indexOf(Math.min(...all))
}
const plus = (a: Grey, b: Grey, share = 1): Grey => a.map((v, i) => v + share * (b[i] ?? 0))

const ROUNDS = 4
/**
 * Hits that guessing exceeds once in ten thousand times (binomial, p = 1/24, n = 96; mean 4). The
 * mean of 12 draws: digits 6.6 at strength 2 and 5.3 at 3, faces 5.3 and 4.6.
 */
const GUESSES = 13

describe.each([
  ['digits', digits],
  ['faces', (): Grey[] => Array.from({ length: CANDIDATES }, face)],
])('%s', (_, make) => {
  const galleries = Array.from({ length: ROUNDS }, make)
  const hits = (known: (picture: Grey) => Grey, seen: (picture: Grey) => Grey): number =>
    galleries.reduce((sum, gallery) => {
      const all = gallery.map((one) => inside(known(one)))
      return sum + gallery.filter((one, who) => nearest(inside(seen(one)), all) === who).length
    }, 0)

  test('without the blur the nearest candidate is the right one, every time', () => {
    expect(hits((one) => one, exposed)).toBe(ROUNDS * CANDIDATES)
  })
  test('without the noise more than one in three is found: the blur alone hides nobody', () => {
    expect(
      hits(
        (one) => imitated(one, 2),
        (one) => imitated(exposed(one), 2),
      ),
    ).toBeGreaterThan((ROUNDS * CANDIDATES) / 3)
  })
  test.each([2, 3] as const)(
    'strength %i: each candidate blurred alike, the nearest is a guess',
    (intensity) => {
      expect(
        hits(
          (one) => imitated(one, intensity),
          (one) => blurred(exposed(one), spotOf(intensity)),
        ),
      ).toBeLessThanOrEqual(GUESSES)
    },
  )
})

test.each([1, 2, 3] as const)(
  'strength %i: deconvolution with the blur’s own kernel brings no stroke back',
  (intensity) => {
    const found = Array.from({ length: 6 }, () => {
      const [picture = draw(() => 0)] = digits()
      const spot = spotOf(intensity)
      const seen = blurred(exposed(picture), spot)
      // Van Cittert: what is missing is added until the blur of it fits
      let guess = seen
      for (let i = 0; i < 12; i++)
        guess = plus(guess, plus(seen, imitated(guess, intensity), -1), 0.8)
      return Math.abs(correlation(inside(guess), inside(picture)))
    })
    expect(Math.max(...found)).toBeLessThan(0.75)
    expect(found.reduce((sum, v) => sum + v, 0) / found.length).toBeLessThan(0.6)
  },
)

test('a spot keeps its noise on this device, another spot has its own', () => {
  const at = { x: 10, y: 20, radius: 30, intensity: 3 } as const
  const noise = (spot: typeof at | { x: number; y: number; radius: number; intensity: 3 }) =>
    scaleSpots([spot], SIZE, SIZE)[0]?.noise
  expect(noise(at)).toEqual(noise({ ...at }))
  expect(noise(at)).not.toEqual(noise({ ...at, x: 11 }))
})
