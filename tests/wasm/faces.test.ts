/** The layers of the face detector against the same sums in plain TypeScript. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { FaceKernels } from '../../workers/image/faces/net'
import { loadFaceKernels, random } from '../support/image/kernels'

let k: FaceKernels
beforeAll(async () => {
  k = await loadFaceKernels()
})
const next = random(21)
const values = (count: number): Float32Array =>
  Float32Array.from({ length: count }, () => next(2001) / 1000 - 1)
const put = (data: Float32Array): number => {
  const at = k.alloc(data.byteLength)
  new Float32Array(k.memory.buffer, at, data.length).set(data)
  return at
}
const get = (at: number, count: number): Float32Array =>
  new Float32Array(k.memory.buffer, at, count).slice()
const leaky = (v: number): number => Math.max(v, v * 0.1)
const furthest = (a: Float32Array, b: readonly number[]): number => {
  expect(a.length).toBe(b.length)
  return b.reduce((most, v, i) => Math.max(most, Math.abs(v - (a[i] ?? NaN))), 0)
}

describe('layers', () => {
  test('the first: 3 × 3 without padding, leaky, the greatest of four', () => {
    for (const [columns, lines] of [
      [4, 4],
      [6, 6],
      [10, 4],
      [6, 16],
    ] as const) {
      k.reset()
      const [input, w, bias] = [values(columns * lines * 3), values(432), values(16)]
      const out = k.alloc((columns / 2 - 1) * (lines / 2 - 1) * 64)
      k.firstLayer(put(input), columns, lines, put(w), put(bias), out)
      const one = (x: number, y: number, o: number): number => {
        let sum = bias[o] ?? 0
        for (let j = 0; j < 3; j++)
          for (let i = 0; i < 3; i++)
            for (let c = 0; c < 3; c++)
              sum +=
                (input[((y + j) * columns + x + i) * 3 + c] ?? 0) *
                (w[((j * 3 + i) * 3 + c) * 16 + o] ?? 0)
        return leaky(sum)
      }
      const wanted: number[] = []
      for (let y = 0; y < lines / 2 - 1; y++)
        for (let x = 0; x < columns / 2 - 1; x++)
          for (let o = 0; o < 16; o++)
            wanted.push(
              Math.max(
                one(2 * x, 2 * y, o),
                one(2 * x + 1, 2 * y, o),
                one(2 * x, 2 * y + 1, o),
                one(2 * x + 1, 2 * y + 1, o),
              ),
            )
      expect(furthest(get(out, wanted.length), wanted)).toBeLessThan(1e-4)
    }
  })
  test('separable: 3 × 3 on each channel with zeros around, then 1 × 1, for every rest of four', () => {
    for (const [columns, lines, cin, cout] of [
      [1, 1, 8, 16],
      [2, 5, 16, 32],
      [5, 5, 16, 8],
      [7, 3, 8, 24],
      [12, 9, 32, 64],
    ] as const) {
      k.reset()
      const [input, depth, point, bias] = [
        values(columns * lines * cin),
        values(9 * cin),
        values(cin * cout),
        values(cout),
      ]
      const guard = Float32Array.from({ length: 64 }, () => 7)
      const out = k.alloc(columns * lines * cout * 4)
      const behind = put(guard)
      const [d, p, b] = [put(depth), put(point), put(bias)]
      k.separable(put(input), columns, lines, cin, cout, d, p, b, out)
      const wanted: number[] = []
      for (let y = 0; y < lines; y++) {
        for (let x = 0; x < columns; x++) {
          const deep = Array.from({ length: cin }, (_, c) => {
            let sum = 0
            for (let j = -1; j <= 1; j++)
              for (let i = -1; i <= 1; i++)
                if (y + j >= 0 && y + j < lines && x + i >= 0 && x + i < columns)
                  sum +=
                    (input[((y + j) * columns + x + i) * cin + c] ?? 0) *
                    (depth[((j + 1) * 3 + i + 1) * cin + c] ?? 0)
            return sum
          })
          for (let o = 0; o < cout; o++)
            wanted.push(
              leaky(deep.reduce((sum, v, c) => sum + v * (point[c * cout + o] ?? 0), bias[o] ?? 0)),
            )
        }
      }
      expect(
        furthest(get(out, wanted.length), wanted),
        `${columns} × ${lines}, ${cin}→${cout}`,
      ).toBeLessThan(1e-4)
      expect(get(behind, 64)).toEqual(guard)
    }
  })
  test('pool and dense, odd sides included', () => {
    for (const [columns, lines] of [
      [1, 1],
      [2, 5],
      [5, 2],
      [8, 8],
    ] as const) {
      for (const step of [1, 2]) {
        k.reset()
        const input = values(columns * lines * 8)
        const [across, down] = [Math.ceil(columns / step), Math.ceil(lines / step)]
        const out = k.alloc(across * down * 32)
        k.pool(put(input), columns, lines, 8, step, out)
        const at = (x: number, y: number, c: number): number =>
          input[(Math.min(y, lines - 1) * columns + Math.min(x, columns - 1)) * 8 + c] ?? 0
        const wanted: number[] = []
        for (let y = 0; y < down; y++)
          for (let x = 0; x < across; x++)
            for (let c = 0; c < 8; c++)
              wanted.push(
                Math.max(
                  at(x * step, y * step, c),
                  at(x * step + 1, y * step, c),
                  at(x * step, y * step + 1, c),
                  at(x * step + 1, y * step + 1, c),
                ),
              )
        expect(furthest(get(out, wanted.length), wanted)).toBe(0)
      }
    }
    k.reset()
    const [input, w, bias] = [values(6 * 16), values(16 * 25), values(25)]
    const out = k.alloc(6 * 100)
    k.dense(put(input), 6, 16, 25, put(w), put(bias), out)
    const wanted = Array.from({ length: 150 }, (_, i) => {
      let sum = bias[i % 25] ?? 0
      for (let c = 0; c < 16; c++)
        sum += (input[Math.floor(i / 25) * 16 + c] ?? 0) * (w[c * 25 + (i % 25)] ?? 0)
      return sum
    })
    expect(furthest(get(out, 150), wanted)).toBeLessThan(1e-4)
  })
})
