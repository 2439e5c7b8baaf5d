/** WebCodecs' ImageDecoder: straight to the samples, no canvas on the way. */
import type { Wanted } from './decode'
import type { Frame } from './frame'
import { fit } from './geometry'
import { decoderTurns } from './probe'
import { toldOrientation, videoFrame } from './video-frame'

/** A JPEG may be decoded at n/8 of its size: 1/2 or less, and only when that stays this much above the result. */
const SCALE_STEPS = 8
const SCALE_MOST = 4
const SCALE_MARGIN = 1.4

/** `desiredWidth` and `desiredHeight` for a JPEG much larger than the result; nothing otherwise. */
function scaledDecode({ header, maxSide }: Wanted): { desiredWidth?: number; desiredHeight?: number } {
  if (header.type !== 'jpeg') return {}
  const target = fit(header, maxSide)
  const n = Math.ceil((SCALE_MARGIN * SCALE_STEPS * target.width) / header.width)
  if (n > SCALE_MOST) return {}
  // The decoder rounds down: ask for the size that n/8 gives, rounded up.
  return { desiredWidth: Math.ceil((header.width * n) / SCALE_STEPS), desiredHeight: Math.ceil((header.height * n) / SCALE_STEPS) }
}

async function orientationLeft(frame: VideoFrame, exif: number): Promise<number> {
  const told = toldOrientation(frame)
  if (told !== 1 || exif === 1) return told
  // It tells nothing of a turned picture: either it has turned the pixels, or it ignores EXIF.
  return (await decoderTurns()) ? 1 : exif
}

/** Throws when there is no ImageDecoder, it does not know the type, or the file is damaged. */
export async function decodeNative(wanted: Wanted): Promise<Frame> {
  const { bytes, header, planes } = wanted
  const type = `image/${header.type}`
  if (typeof ImageDecoder !== 'function' || !(await ImageDecoder.isTypeSupported(type))) throw new Error(`no ImageDecoder for ${type}`)
  const scale = scaledDecode(wanted)
  const decoder = new ImageDecoder({ data: bytes, type, preferAnimation: false, ...scale })
  try {
    const { image } = await decoder.decode()
    const frame = videoFrame(image, { planes, orientation: await orientationLeft(image, header.orientation) })
    if (scale.desiredWidth === undefined) return frame
    // a decoder that turned the pixels itself leaves nothing to turn
    const turned = header.turned && frame.orientation < 5
    return { ...frame, source: turned ? { width: header.height, height: header.width } : { width: header.width, height: header.height } }
  } finally {
    decoder.close()
  }
}
