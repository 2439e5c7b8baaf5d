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
 * be taken back. It was 0.35 with kernels in floating point; whole numbers change a score by up to
 * 0.01, which must lose no face.
 */
const LEAST_SCORE = 0.34
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

type Detect = (
  picture: KeptPlanes,
  sides: readonly number[],
  least: number,
) => readonly DetectedFace[]

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
  const found = mergeBoxes(detect(kept, sides, LEAST_SCORE))
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
