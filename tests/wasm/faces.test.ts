/** The layers of the face detector against the same sums in plain TypeScript. */
import { beforeAll, describe, expect, test } from 'vitest'
import { borderedBytes, type FaceKernels } from '../../workers/image/faces/kernels'
import { pairsOf } from '../../workers/image/faces/weights'
import { loadFaceKernels, random } from '../support/image/kernels'

interface Size {
  readonly width: number
  readonly height: number
}

let k: FaceKernels
beforeAll(async () => {
  k = await loadFaceKernels()
})
const next = random(21)
const values = (count: number): Float32Array =>
  Float32Array.from({ length: count }, () => next(2001) / 1000 - 1)
const levels = (count: number): Int16Array => Int16Array.from({ length: count }, () => next(32_768))
const put = (data: Float32Array | Int16Array | Uint8Array): number => {
  const at = k.alloc(data.byteLength)
  new Uint8Array(k.memory.buffer, at).set(new Uint8Array(data.buffer))
  return at
}
const get = (at: number, count: number): Float32Array =>
  new Float32Array(k.memory.buffer, at, count).slice()
const leaky = (v: number): number => Math.max(v, v * 0.1)
const furthest = (a: ArrayLike<number>, b: readonly number[]): number => {
  expect(a.length).toBe(b.length)
  return b.reduce((most, v, i) => Math.max(most, Math.abs(v - (a[i] ?? NaN))), 0)
}

/** Pixels in a border of zeros, behind it what must not matter. */
const bordered = (
  pixels: Float32Array,
  { width, height }: Size,
  channels: number,
): Float32Array => {
  const all = new Float32Array(borderedBytes({ width, height }, channels) / 4).fill(NaN)
  all.fill(0, 0, ((width + 1) * (height + 2) + 1) * channels)
  for (let y = 0; y < height; y++)
    all.set(
      pixels.subarray(y * width * channels, (y + 1) * width * channels),
      ((y + 1) * (width + 1) + 1) * channels,
    )
  return all
}
/** A border for a result, with a guard behind it. */
const room = (size: Size, channels: number) => {
  const count = borderedBytes(size, channels) / 4
  const at = put(new Float32Array(count).fill(7))
  const guard = put(new Float32Array(64).fill(7))
  return {
    at,
    /** The pixels; the border must be of zeros, and the guard intact. */
    pixels(): Float32Array {
      const all = get(at, count)
      const inside = new Float32Array(size.width * size.height * channels)
      for (let y = 0; y < size.height; y++)
        for (let i = 0; i < size.width * channels; i++) {
          const from = ((y + 1) * (size.width + 1) + 1) * channels + i
          inside[y * size.width * channels + i] = all[from] ?? NaN
          all[from] = 0
        }
      const zeros = ((size.width + 1) * (size.height + 2) + 1) * channels
      expect(all.subarray(0, zeros).every((v) => v === 0)).toBe(true)
      expect(get(guard, 64).every((v) => v === 7)).toBe(true)
      return inside
    },
  }
}

const SIZES = [
  [1, 1],
  [2, 5],
  [5, 2],
  [7, 3],
  [8, 8],
] as const

