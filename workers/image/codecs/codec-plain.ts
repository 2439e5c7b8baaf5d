/**
 * The same steps without SIMD, on RGBA: resize and JPEG of @jsquash (mozjpeg, MIT-like and
 * Apache-2.0), the rest in plain TypeScript. Ten times slower, for browsers older than 2023.
 */
import encodeMozjpeg, { init as initEncode } from '@jsquash/jpeg/encode.js'
import encodeUrl from '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm?url'
import resizeImage, { initResize } from '@jsquash/resize'
import resizeUrl from '@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm?url'
import type { BlurSpot } from '#contract/workers/image'
import { blurSpot } from '../pipeline/blur'
import type { Frame } from '../decode/frame'
import { scaleSpots, type Size, type Window } from '../pipeline/geometry'
import { transformOf } from '../header/orientation'
import { LEVEL_STEPS, type ToSrgb } from '../pipeline/profile'

const WHITE = 255

/** Copies a frame of pixels out, in the order RGBA, laid on white. Does not close the frame. */
export async function pixelsOf(frame: Frame): Promise<ImageData> {
  const { size, layout } = frame
  if (layout.kind !== 'pixels') throw new Error('this path takes pixels')
  const data = new Uint8Array(size.width * size.height * 4)
  await layout.copy(data, { left: 0, top: 0, ...size })
  const [red, blue] = layout.bgr ? [2, 0] : [0, 2]
  const out = new Uint8ClampedArray(data.length)
  for (let i = 0; i < data.length; i += 4) {
    const a = layout.alpha ? (data[i + 3] ?? WHITE) : WHITE
    const onWhite = (level: number | undefined) => ((level ?? 0) * a + WHITE * (WHITE - a)) / WHITE
    out[i] = onWhite(data[i + red])
    out[i + 1] = onWhite(data[i + 1])
    out[i + 2] = onWhite(data[i + blue])
    out[i + 3] = WHITE
  }
  return new ImageData(out, size.width, size.height)
}

/** `orientation`: EXIF, 1..8. */
export function applyOrientation(image: ImageData, orientation: number): ImageData {
  const { flipX, flipY, transpose } = transformOf(orientation)
  if (!flipX && !flipY && !transpose) return image
  const [width, height] = transpose ? [image.height, image.width] : [image.width, image.height]
  const from = new Uint32Array(image.data.buffer)
  const to = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [lyingX, lyingY] = transpose ? [y, x] : [x, y]
      const sx = flipX ? image.width - 1 - lyingX : lyingX
      const sy = flipY ? image.height - 1 - lyingY : lyingY
      to[y * width + x] = from[sy * image.width + sx] ?? 0
    }
  }
  return new ImageData(new Uint8ClampedArray(to.buffer), width, height)
}

/** The part of a picture; null: the whole. */
export function cropImage(image: ImageData, window: Window | null): ImageData {
  if (!window) return image
  const { left, top, width, height } = window
  const out = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * image.width + left) * 4
    out.set(image.data.subarray(from, from + width * 4), y * width * 4)
  }
  return new ImageData(out, width, height)
}

/** Lanczos, on the stored levels. */
export async function resizePixels(image: ImageData, target: Size): Promise<ImageData> {
  if (image.width === target.width && image.height === target.height) return image
  await initResize(resizeUrl)
  return resizeImage(image, { ...target, method: 'lanczos3', linearRGB: false, premultiply: false })
}

/** Converts the levels in place. */
export function convertImageToSrgb(
  { data }: ImageData,
  { toLinear, matrix, toLevel }: ToSrgb,
): void {
  for (let i = 0; i < data.length; i += 4) {
    const light = [0, 1, 2].map((c) => toLinear[c * 256 + (data[i + c] ?? 0)] ?? 0)
    for (let c = 0; c < 3; c++) {
      const v = light.reduce((sum, l, k) => sum + l * (matrix[c * 3 + k] ?? 0), 0)
      data[i + c] = toLevel[Math.round(Math.min(1, Math.max(0, v)) * (LEVEL_STEPS - 1))] ?? 0
    }
  }
}

/** The spots of a picture of size `seen`, on the three channels. */
export function blurImage(image: ImageData, spots: readonly BlurSpot[], seen: Size): void {
  for (const spot of scaleSpots(spots, seen, image)) {
    for (let channel = 0; channel < 3; channel++)
      blurSpot(image.data, channel, 4, image.width * 4, image, spot)
  }
}

/** JPEG. `quality` 1..100. */
export async function encodeImage(
  image: ImageData,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  await initEncode({ locateFile: () => encodeUrl })
  return new Uint8Array(await encodeMozjpeg(image, { quality }))
}
