/** A picture as three planes in the memory of the kernels, from the decoder's frame to the encoded bytes. */
import type { BlurSpot } from '#contract/workers-image'
import type { Frame, PixelLayout } from './frame'
import { halved, scaleSpots, type Size, type Window } from './geometry'
import type { KernelExports } from './kernels'
import { turnOf } from './orientation'
import type { ToSrgb } from './profile'

/** One plane. `width` and `height` may be half a sample short of the counts (chroma of an odd size). */
export interface Plane { readonly at: number; readonly stride: number; readonly columns: number; readonly lines: number; readonly width: number; readonly height: number }
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
  return { at: k.alloc(stride * (height + 1)), stride, columns: Math.ceil(width), lines: Math.ceil(exactHeight), width, height: exactHeight }
}

function planesOf(k: KernelExports, size: Size, subX = 2, subY = 2): Planes {
  return [plane(k, size, 1, 1), plane(k, size, subX, subY), plane(k, size, subX, subY)]
}

/** Lines of pixels that are in memory at once: even, so that chroma pairs stay together; few, so that they are still in the processor's cache when they are read. */
const BAND = 64

/** The planes of a frame of pixels, band by band: the whole of it never lies here beside its decoder. */
async function loadPixels(k: KernelExports, { size, layout }: Frame & { readonly layout: PixelLayout }, [y, cb, cr]: Planes): Promise<void> {
  const line = size.width * 4
  const from = k.mark()
  const pixels = k.alloc(line * Math.min(BAND, size.height))
  for (let top = 0; top < size.height; top += BAND) {
    const lines = Math.min(BAND, size.height - top)
    await layout.copy(new Uint8Array(k.memory.buffer, pixels, line * lines), top, lines)
    if (layout.alpha) k.overWhite(pixels, size.width * lines)
    const half = (top / 2) * cb.stride
    k.rgbaToPlanes(pixels, size.width, lines, layout.bgr, y.at + top * y.stride, y.stride, cb.at + half, cr.at + half, cb.stride)
  }
  k.release(from)
}

async function load(k: KernelExports, frame: Frame): Promise<Planes> {
  const { size, layout } = frame
  if (layout.kind === 'planes') {
    const planes = planesOf(k, size, layout.subX, layout.subY)
    await layout.copy(new Uint8Array(k.memory.buffer), planes.map(({ at, stride }) => ({ offset: at, stride })))
    return planes
  }
  const planes = planesOf(k, size)
  await loadPixels(k, { ...frame, layout }, planes)
  return planes
}

function resize(k: KernelExports, from: Plane, to: Plane, flipX: boolean, flipY: boolean, boxed: number): void {
  k.resizePlane(from.at, from.stride, from.columns, from.lines, from.width, from.height, to.at, to.stride, to.columns, to.lines, to.width, to.height, flipX, flipY, boxed)
}

/** The samples of a part; its borders are even, so that chroma has them too. */
function part(planes: Planes, window: Window | null): Planes {
  if (!window) return planes
  const [luma] = planes
  const cutOut = (plane: Plane): Plane => {
    const [subX, subY] = [Math.round(luma.width / plane.width), Math.round(luma.height / plane.height)]
    const [width, height] = [window.width / subX, window.height / subY]
    return { at: plane.at + (window.top / subY) * plane.stride + window.left / subX, stride: plane.stride, columns: Math.ceil(width), lines: Math.ceil(height), width, height }
  }
  return [cutOut(planes[0]), cutOut(planes[1]), cutOut(planes[2])]
}

/**
 * Copies a frame in, cut to a window, turned and resized to planes of `target` (as the picture is seen), 4:2:0. Starts a new picture:
 * what lay in the kernels' memory is gone. Closes the frame as soon as its samples are here; what they took is free
 * again at the end, so the encoder works in their place.
 */
export async function shape(k: KernelExports, frame: Frame, target: Size, window: Window | null = null): Promise<Planes> {
  const { flipX, flipY, transpose } = turnOf(frame.orientation)
  // what a decoder that shrinks makes of n samples is their mean
  const boxed = Math.max(1, Math.round(frame.source.width / frame.size.width))
  k.reset()
  const result = planesOf(k, target)
  const above = k.mark()
  const source = part(await load(k, frame), window)
  frame.close()
  const lying = transpose ? planesOf(k, { width: target.height, height: target.width }) : result
  for (const i of [0, 1, 2] as const) {
    resize(k, source[i], lying[i], flipX, flipY, boxed)
    if (transpose) k.transposePlane(lying[i].at, lying[i].stride, lying[i].columns, lying[i].lines, result[i].at, result[i].stride)
  }
  k.release(above)
  return result
}

function put(k: KernelExports, data: Float32Array | Uint8Array): number {
  const at = k.alloc(data.byteLength)
  new Uint8Array(k.memory.buffer).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at)
  return at
}

export function toSrgb(k: KernelExports, [y, cb, cr]: Planes, profile: ToSrgb): void {
  const [toLinear, matrix, toLevel] = [put(k, profile.toLinear), put(k, profile.matrix), put(k, profile.toLevel)]
  k.planesToSrgb(y.at, y.stride, cb.at, cr.at, cb.stride, y.columns, y.lines, toLinear, matrix, toLevel)
}

/** Destroys the spots of a picture of size `seen` on planes made of it. */
export function blur(k: KernelExports, planes: Planes, spots: readonly BlurSpot[], seen: Size): void {
  const [y, cb, cr] = planes
  for (const spot of scaleSpots(spots, seen, { width: y.columns, height: y.lines })) {
    k.blurSpot(y.at, y.stride, y.columns, y.lines, spot.cx, spot.cy, spot.radius, spot.outer, spot.cell)
    const half = halved(spot)
    for (const c of [cb, cr]) k.blurSpot(c.at, c.stride, c.columns, c.lines, half.cx, half.cy, half.radius, half.outer, half.cell)
  }
}

/** The JPEG of these planes, 4:2:0 as `shape` makes them. `quality` 1..100. */
export function encode(k: KernelExports, [y, cb, cr]: Planes, quality: number): Uint8Array<ArrayBuffer> {
  for (const { at, stride, columns, lines } of [y, cb, cr]) k.padPlane(at, stride, columns, lines, roundUp(lines, stride === y.stride ? BLOCK : BLOCK / 2))
  const at = k.encodeJpeg(y.at, y.stride, cb.at, cr.at, cb.stride, y.columns, y.lines, quality)
  return new Uint8Array(k.memory.buffer, at, k.encodedLength()).slice()
}

/** A copy of the samples outside of the kernels' memory, and back: what a preview keeps. */
export interface KeptPlanes { readonly size: Size; readonly data: readonly Uint8Array[] }

export function keep(k: KernelExports, planes: Planes): KeptPlanes {
  const data = planes.map(({ at, stride, lines }) => new Uint8Array(k.memory.buffer, at, stride * lines).slice())
  return { size: { width: planes[0].columns, height: planes[0].lines }, data }
}

export function restore(k: KernelExports, kept: KeptPlanes): Planes {
  k.reset()
  const planes = planesOf(k, kept.size)
  for (const [i, { at }] of planes.entries()) new Uint8Array(k.memory.buffer).set(kept.data[i] ?? [], at)
  return planes
}
