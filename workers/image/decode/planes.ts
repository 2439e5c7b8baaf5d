/**
 * A picture as three planes in the memory of the kernels, from the decoder's frame to the encoded
 * bytes.
 */
import type { BlurSpot } from '#contract/workers/image'
import type { Frame, PixelLayout } from './frame'
import {
  halveSpot,
  type PlaneSpot,
  scaleSpots,
  fullWindow,
  type Size,
  type Window,
} from '../pipeline/geometry'
import type { KernelExports } from '../pipeline/kernels'
import { transformOf } from '../header/orientation'
import type { ToSrgb } from '../pipeline/profile'

/**
 * One plane. `width` and `height` may be half a sample short of the counts (chroma of an odd size).
 */
interface Plane {
  readonly at: number
  readonly stride: number
  readonly columns: number
  readonly lines: number
  readonly width: number
  readonly height: number
}
export type Planes = readonly [y: Plane, cb: Plane, cr: Plane]

const BLOCK = 16

function roundUp(n: number, to: number): number {
  return Math.ceil(n / to) * to
}

/** Room for whole JPEG blocks, and for one line more: the resize reads lines in pairs. */
function plane(k: KernelExports, size: Size, subX: number, subY: number): Plane {
  const stride = roundUp(size.width, BLOCK) / subX
  const height = roundUp(size.height, BLOCK) / subY
  const [width, exactHeight] = [size.width / subX, size.height / subY]
  return {
    at: k.alloc(stride * (height + 1)),
    stride,
    columns: Math.ceil(width),
    lines: Math.ceil(exactHeight),
    width,
    height: exactHeight,
  }
}

function planesOf(k: KernelExports, size: Size, subX = 2, subY = 2): Planes {
  return [plane(k, size, 1, 1), plane(k, size, subX, subY), plane(k, size, subX, subY)]
}

/**
 * Lines of pixels that are in memory at once: even, so that chroma pairs stay together; few, so
 * that they are still in the processor's cache when they are read.
 */
const BAND = 64

/**
 * The planes of a part of a frame of pixels, band by band: the whole of it never lies here beside
 * its decoder.
 */
async function loadPixels(
  k: KernelExports,
  layout: PixelLayout,
  part: Window,
  [y, cb, cr]: Planes,
): Promise<void> {
  const line = part.width * 4
  const from = k.mark()
  const pixels = k.alloc(line * Math.min(BAND, part.height))
  for (let top = 0; top < part.height; top += BAND) {
    const height = Math.min(BAND, part.height - top)
    await layout.copy(new Uint8Array(k.memory.buffer, pixels, line * height), {
      ...part,
      top: part.top + top,
      height,
    })
    if (layout.alpha) k.overWhite(pixels, part.width * height)
    const half = (top / 2) * cb.stride
    k.rgbaToPlanes(
      pixels,
      part.width,
      height,
      layout.bgr,
      y.at + top * y.stride,
      y.stride,
      cb.at + half,
      cr.at + half,
      cb.stride,
    )
  }
  k.release(from)
}

/** The samples of a part of the frame. */
async function load(k: KernelExports, { layout }: Frame, part: Window): Promise<Planes> {
  if (layout.kind === 'planes') {
    const planes = planesOf(k, part, layout.subX, layout.subY)
    await layout.copy(
      new Uint8Array(k.memory.buffer),
      planes.map(({ at, stride }) => ({ offset: at, stride })),
      part,
    )
    return planes
  }
  const planes = planesOf(k, part)
  await loadPixels(k, layout, part, planes)
  return planes
}

function resize(
  k: KernelExports,
  from: Plane,
  to: Plane,
  { flipX, flipY }: { readonly flipX: boolean; readonly flipY: boolean },
  boxed: number,
): void {
  k.resizePlane(
    from.at,
    from.stride,
    from.columns,
    from.lines,
    from.width,
    from.height,
    to.at,
    to.stride,
    to.columns,
    to.lines,
    to.width,
    to.height,
    flipX,
    flipY,
    boxed,
  )
}

interface Shape {
  /** Of the result as it is seen. */
  readonly target: Size
  /** The part of the upright frame to use; null: all of it. */
  readonly window: Window | null
}

/**
 * Copies a frame in, cuts it to a window, turns and resizes it to planes of `target` (the upright
 * picture), 4:2:0. Starts a new picture: the kernels' memory is overwritten. The
 * memory of the frame's samples is free again at the end, so that the encoder uses it.
 */
