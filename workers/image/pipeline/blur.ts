/**
 * The spot of `wasm/image/blur.ts` in plain TypeScript, for browsers without SIMD, and the
 * reference that the kernel is tested against: the same integers, so the same bytes. `step` is the
 * distance of samples (1: a plane, 4: RGBA).
 */
import type { PlaneSpot, Size } from './geometry'

const ONE = 256

interface Knot {
  readonly cell: number
  readonly before: number
  readonly middle: number
  readonly after: number
}

/** Weights of the cells around each sample of a side: quadratic B-spline, summing to ONE. */
function spline(size: number, count: number): Knot[] {
  return Array.from({ length: size }, (_, at) => {
    const u = ((at + 0.5) * count) / size
    const cell = Math.min(count - 1, Math.floor(u))
    const t = u - cell
    const before = Math.floor((1 - t) * (1 - t) * (ONE / 2) + 0.5)
    const after = Math.floor(t * t * (ONE / 2) + 0.5)
    return { cell, before, middle: ONE - before - after, after }
  })
}

function mixThree(knot: Knot, count: number, sample: (cell: number) => number): number {
  const { cell, before, middle, after } = knot
  return (
    (sample(Math.max(0, cell - 1)) * before +
      sample(cell) * middle +
      sample(Math.min(count - 1, cell + 1)) * after +
      ONE / 2) >>
    8
  )
}

/** Blurs one spot of one channel in place: `data[offset + y·stride + x·step]`. */
export function blurSpot(
  data: Uint8Array | Uint8ClampedArray,
  offset: number,
  step: number,
  stride: number,
  size: Size,
  spot: PlaneSpot,
): void {
  const { cx, cy, radius, outer, cell: side, noise } = spot
  const x0 = Math.max(0, Math.floor(cx - outer))
  const y0 = Math.max(0, Math.floor(cy - outer))
  const width = Math.min(size.width, Math.ceil(cx + outer)) - x0
  const height = Math.min(size.height, Math.ceil(cy + outer)) - y0
  if (width <= 0 || height <= 0) return
  const columns = Math.max(1, Math.floor(width / side))
  const rows = Math.max(1, Math.floor(height / side))
  const place = (x: number, y: number) => offset + (y0 + y) * stride + (x0 + x) * step

  const mean = (i: number, j: number): number => {
    const [left, right] = [
      Math.floor((i * width) / columns),
      Math.floor(((i + 1) * width) / columns),
    ]
    const [top, bottom] = [Math.floor((j * height) / rows), Math.floor(((j + 1) * height) / rows)]
    const n = (bottom - top) * (right - left)
    let sum = 0
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) sum += data[place(x, y)] ?? 0
    const shifted = Math.floor((sum + Math.floor(n / 2)) / n) + (noise[j * columns + i] ?? 0)
    return Math.max(0, Math.min(255, shifted))
  }
  const across = spline(width, columns)
  const wide = Array.from({ length: rows }, (_, j) => {
    const means = Array.from({ length: columns }, (_unused, i) => mean(i, j))
    return Uint8Array.from(across, (knot) => mixThree(knot, columns, (i) => means[i] ?? 0))
  })
  for (const [y, knot] of spline(height, rows).entries()) {
    const dy = y + y0 + 0.5 - cy
    for (let x = 0; x < width; x++) {
      const dx = x + 0.5 - (cx - x0)
      const d = dx * dx + dy * dy
      const u = d <= radius * radius ? 1 : (outer - Math.sqrt(d)) / (outer - radius)
      if (u <= 0) continue
      const a = Math.floor(u * u * (3 - 2 * u) * ONE)
      const drawn = mixThree(knot, rows, (j) => wide[j]?.[x] ?? 0)
      const at = place(x, y)
      data[at] = (drawn * a + (data[at] ?? 0) * (ONE - a) + ONE / 2) >> 8
    }
  }
}
