/**
 * A picture as three planes in the memory of the kernels, from the decoder's frame to the encoded
 * bytes.
 */
import type { BlurSpot } from '#contract/workers/image'
import type { Frame, PixelLayout } from './frame'
import { halved, reached, scaleSpots, whole, type Size, type Window } from '../pipeline/geometry'
import type { KernelExports } from '../pipeline/kernels'
import { turnOf } from '../header/orientation'
import type { ToSrgb } from '../pipeline/profile'

/**
 * One plane. `width` and `height` may be half a sample short of the counts (chroma of an odd size).
 */
export interface Plane {
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

/** The planes of a picture of which these are a part: outside of it there is nothing to be read. */
function around(planes: Planes, part: Window, size: Size): Planes {
  const [luma] = planes
  const grown = (plane: Plane): Plane => {
    const [subX, subY] = [
      Math.round(luma.width / plane.width),
      Math.round(luma.height / plane.height),
    ]
    const [width, height] = [size.width / subX, size.height / subY]
    return {
      at: plane.at - (part.top / subY) * plane.stride - part.left / subX,
      stride: plane.stride,
      columns: Math.ceil(width),
      lines: Math.ceil(height),
      width,
      height,
    }
  }
  return [grown(planes[0]), grown(planes[1]), grown(planes[2])]
}

/**
 * `window`: of the picture that `full` is the size of; it is what `to` holds. In samples of this
 * plane.
 */
function resize(
  k: KernelExports,
  from: Plane,
  to: Plane,
  full: Plane,
  window: Window,
  flipX: boolean,
  flipY: boolean,
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
    full.columns,
    full.lines,
    full.width,
    full.height,
    flipX,
    flipY,
    boxed,
    window.left,
    window.top,
    window.left + to.columns,
    window.top + to.lines,
  )
}

/** Properties of a plane of this size. */
function shapeOf(size: Size, sub: 1 | 2): Plane {
  const [width, height] = [size.width / sub, size.height / sub]
  return { at: 0, stride: 0, columns: Math.ceil(width), lines: Math.ceil(height), width, height }
}

const SUBSAMPLED = [1, 2, 2] as const

export interface Shape {
  /** Of the result as it is seen. */
  readonly target: Size
  /** The part of the upright frame to use; null: all of it. */
  readonly window: Window | null
  /** Lines of the result that are made; all but its last line are at multiples of 16. */
  readonly lines?: Lines
}
export interface Lines {
  readonly top: number
  readonly bottom: number
}

/**
 * Copies a frame in, cut to a window, turned and resized to planes of `target` (as the picture is
 * seen), 4:2:0, or to some lines of them. Starts a new picture: what lay in the kernels' memory is
 * gone. What the frame's samples took here is free again at the end, so the encoder works in their
 * place.
 */
export async function shape(
  k: KernelExports,
  frame: Frame,
  { target, window, lines = { top: 0, bottom: target.height } }: Shape,
): Promise<Planes> {
  const { flipX, flipY, transpose } = turnOf(frame.orientation)
  // what a decoder that shrinks makes of n samples is their mean
  const boxed = Math.max(1, Math.round(frame.source.width / frame.size.width))
  const height = lines.bottom - lines.top
  // before the mirror on the diagonal
  const full = transpose ? { width: target.height, height: target.width } : target
  const wanted = transpose
    ? { left: lines.top, top: 0, width: height, height: full.height }
    : { left: 0, top: lines.top, width: full.width, height }
  const picture = window ?? whole(frame.size)
  const needed = window ?? reached(frame.size, full, wanted, { flipX, flipY })
  k.reset()
  const result = planesOf(k, { width: target.width, height })
  const above = k.mark()
  const loaded = await load(k, frame, needed)
  const source = around(loaded, window ? whole(picture) : needed, picture)
  const lying = transpose ? planesOf(k, wanted) : result
  for (const i of [0, 1, 2] as const) {
    const sub = SUBSAMPLED[i]
    resize(
      k,
      source[i],
      lying[i],
      shapeOf(full, sub),
      { ...wanted, left: wanted.left / sub, top: wanted.top / sub },
      flipX,
      flipY,
      boxed,
    )
    if (transpose)
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

export function put(k: KernelExports, data: Float32Array | Uint8Array): number {
  const at = k.alloc(data.byteLength)
  new Uint8Array(k.memory.buffer).set(
    new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    at,
  )
  return at
}

export function toSrgb(k: KernelExports, [y, cb, cr]: Planes, profile: ToSrgb): void {
  const [toLinear, matrix, toLevel] = [
    put(k, profile.toLinear),
    put(k, profile.matrix),
    put(k, profile.toLevel),
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
export function blur(
  k: KernelExports,
  planes: Planes,
  spots: readonly BlurSpot[],
  seen: Size,
): void {
  const [y, cb, cr] = planes
  for (const spot of scaleSpots(spots, seen, { width: y.columns, height: y.lines })) {
    k.blurSpot(
      y.at,
      y.stride,
      y.columns,
      y.lines,
      spot.cx,
      spot.cy,
      spot.radius,
      spot.outer,
      spot.cell,
    )
    const half = halved(spot)
    for (const c of [cb, cr])
      k.blurSpot(
        c.at,
        c.stride,
        c.columns,
        c.lines,
        half.cx,
        half.cy,
        half.radius,
        half.outer,
        half.cell,
      )
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

/** The JPEG of these planes, 4:2:0 as `shape` makes them. `quality` 1..100. */
export function encode(k: KernelExports, planes: Planes, quality: number): Uint8Array<ArrayBuffer> {
  const [y, cb, cr] = planes
  pad(k, planes)
  const at = k.encodeJpeg(y.at, y.stride, cb.at, cr.at, cb.stride, y.columns, y.lines, quality)
  return written(k, at)
}

/** A copy of what the encoder wrote last. */
export function written(k: KernelExports, at: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(k.memory.buffer, at, k.encodedLength()).slice()
}

/** First step of encoding one of two parts: returns the address of its symbol frequencies. */
export function transformPart(k: KernelExports, planes: Planes, quality: number): number {
  const [y, cb, cr] = planes
  pad(k, planes)
  return k.transformPart(y.at, y.stride, cb.at, cr.at, cb.stride, y.columns, y.lines, quality)
}

/** A copy of the samples outside of the kernels' memory, and back: what a preview keeps. */
export interface KeptPlanes {
  readonly size: Size
  readonly data: readonly Uint8Array[]
}

export function keep(k: KernelExports, planes: Planes): KeptPlanes {
  const data = planes.map(({ at, stride, lines }) =>
    new Uint8Array(k.memory.buffer, at, stride * lines).slice(),
  )
  return { size: { width: planes[0].columns, height: planes[0].lines }, data }
}

export function restore(k: KernelExports, kept: KeptPlanes): Planes {
  k.reset()
  const planes = planesOf(k, kept.size)
  for (const [i, { at }] of planes.entries())
    new Uint8Array(k.memory.buffer).set(kept.data[i] ?? [], at)
  return planes
}
