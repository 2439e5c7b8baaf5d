/**
 * createImageBitmap, for browsers without ImageDecoder and for formats that only it reads (HEIC on
 * Safari). Its pixels come out through a VideoFrame; a canvas is read only where there is none, and
 * only when the probe shows that the browser does not falsify what is read.
 */
import type { DecodeRequest } from './request'
import { pixelFrame, type Frame } from './frame'
import { isCanvasFaithful } from './probe'
import { pendingOrientationOf, videoFrame } from './video-frame'

/** The browser decoded the picture and falsifies the only way to its pixels. */
export class PixelsHidden extends Error {}

async function throughCanvas(bitmap: ImageBitmap): Promise<Frame> {
  if (!(await isCanvasFaithful())) throw new PixelsHidden('canvas pixels are falsified')
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas of this size')
  context.drawImage(bitmap, 0, 0)
  // drawing on a canvas converts to its sRGB
  return pixelFrame(
    context.getImageData(0, 0, width, height).data,
    { width, height },
    { orientation: 1, inFileColours: false },
  )
}

/**
 * The bitmap is turned, but a frame made of it may hold the pixels as stored: its rotation or its
 * sides show which.
 */
function remainingOrientation(frame: VideoFrame, bitmap: ImageBitmap, exif: number): number {
  const pending = pendingOrientationOf(frame)
  const isStoredSideways =
    frame.codedWidth === bitmap.height &&
    frame.codedHeight === bitmap.width &&
    frame.codedWidth !== frame.codedHeight
  return pending === 1 && isStoredSideways ? exif : pending
}

/** Decodes with the browser. Rejects when it cannot decode this file. */
export async function decodeBitmap({ blob, header, planes }: DecodeRequest): Promise<Frame> {
  const typed = blob.slice(0, blob.size, `image/${header.type}`)
  const bitmap = await createImageBitmap(typed, {
    imageOrientation: 'from-image',
    premultiplyAlpha: 'none',
  })
  try {
    if (typeof VideoFrame !== 'function') return await throughCanvas(bitmap)
    const frame = new VideoFrame(bitmap, { timestamp: 0 })
    return videoFrame(frame, {
      planes,
      orientation: remainingOrientation(frame, bitmap, header.orientation),
    })
  } finally {
    bitmap.close()
  }
}
