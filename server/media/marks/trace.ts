import { CELLS, markSigns, type Mark } from './pattern'
import { sampleBrightness, type Grey, type Alignment } from './align'

/** Above this a mark is found: chance reaches it once in a thousand million. */
export const MARK_FOUND_SCORE = 6

/** Least pixels of the original that a cell is measured by. */
const LEAST = 12

/**
 * How much brighter each cell of a copy is than the original, after the copy's own brightness and
 * contrast were undone; NaN for cells that the copy does not show.
 */
export const cellDifferences = (
  original: Grey,
  copy: Grey,
  { x, y, scale }: Alignment,
): Float64Array => {
  const pairs: { cell: number; p: number; q: number }[] = []
  const step = Math.max(1, Math.max(original.width, original.height) / 700)
  for (let oy = Math.max(0, y); oy < Math.min(original.height, y + copy.height / scale); oy += step)
    for (
      let ox = Math.max(0, x);
      ox < Math.min(original.width, x + copy.width / scale);
      ox += step
    ) {
      const q = sampleBrightness(copy, (ox - x + 0.5) * scale - 0.5, (oy - y + 0.5) * scale - 0.5)
      const p = sampleBrightness(original, ox, oy)
      if (p === null || q === null) continue
      const [cx, cy] = [
        Math.floor((ox / original.width) * CELLS),
        Math.floor((oy / original.height) * CELLS),
      ]
      pairs.push({ cell: cy * CELLS + cx, p, q })
    }
  // brightness and contrast of the copy, as a line through all pairs
  const mean = (of: (v: { p: number; q: number }) => number): number =>
    pairs.reduce((sum, v) => sum + of(v), 0) / pairs.length
  const [mp, mq] = [mean((v) => v.p), mean((v) => v.q)]
  const slope = mean((v) => (v.p - mp) * (v.q - mq)) / mean((v) => (v.p - mp) ** 2)
  const sums = new Float64Array(CELLS * CELLS)
  const counts = new Float64Array(CELLS * CELLS)
  for (const { cell, p, q } of pairs) {
    sums[cell] = (sums[cell] ?? 0) + (q - mq - slope * (p - mp))
    counts[cell] = (counts[cell] ?? 0) + 1
  }
  return withoutSlopes(sums.map((s, k) => ((counts[k] ?? 0) < LEAST ? NaN : s / (counts[k] ?? 1))))
}

/** Takes from each cell the mean around it: what is left is as random as the signs. */
const withoutSlopes = (cells: Float64Array): Float64Array =>
  cells.map((value, k) => {
    const [cx, cy] = [k % CELLS, Math.floor(k / CELLS)]
    let [n, sum] = [0, 0]
    for (let y = Math.max(0, cy - 2); y <= Math.min(CELLS - 1, cy + 2); y += 1)
      for (let x = Math.max(0, cx - 2); x <= Math.min(CELLS - 1, cx + 2); x += 1) {
        const near = cells[y * CELLS + x] ?? NaN
        if (Number.isNaN(near)) continue
        n += 1
        sum += near
      }
    return n === 0 ? NaN : value - sum / n
  })

/**
 * How well a mark fits the difference, in standard deviations: about 0 ± 1 for a mark that is not
 * in the copy.
 */
export const scoreMark = (difference: Float64Array, signs: Int8Array): number => {
  let [sum, squares] = [0, 0]
  for (const [k, d] of difference.entries()) {
    if (Number.isNaN(d)) continue
    sum += d * (signs[k] ?? 0)
    squares += d * d
  }
  return squares === 0 ? 0 : sum / Math.sqrt(squares)
}

/** Marks by how well they fit, the best first. */
export const rankMarks = <M extends Mark>(
  secret: Uint8Array,
  difference: Float64Array,
  marks: readonly M[],
): (M & { readonly z: number })[] =>
  marks
    .map((mark) => ({ ...mark, z: scoreMark(difference, markSigns(secret, mark)) }))
    .toSorted((a, b) => b.z - a.z)
