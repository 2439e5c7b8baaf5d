import { encode } from 'blurhash'
import sharp from 'sharp'
import { IMAGE_BLUR_MAX_SIDE_PX } from '#contract/limits'
import { Fail, fail } from '../fail'
import { takeDecodingTurn } from './turns'

/**
 * More is a decompression bomb or a mistake; phones make 12 to 48 megapixels and the page sends at
 * most 4.
 */
const MAX_PIXELS = 50_000_000
const THUMBNAIL_PX = 480
const QUALITY = 90
/**
 * For what is decoded whole before it shrinks: 50 megapixels took 870 MB as AVIF, 450 MB as an
 * interlaced PNG, 410 MB as a progressive JPEG, 250 MB as GIF. Other JPEG and PNG come line by line.
 */
const MAX_PIXELS_WHOLE = 16_777_216
/** A strip of one pixel by millions takes long at few bytes; panoramas stay below. */
const MAX_SIDE_PX = 16_384
/** No genuine photo takes this long, seconds. */
const TIMEOUT_S = 5

// one thread per photo: two photos at once use the two cores, and memory stays bounded
sharp.concurrency(1)
sharp.cache(false)

interface Variants {
  readonly full: Buffer
  readonly thumbnail: Buffer
  readonly width: number
  readonly height: number
  readonly blurhash: string
}

/** The format by the first bytes, regardless of name and declared type. */
const sniff = (head: Uint8Array): 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif' | null => {
  const ascii = (from: number, to: number): string =>
    String.fromCharCode(...head.subarray(from, to))
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  if (ascii(0, 8) === '\u0089PNG\r\n\u001a\n') return 'png'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return 'gif'
  if (ascii(0, 4) === 'II*\0' || ascii(0, 4) === 'MM\0*') return 'tiff'
  if (ascii(4, 8) === 'ftyp' && /avi[fs]/.test(ascii(8, 32))) return 'avif'
  return null
}

/**
 * Decodes any accepted photo and re-encodes it: upright, on white, sRGB, at most 2048 px, JPEG
 * without metadata; with a thumbnail of 480 px and a 4×3 blurhash. Fails with media_unreadable,
 * media_too_many_pixels, or too_many when the account or the server has too many waiting.
 */
export const makeVariants = async (bytes: Buffer, accountId: string): Promise<Variants> => {
  const format = sniff(bytes)
  if (!format) return fail('media_unreadable')
  const done = await takeDecodingTurn(accountId)
  try {
    const source = () =>
      sharp(bytes, {
        limitInputPixels: MAX_PIXELS,
        failOn: 'error',
        sequentialRead: true,
        pages: 1,
      }).timeout({ seconds: TIMEOUT_S })
    const meta = await source().metadata()
    if (!meta.width || !meta.height) return fail('media_unreadable')
    const byLine = (format === 'jpeg' || format === 'png') && !meta.isProgressive
    const most = byLine ? MAX_PIXELS : MAX_PIXELS_WHOLE
    if (meta.width * meta.height > most || Math.max(meta.width, meta.height) > MAX_SIDE_PX)
      return fail('media_too_many_pixels')
    const { data: full, info } = await source()
      .rotate()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize({
        width: IMAGE_BLUR_MAX_SIDE_PX,
        height: IMAGE_BLUR_MAX_SIDE_PX,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:2:0' })
      .toBuffer({ resolveWithObject: true })
    const thumbnail = await sharp(full)
      .resize({
        width: THUMBNAIL_PX,
        height: THUMBNAIL_PX,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .jpeg({ quality: 78 })
      .toBuffer()
    const small = await sharp(thumbnail)
      .resize({ width: 32, height: 32, fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const blurhash = encode(
      new Uint8ClampedArray(small.data),
      small.info.width,
      small.info.height,
      4,
      3,
    )
    return { full, thumbnail, width: info.width, height: info.height, blurhash }
  } catch (error) {
    if (error instanceof Fail) throw error
    return fail(/pixel limit/i.test(String(error)) ? 'media_too_many_pixels' : 'media_unreadable')
  } finally {
    done()
  }
}
