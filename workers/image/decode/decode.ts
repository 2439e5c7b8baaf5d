/**
 * Picks the decoders that this browser has for a file, best first, and takes the first that makes a
 * picture.
 */
import { IMAGE_MAX_PIXELS } from '#contract/workers/image'
import type { Frame } from './frame'
import { PixelsHidden, decodeBitmap } from './bitmap'
import { decodeNative } from './native'
import { ImageFailure } from '../failure'
import type { Header } from '../header/shape'
import type { DecodeRequest } from './request'

type Decoder = (wanted: DecodeRequest) => Promise<Frame>

/** Decoders of our own: slower, loaded when nothing else reads the file. */
const OWN: Partial<Record<Header['type'], Decoder>> = {
  heic: async (wanted) => (await import('../codecs/codec-heic')).decodeHeic(wanted),
  tiff: async (wanted) => (await import('../codecs/codec-tiff')).decodeTiff(wanted),
}

/**
 * For browsers that decode a JPEG and will not show its true pixels. Not for a JPEG that the
 * browser cannot decode: this decoder makes a grey picture of half a file, where the member must be
 * told that it is damaged.
 */
async function decodeHiddenJpeg(wanted: DecodeRequest): Promise<Frame> {
  return (await import('../codecs/codec-jpeg')).decodeJpeg(wanted)
}

/** Throws `too_many_pixels` beyond 100 megapixels. */
export function checkPixels(size: { readonly width: number; readonly height: number }): void {
  if (size.width * size.height > IMAGE_MAX_PIXELS)
    throw new ImageFailure('too_many_pixels', `${size.width} × ${size.height} pixels`)
}

/** Throws `unreadable` when no decoder makes a picture of the file. */
export async function decode(wanted: DecodeRequest): Promise<Frame> {
  checkPixels(wanted.header)
  const own = OWN[wanted.header.type]
  const decoders: Decoder[] = own ? [decodeNative, decodeBitmap, own] : [decodeNative, decodeBitmap]
  const reasons: string[] = []
  for (const decoder of decoders) {
    try {
      const bytes =
        wanted.bytes.byteLength > 0 ? wanted.bytes : new Uint8Array(await wanted.blob.arrayBuffer())
      const frame = await decoder({ ...wanted, bytes })
      try {
        checkPixels(frame.size)
      } catch (error) {
        frame.close()
        throw error
      }
      return frame
    } catch (error) {
      if (error instanceof ImageFailure) throw error
      if (error instanceof PixelsHidden && wanted.header.type === 'jpeg')
        decoders.push(decodeHiddenJpeg)
      reasons.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new ImageFailure('unreadable', reasons.join('; '))
}
