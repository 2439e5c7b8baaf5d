/**
 * Proposals of blur spots: where a face may be. It misses some and sees some that are none; the
 * member decides.
 */
import type { FaceSpot } from '#contract/workers/image'
import { FACE_GRID, type DetectedFace } from './net'
import type { Size } from '../pipeline/geometry'
import type { KeptPlanes } from '../decode/planes'

/**
 * The picture is looked at in these sizes: a face is found best when it is about 50 to 200 px wide.
 */
const SIDES = [416, 640, 800] as const
/**
 * Below the score that face-api takes (0.5): an ear too many costs a click, a face too few cannot
 * be taken back.
 */
const LEAST_SCORE = 0.35
/**
 * Two boxes with this much in common (intersection over union, or over the smaller one) are one
 * face.
 */
const SAME_UNION = 0.4
const SAME_INSIDE = 0.75
/**
 * Of the longer side of a box, which ends at brows and chin: hair and ears identify a person too.
 */
const RADIUS = 0.72
/** The box's centre lies on the nose; the head's is higher. */
const RAISE = 0.06

type Detect = (rgb: Float32Array, size: Size, least: number) => readonly DetectedFace[]

const level = (v: number): number => Math.min(255, Math.max(0, v))
/** Where each sample begins, and where the last one ends. */
const edges = (count: number, step: number): Int32Array =>
  Int32Array.from({ length: count + 1 }, (_, i) => Math.floor(i * step))

const wholeCells = (samples: number): number =>
  Math.max(1, Math.ceil(samples / FACE_GRID)) * FACE_GRID

interface Shrunk {
  readonly size: Size
  /** RGB levels; black right of and below the picture. */
  readonly rgb: Float32Array
}

/**
 * The picture with `side` samples on its longer side, each the mean of those that it covers, in the
 * upper left corner of a rectangle of whole cells of the network. A square costs a quarter more for
 * a photo of 4:3, and without black below it a face that the edge cuts is found less often.
 */
export function shrinkForDetector({ size, data }: KeptPlanes, side: number): Shrunk {
  const [Y, Cb, Cr] = data
  const stride = Math.ceil(size.width / 16) * 16
  const step = Math.max(size.width, size.height) / side
  const columns = Math.floor(size.width / step)
  const lines = Math.floor(size.height / step)
  const most = wholeCells(side)
  const whole = {
    width: Math.min(most, wholeCells(columns + FACE_GRID)),
    height: Math.min(most, wholeCells(lines + FACE_GRID)),
  }
  const rgb = new Float32Array(whole.width * whole.height * 3)
  if (!Y || !Cb || !Cr) return { size: whole, rgb }
  const from = edges(columns, step)
  // plain loops over plain numbers: this is an eighth of a photo's time in the worker
  for (let dy = 0; dy < lines; dy++) {
    const top = Math.floor(dy * step)
    const bottom = Math.max(top + 1, Math.floor((dy + 1) * step))
    let at = dy * whole.width * 3
    for (let dx = 0; dx < columns; dx++) {
      const left = from[dx] as number
      const right = Math.max(left + 1, from[dx + 1] as number)
      let sum = 0
      for (let y = top; y < bottom; y++) {
        const end = y * stride + right
        for (let i = y * stride + left; i < end; i++) sum += Y[i] as number
      }
      const luma = sum / ((bottom - top) * (right - left))
      const chroma = ((top + bottom) >> 2) * (stride / 2) + ((left + right) >> 2)
      const u = (Cb[chroma] as number) - 128
      const v = (Cr[chroma] as number) - 128
      // JFIF 1.02
      rgb[at++] = level(luma + 1.402 * v)
      rgb[at++] = level(luma - 0.344136 * u - 0.714136 * v)
      rgb[at++] = level(luma + 1.772 * u)
    }
  }
  return { size: whole, rgb }
}

/** The surest of boxes that show the same face, surest first. */
export function mergeBoxes(found: readonly DetectedFace[]): DetectedFace[] {
  const kept: DetectedFace[] = []
  for (const box of found.toSorted((a, b) => b.score - a.score)) {
    const same = kept.some((other) => {
      const across = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x)
      const down = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y)
      if (across <= 0 || down <= 0) return false
      const [shared, one, two] = [across * down, box.width * box.height, other.width * other.height]
      return shared / (one + two - shared) > SAME_UNION || shared / Math.min(one, two) > SAME_INSIDE
    })
    if (!same) kept.push(box)
  }
  return kept
}

/** Spots for the faces of a kept picture, in pixels of `seen`, from left to right. */
export function findFaces(kept: KeptPlanes, seen: Size, detect: Detect): FaceSpot[] {
  const longest = Math.max(kept.size.width, kept.size.height)
  const sides = SIDES.filter(
    (side, i) => i === 0 || side <= Math.ceil(longest / FACE_GRID) * FACE_GRID,
  )
  const found = mergeBoxes(
    sides.flatMap((side) => {
      const { rgb, size } = shrinkForDetector(kept, side)
      return [...detect(rgb, size, LEAST_SCORE)]
    }),
  )
  const whole = Math.max(seen.width, seen.height)
  return found
    .map(({ x, y, width, height }) => ({
      x: Math.round((x + width / 2) * whole),
      y: Math.round((y + height / 2 - height * RAISE) * whole),
      radius: Math.round(Math.max(width, height) * RADIUS * whole),
    }))
    .filter(
      ({ x, y, radius }) => radius > 0 && x >= 0 && y >= 0 && x < seen.width && y < seen.height,
    )
    .toSorted((a, b) => a.x - b.x)
}
