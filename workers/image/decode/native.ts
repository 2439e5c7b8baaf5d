/** WebCodecs' ImageDecoder: straight to the samples, no canvas on the way. */
import type { DecodeRequest } from './request'
import type { Frame } from './frame'
import { fitWithin } from '../pipeline/geometry'
import { decoderAppliesOrientation } from './probe'
import { pendingOrientationOf, videoFrame } from './video-frame'

/**
 * A JPEG may be decoded at a half, a quarter or an eighth, when that stays this much above the
 * result: 1.4 for a half, where our own filter is better; from a quarter on the decoder's time is
 * what a photo costs, and the picture, whose resize knows that it works on means, is within 0.003
 * of our SSIM and above every peer's. (The steps between exist, but decoders have no fast transform
 * for them: 3/8 takes a third longer than 4/8.) Chromium shrinks into pixels only, never into
 * planes (its JPEG decoder: «YUV decoding to a smaller size is not supported»).
 */
const SHRINKS = [
  { by: 8, margin: 1 },
  { by: 4, margin: 1 },
  { by: 2, margin: 1.4 },
] as const

/** `desiredWidth` and `desiredHeight` for a JPEG much larger than the result; nothing otherwise. */
function scaledDecode({ header, maxSide }: DecodeRequest): {
  desiredWidth?: number
  desiredHeight?: number
} {
  if (header.type !== 'jpeg') return {}
  const target = fitWithin(header, maxSide)
  const { by } = SHRINKS.find((one) => header.width >= one.margin * one.by * target.width) ?? {}
  // the decoder takes the next smaller size that it can make: ask for that one, rounded up
  return by
    ? { desiredWidth: Math.ceil(header.width / by), desiredHeight: Math.ceil(header.height / by) }
    : {}
}

/** The orientation that is still to be applied. */
async function remainingOrientation(frame: VideoFrame, exif: number): Promise<number> {
  const pending = pendingOrientationOf(frame)
  if (pending !== 1 || exif === 1) return pending
  // nothing pending although the file is turned: the decoder has applied EXIF, or ignores it
  return (await decoderAppliesOrientation()) ? 1 : exif
}

/** Throws when there is no ImageDecoder, it does not know the type, or the file is damaged. */
export async function decodeNative(wanted: DecodeRequest): Promise<Frame> {
  const { bytes, header, planes } = wanted
  const type = `image/${header.type}`
  if (typeof ImageDecoder !== 'function' || !(await ImageDecoder.isTypeSupported(type)))
    throw new Error(`no ImageDecoder for ${type}`)
  const scale = scaledDecode(wanted)
  // transferred, not copied: a PNG may have 30 MB. The next decoder reads the file again.
  const decoder = new ImageDecoder({
    data: bytes,
    type,
    preferAnimation: false,
    transfer: [bytes.buffer],
    ...scale,
  })
  try {
    const { image } = await decoder.decode()
    const frame = videoFrame(image, {
      planes,
      orientation: await remainingOrientation(image, header.orientation),
    })
    if (scale.desiredWidth === undefined) return frame
    // a decoder that turned the pixels itself leaves nothing to turn
    const turned = header.turned && frame.orientation < 5
    return {
      ...frame,
      source: turned
        ? { width: header.height, height: header.width }
        : { width: header.width, height: header.height },
    }
  } finally {
    decoder.close()
  }
}
