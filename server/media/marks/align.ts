import sharp from 'sharp'

/** Brightness of a picture, row by row, 0 to 255. */
export interface Grey {
  readonly width: number
  readonly height: number
  readonly px: Float32Array
}
/** Where a copy lies in its original: its left upper corner, and pixels of the copy per pixel of the original. */
export interface Alignment {
  readonly x: number
  readonly y: number
  readonly scale: number
}
/** Longest side of the levels on which a copy is looked for, px; then the original as it is. */
const LEVELS = [96, 384] as const
/** A copy shows at least half of the width and of the height. */
const SMALLEST_SHARE = 0.5
const SCALES = 28
/** Points of the original that a level compares. */
const SAMPLES = 6_000
/** And the search of every place. */
const COARSE_SAMPLES = 800

const greyOf = async (bytes: Buffer, longest?: number): Promise<Grey> => {
  const image = sharp(bytes).rotate().flatten({ background: '#ffffff' }).greyscale()
  const { data, info } = await (
    longest ? image.resize({ width: longest, height: longest, fit: 'inside' }) : image
  )
    .raw()
    .toBuffer({ resolveWithObject: true })
  const px = new Float32Array(info.width * info.height)
  for (let i = 0; i < px.length; i += 1) px[i] = data[i * info.channels] ?? 0
  return { width: info.width, height: info.height, px }
}

/** Brightness between pixels; null outside. */
export const sampleBrightness = (
  { width, height, px }: Grey,
  x: number,
  y: number,
): number | null => {
  if (x < 0 || y < 0 || x > width - 1 || y > height - 1) return null
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [x1, y1] = [Math.min(x0 + 1, width - 1), Math.min(y0 + 1, height - 1)]
  const [fx, fy] = [x - x0, y - y0]
  const top = (px[y0 * width + x0] ?? 0) * (1 - fx) + (px[y0 * width + x1] ?? 0) * fx
  const low = (px[y1 * width + x0] ?? 0) * (1 - fx) + (px[y1 * width + x1] ?? 0) * fx
  return top * (1 - fy) + low * fy
}

/** Correlation of original and copy at this place, −1 to 1; −1 where too little of them meets. */
const likeness = (
  original: Grey,
  copy: Grey,
  { x, y, scale }: Alignment,
  samples = SAMPLES,
): number => {
  const [w, h] = [copy.width / scale, copy.height / scale]
  if (x < -2 || y < -2 || x + w > original.width + 2 || y + h > original.height + 2) return -1
  const step = Math.max(1, Math.sqrt((w * h) / samples))
  let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
  for (let oy = Math.max(0, y); oy < Math.min(original.height, y + h); oy += step)
    for (let ox = Math.max(0, x); ox < Math.min(original.width, x + w); ox += step) {
      const p = sampleBrightness(original, ox, oy)
      const q = sampleBrightness(copy, (ox - x + 0.5) * scale - 0.5, (oy - y + 0.5) * scale - 0.5)
      if (p === null || q === null) continue
      n += 1
      a += p
      b += q
      aa += p * p
      bb += q * q
      ab += p * q
    }
  const spread = Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n))
  return n < 100 || !(spread > 0) ? -1 : (ab - (a * b) / n) / spread
}

/** Climbs to the best place nearby; the steps halve until they are `finest` pixels of the original. */
const climb = (
  original: Grey,
  copy: Grey,
  from: Alignment,
  reach: number,
  finest: number,
): Alignment & { readonly score: number } => {
  const side = Math.max(original.width, original.height)
  let best = { ...from, score: likeness(original, copy, from) }
  for (let step = reach; step >= finest;) {
    // a change of the scale keeps the middle where it is
    const tries = [-step, step].flatMap((d) => {
      const scale = best.scale * (1 + d / side)
      const [dx, dy] = [copy.width, copy.height].map((s) => (s / best.scale - s / scale) / 2)
      return [
        { x: best.x + d, y: best.y, scale: best.scale },
        { x: best.x, y: best.y + d, scale: best.scale },
        { x: best.x + (dx ?? 0), y: best.y + (dy ?? 0), scale },
      ]
    })
    const next = tries
      .map((place) => ({ ...place, score: likeness(original, copy, place) }))
      .reduce((a, b) => (b.score > a.score ? b : a))
    if (next.score > best.score) best = next
    else step /= 2
  }
  return best
}

/** Every scale and place on the coarsest level. */
const search = (original: Grey, copy: Grey): Alignment & { readonly score: number } => {
  const least = Math.max(copy.width / original.width, copy.height / original.height)
  let best = { x: 0, y: 0, scale: least, score: -1 }
  for (let k = 0; k <= SCALES; k += 1) {
    const scale = least * (1 / SMALLEST_SHARE) ** (k / SCALES)
    const [right, low] = [
      original.width - copy.width / scale,
      original.height - copy.height / scale,
    ]
    for (let y = 0; y <= low + 0.5; y += 2)
      for (let x = 0; x <= right + 0.5; x += 2) {
        const score = likeness(original, copy, { x, y, scale }, COARSE_SAMPLES)
        if (score > best.score) best = { x, y, scale, score }
      }
  }
  return best
}

/**
 * Finds a copy that was scaled, cropped or both in its original. `score`: correlation, near 1 for a
 * copy; below 0.9 it is another picture.
 */
export const alignCopy = async (
  originalBytes: Buffer,
  copyBytes: Buffer,
): Promise<{ original: Grey; copy: Grey; place: Alignment; score: number }> => {
  const [original, copy] = [await greyOf(originalBytes), await greyOf(copyBytes)]
  let found: (Alignment & { readonly score: number }) | null = null
  for (const longest of LEVELS) {
    const ratio = longest / Math.max(original.width, original.height)
    const small = await greyOf(originalBytes, longest)
    const smallCopy = await greyOf(
      copyBytes,
      Math.round(
        longest *
          Math.min(
            1,
            Math.max(copy.width, copy.height) / Math.max(original.width, original.height),
          ),
      ),
    )
    const shrunk = smallCopy.width / copy.width
    const from: Alignment = found
      ? { x: found.x * ratio, y: found.y * ratio, scale: (found.scale * shrunk) / ratio }
      : search(small, smallCopy)
    const at = climb(small, smallCopy, from, found ? 4 : 2, 0.05)
    if (at.score < 0.5) return { original, copy, place: { x: 0, y: 0, scale: 1 }, score: at.score }
    // in pixels of the original
    found = {
      x: at.x / ratio,
      y: at.y / ratio,
      scale: (at.scale * ratio) / shrunk,
      score: at.score,
    }
  }
  const place = found ?? { x: 0, y: 0, scale: 1 }
  const { score, ...best } = climb(original, copy, place, 4, 0.1)
  return { original, copy, place: best, score }
}
