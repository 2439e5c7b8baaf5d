/**
 * Sizes and spots: pure arithmetic between the picture as it is seen and the JPEG that is made of
 * it.
 */
import type { BlurSpot, Crop } from '#contract/workers/image'
import { IMAGE_BLUR_MAX_SIDE_PX, IMAGE_MAX_SIDE_PX } from '#contract/limits'
import { ImageFailure } from '../failure'
import { CELLS_MAX, noiseOf } from './spot-noise'

export interface Size {
  readonly width: number
  readonly height: number
}

/** The cap of MSG-202: 2000 px, or 2048 px with blur. */
export function maxSide(spots: readonly BlurSpot[]): number {
  return spots.length > 0 ? IMAGE_BLUR_MAX_SIDE_PX : IMAGE_MAX_SIDE_PX
}

/** Longest side at most `max`, in proportion, never enlarged, at least one pixel. */
export function fitWithin(size: Size, max: number): Size {
  const scale = Math.min(1, max / Math.max(size.width, size.height))
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}

/**
 * A part of a picture in whole pairs of pixels, which chroma samples stand for; inside the picture.
 */
export interface Window {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export function fullWindow({ width, height }: Size): Window {
  return { left: 0, top: 0, width, height }
}

export function cropWindow({ x, y, side }: Crop, size: Size): Window {
  const even = (v: number) => 2 * Math.round(v / 2)
  const width = Math.min(size.width, Math.max(2, even(side)))
  const height = Math.min(size.height, Math.max(2, even(side)))
  const place = (v: number, most: number) => Math.max(0, Math.min(even(v), most - (most % 2)))
  return { left: place(x, size.width - width), top: place(y, size.height - height), width, height }
}

/** The square that is made of a crop. */
export function cropTarget({ side, most }: Crop): Size {
  const length = Math.max(1, Math.min(most, Math.round(side)))
  return { width: length, height: length }
}

/** Parameters of the blur kernel, in samples of one plane. */
export interface PlaneSpot {
  readonly cx: number
  readonly cy: number
  readonly radius: number
  readonly outer: number
  readonly cell: number
  /** Levels added to the mean of each cell, row by row. */
  readonly noise: Int8Array
}

/**
 * Cells across the diameter, by intensity. An attacker who blurs 24 candidates of one mean light in
 * the same way, with the noise of `spot-noise`, finds the right one about one time in 16 at 2 and in
 * 19 at 3 (a guess: 24), and one time in five at 1. Where mean lights differ, as they do between
 * four random digits, it is one in ten at 2.
 */
const CELLS = { 1: 4, 2: 3, 3: 2 } as const
/** A cell is never smaller, however small the spot: below it, a mean still shows the picture. */
const LEAST_CELL_PX = 4
/**
 * The feather reaches this far beyond the radius: inside of it nothing of the source is mixed in.
 */
export const FEATHER = 0.25

/** Spots of a picture of size `from`, on its version of size `to`. */
export function scaleSpots(spots: readonly BlurSpot[], from: Size, to: Size): PlaneSpot[] {
  const [sx, sy] = [to.width / from.width, to.height / from.height]
  return spots.map((spot) => {
    const radius = Math.max(1, spot.radius * Math.max(sx, sy))
    const cell = Math.max(LEAST_CELL_PX, Math.ceil((2 * radius) / CELLS[spot.intensity]))
    return {
      cx: spot.x * sx,
      cy: spot.y * sy,
      radius,
      outer: radius * (1 + FEATHER),
      cell,
      noise: noiseOf(spot),
    }
  })
}

/** The same spot on a chroma plane of half the size; `chroma` 1: Cb, 2: Cr. */
export function halveSpot(spot: PlaneSpot, chroma: 1 | 2): PlaneSpot {
  return {
    cx: spot.cx / 2,
    cy: spot.cy / 2,
    radius: spot.radius / 2,
    outer: spot.outer / 2,
    cell: Math.ceil(spot.cell / 2),
    // an eye forgives less in a colour than in its light
    noise: spot.noise.subarray(CELLS_MAX * chroma).map((v) => v / 4),
  }
}

/** A spot that cannot be applied must not be left out: the conversion fails. */
export function checkSpots(spots: readonly BlurSpot[]): void {
  for (const { x, y, radius, intensity } of spots) {
    const sound =
      Number.isFinite(x) &&
      Number.isFinite(y) &&
      Number.isFinite(radius) &&
      radius > 0 &&
      intensity in CELLS
    if (!sound)
      throw new ImageFailure('blur_failed', 'a spot is not a place with a radius and an intensity')
  }
}