export async function loadPlanes(
  k: KernelExports,
  frame: Frame,
  { target, window }: Shape,
): Promise<Planes> {
  const turn = transformOf(frame.orientation)
  // what a decoder that shrinks makes of n samples is their mean
  const boxed = Math.max(1, Math.round(frame.source.width / frame.size.width))
  k.reset()
  const result = planesOf(k, target)
  const above = k.mark()
  const source = await load(k, frame, window ?? fullWindow(frame.size))
  // before the mirror on the diagonal
  const lying = turn.transpose
    ? planesOf(k, { width: target.height, height: target.width })
    : result
  for (const i of [0, 1, 2] as const) {
    resize(k, source[i], lying[i], turn, boxed)
    if (turn.transpose)
      k.transposePlane(
        lying[i].at,
        lying[i].stride,
        lying[i].columns,
        lying[i].lines,
        result[i].at,
        result[i].stride,
      )
  }
  k.release(above)
  return result
}

export function copyToKernel(
  k: Pick<KernelExports, 'memory' | 'alloc'>,
  data: Float32Array | Int16Array | Uint8Array,
): number {
  const at = k.alloc(data.byteLength)
  new Uint8Array(k.memory.buffer).set(
    new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    at,
  )
  return at
}

export function convertPlanesToSrgb(k: KernelExports, [y, cb, cr]: Planes, profile: ToSrgb): void {
  const [toLinear, matrix, toLevel] = [
    copyToKernel(k, profile.toLinear),
    copyToKernel(k, profile.matrix),
    copyToKernel(k, profile.toLevel),
  ]
  k.planesToSrgb(
    y.at,
    y.stride,
    cb.at,
    cr.at,
    cb.stride,
    y.columns,
    y.lines,
    toLinear,
    matrix,
    toLevel,
  )
}

/** Destroys the spots of a picture of size `seen` on planes made of it. */
export function blurPlanes(
  k: KernelExports,
  planes: Planes,
  spots: readonly BlurSpot[],
  seen: Size,
): void {
  const [y, cb, cr] = planes
  const lay = (plane: Planes[number], spot: PlaneSpot): void =>
    k.blurSpot(
      plane.at,
      plane.stride,
      plane.columns,
      plane.lines,
      spot.cx,
      spot.cy,
      spot.radius,
      spot.outer,
      spot.cell,
      copyToKernel(k, new Uint8Array(spot.noise)),
    )
  for (const spot of scaleSpots(spots, seen, { width: y.columns, height: y.lines })) {
    lay(y, spot)
    lay(cb, halveSpot(spot, 1))
    lay(cr, halveSpot(spot, 2))
  }
}

/** Fills the planes up to whole JPEG blocks. */
function pad(k: KernelExports, planes: Planes): void {
  for (const { at, stride, columns, lines } of planes)
    k.padPlane(
      at,
      stride,
      columns,
      lines,
      roundUp(lines, stride === planes[0].stride ? BLOCK : BLOCK / 2),
    )
}

/** The JPEG of these planes, 4:2:0 as `loadPlanes` makes them. `quality` 1..100. */
export function encodePlanes(
  k: KernelExports,
  planes: Planes,
  quality: number,
): Uint8Array<ArrayBuffer> {
  const [y, cb, cr] = planes
  pad(k, planes)
  const at = k.encodeJpeg(y.at, y.stride, cb.at, cr.at, cb.stride, y.columns, y.lines, quality)
  return new Uint8Array(k.memory.buffer, at, k.encodedLength()).slice()
}

/** A copy of the samples outside of the kernels' memory, and back: what a preview keeps. */
export interface KeptPlanes {
  readonly size: Size
  readonly data: readonly Uint8Array[]
}

export function savePlanes(k: KernelExports, planes: Planes): KeptPlanes {
  const data = planes.map(({ at, stride, lines }) =>
    new Uint8Array(k.memory.buffer, at, stride * lines).slice(),
  )
  return { size: { width: planes[0].columns, height: planes[0].lines }, data }
}

export function restorePlanes(k: KernelExports, kept: KeptPlanes): Planes {
  k.reset()
  const planes = planesOf(k, kept.size)
  for (const [i, { at }] of planes.entries())
    new Uint8Array(k.memory.buffer).set(kept.data[i] ?? [], at)
  return planes
}