describe('layers', () => {
  test('the picture: each sample the mean of those it covers, in colour, black around it', () => {
    for (const [width, height, step] of [
      [32, 20, 1.6],
      [50, 33, 3.08],
      [7, 9, 0.4],
    ] as const) {
      k.reset()
      const stride = Math.ceil(width / 16) * 16
      const bytes = (count: number) => Uint8Array.from({ length: count }, () => next(256))
      const luma = bytes(stride * height)
      const [cb, cr] = [0, 1].map(() => bytes((stride / 2) * Math.ceil(height / 2)))
      if (!cb || !cr) throw new Error('chroma')
      const [columns, lines] = [Math.floor(width / step), Math.floor(height / step)]
      const [across, down] = [columns + 3, lines + 2]
      const out = put(levels(across * down * 3))
      k.shrink(put(luma), put(cb), put(cr), stride, step, columns, lines, out, across, down)
      const wanted = Array.from({ length: across * down * 3 }, (_, i) => {
        const [x, y] = [Math.floor(i / 3) % across, Math.floor(i / 3 / across)]
        if (x >= columns || y >= lines) return 0
        const range = (n: number) => {
          const from = Math.floor(n * step)
          return { from, to: Math.max(from + 1, Math.floor((n + 1) * step)) }
        }
        const [h, v] = [range(x), range(y)]
        let sum = 0
        for (let py = v.from; py < v.to; py++)
          for (let px = h.from; px < h.to; px++) sum += luma[py * stride + px] ?? NaN
        const mean = sum / ((h.to - h.from) * (v.to - v.from))
        const at = ((v.from + v.to) >> 2) * (stride / 2) + ((h.from + h.to) >> 2)
        const [u, w] = [(cb[at] ?? NaN) - 128, (cr[at] ?? NaN) - 128]
        const colour = [mean + 1.402 * w, mean - 0.344136 * u - 0.714136 * w, mean + 1.772 * u]
        return Math.max(0, Math.min(255, colour[i % 3] ?? NaN)) * (32_767 / 255)
      })
      const found = new Int16Array(k.memory.buffer, out, wanted.length)
      expect(furthest(found, wanted)).toBeLessThan(0.6)
    }
  })
  test('the first: 3 × 3 without padding, the greatest of four, leaky', () => {
    for (const [columns, lines] of [
      [4, 4],
      [6, 6],
      [10, 4],
      [6, 16],
    ] as const) {
      k.reset()
      const [input, bias] = [levels(columns * lines * 3), values(16)]
      const { values: weights, unit } = pairsOf(values(480), 16)
      const scale = unit.map((u) => u / 32_767)
      const size = { width: columns / 2 - 1, height: lines / 2 - 1 }
      const out = room(size, 16)
      // the tenth of each line of nine has no weight
      for (let j = 0; j < 3; j++)
        for (let o = 0; o < 16; o++) weights[((j * 5 + 4) * 16 + o) * 2 + 1] = 0
      k.firstLayer(put(input), columns, lines, put(weights), put(scale), put(bias), out.at)
      const one = (x: number, y: number, o: number): number => {
        let sum = 0
        for (let j = 0; j < 3; j++)
          for (let i = 0; i < 9; i++)
            sum +=
              (input[((y + j) * columns + x) * 3 + i] ?? 0) *
              (weights[((j * 5 + (i >> 1)) * 16 + o) * 2 + (i & 1)] ?? 0)
        return leaky(sum * (scale[o] ?? 0) + (bias[o] ?? 0))
      }
      const wanted: number[] = []
      for (let y = 0; y < size.height; y++)
        for (let x = 0; x < size.width; x++)
          for (let o = 0; o < 16; o++)
            wanted.push(
              Math.max(
                one(2 * x, 2 * y, o),
                one(2 * x + 1, 2 * y, o),
                one(2 * x, 2 * y + 1, o),
                one(2 * x + 1, 2 * y + 1, o),
              ),
            )
      expect(furthest(out.pixels(), wanted)).toBeLessThan(1e-4)
    }
  })
  test('separable: 3 × 3 on each channel with zeros around, then 1 × 1; all, or the greatest of four', () => {
    for (const [[width, height], halved] of SIZES.flatMap((size) => [
      [size, false] as const,
      [size, true] as const,
    ])) {
      const [cin, cout] = width === 8 ? [32, 64] : [8, 24]
      k.reset()
      const [input, depth, bias] = [
        values(width * height * cin),
        values(9 * cin).map((v) => v * 10_000),
        values(cout),
      ]
      const { values: weights, unit } = pairsOf(values(cin * cout), cout)
      const scale = unit.map((u) => u / 10_000)
      const groups = depth.map(
        (_, i) => depth[(Math.floor(i / 4) % 9) * cin + Math.floor(i / 36) * 4 + (i % 4)] ?? NaN,
      )
      const size = halved
        ? { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
        : { width, height }
      const from = put(bordered(input, { width, height }, cin))
      const [d, p, s, b] = [put(groups), put(weights), put(scale), put(bias)]
      const out = room(size, cout)
      k.separable(from, width, height, cin, cout, d, p, s, b, halved, out.at)
      const one = (x: number, y: number): number[] => {
        const deep = Array.from({ length: cin }, (_, c) => {
          let sum = 0
          for (let j = -1; j <= 1; j++)
            for (let i = -1; i <= 1; i++)
              if (y + j >= 0 && y + j < height && x + i >= 0 && x + i < width)
                sum +=
                  (input[((y + j) * width + x + i) * cin + c] ?? 0) *
                  (depth[((j + 1) * 3 + i + 1) * cin + c] ?? 0)
          // what is too large is cut off
          return Math.max(-32_768, Math.min(32_767, Math.round(sum)))
        })
        return Array.from({ length: cout }, (_, o) => {
          const weight = (c: number) => weights[((c >> 1) * cout + o) * 2 + (c & 1)] ?? NaN
          const sum = deep.reduce((total, v, c) => total + v * weight(c), 0)
          return leaky(sum * (scale[o] ?? 0) + (bias[o] ?? 0))
        })
      }
      const wanted: number[] = []
      for (let y = 0; y < size.height; y++)
        for (let x = 0; x < size.width; x++) {
          const [right, down] = [Math.min(2 * x + 1, width - 1), Math.min(2 * y + 1, height - 1)]
          const four = [one(2 * x, 2 * y), one(right, 2 * y), one(2 * x, down), one(right, down)]
          if (halved) wanted.push(...bias.map((_, o) => Math.max(...four.map((v) => v[o] ?? NaN))))
          else wanted.push(...one(x, y))
        }
      expect(
        furthest(out.pixels(), wanted),
        `${width} × ${height}, ${cin}→${cout}, ${halved ? 'halved' : 'whole'}`,
      ).toBeLessThan(2e-3)
    }
  })
  test('the largest weights and values do not overflow', () => {
    k.reset()
    const { values: weights, unit } = pairsOf(new Float32Array(256 * 8).fill(1), 8)
    const [input, bias] = [new Float32Array(256).fill(1e5), new Float32Array(8)]
    const out = room({ width: 1, height: 1 }, 8)
    const from = put(bordered(input, { width: 1, height: 1 }, 256))
    const depth = put(new Float32Array(9 * 256).fill(1))
    k.separable(from, 1, 1, 256, 8, depth, put(weights), put(unit), put(bias), true, out.at)
    for (const v of out.pixels()) expect(v / (256 * 32_767)).toBeCloseTo(1, 2)
  })
  test('the greatest of neighbours, and the last layer, odd sides included', () => {
    for (const [width, height] of SIZES) {
      k.reset()
      const input = values(width * height * 8)
      const out = put(new Float32Array(width * height * 8))
      k.pool(put(bordered(input, { width, height }, 8)), width, height, 8, out)
      const at = (x: number, y: number, c: number): number =>
        input[(Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 8 + c] ?? 0
      const wanted: number[] = []
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          for (let c = 0; c < 8; c++)
            wanted.push(
              Math.max(at(x, y, c), at(x + 1, y, c), at(x, y + 1, c), at(x + 1, y + 1, c)),
            )
      expect(furthest(get(out, wanted.length), wanted)).toBe(0)
    }
    for (const pixels of [1, 6, 7, 8]) {
      k.reset()
      const [input, w, bias] = [values(pixels * 16), values(16 * 28), values(28)]
      const out = put(new Float32Array(pixels * 28 + 16).fill(7))
      k.dense(put(input), pixels, 16, 28, put(w), put(bias), out)
      const wanted = Array.from({ length: pixels * 28 }, (_, i) => {
        let sum = bias[i % 28] ?? 0
        for (let c = 0; c < 16; c++)
          sum += (input[Math.floor(i / 28) * 16 + c] ?? 0) * (w[c * 28 + (i % 28)] ?? 0)
        return sum
      })
      expect(furthest(get(out, wanted.length), wanted)).toBeLessThan(1e-4)
      expect(get(out + wanted.length * 4, 16).every((v) => v === 7)).toBe(true)
    }
  })
})
