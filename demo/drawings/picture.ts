import { encode } from 'blurhash'
import sharp, { type OverlayOptions } from 'sharp'
import type { Drawing } from './svg'

/** Longest side of a thumbnail, px: that of every upload. */
const THUMBNAIL_PX = 480

export interface Picture {
  readonly full: Buffer
  readonly thumbnail: Buffer
  readonly width: number
  readonly height: number
  readonly blurhash: string
}

interface Raw {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number; readonly channels: 3 }
}
const fromRaw = ({ data, info }: Raw) => sharp(data, { raw: info })

/**
 * A patch that hides what is below it: coarse average first, then blur, with a feathered round
 * edge.
 */
const hide = async (
  flat: Raw,
  spot: { x: number; y: number; radius: number },
): Promise<OverlayOptions> => {
  const { width, height } = flat.info
  const left = Math.max(0, Math.round(spot.x - spot.radius))
  const top = Math.max(0, Math.round(spot.y - spot.radius))
  const w = Math.min(width - left, Math.round(spot.radius * 2))
  const h = Math.min(height - top, Math.round(spot.radius * 2))
  const coarse = await fromRaw(flat)
    .extract({ left, top, width: w, height: h })
    .resize(7, 7, { fit: 'fill' })
    .png()
    .toBuffer()
  const soft = await sharp(coarse)
    .resize(w, h, { fit: 'fill', kernel: 'cubic' })
    .removeAlpha()
    .png()
    .toBuffer()
  const edge = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><defs>
    <radialGradient id="e"><stop offset=".8" stop-color="#fff"/><stop offset="1" stop-color="#fff"
    stop-opacity="0"/></radialGradient></defs><ellipse cx="${w / 2}" cy="${h / 2}" rx="${w / 2}"
    ry="${h / 2}" fill="url(#e)"/></svg>`
  return {
    input: await sharp(soft)
      .ensureAlpha()
      .composite([{ input: Buffer.from(edge), blend: 'dest-in' }])
      .png()
      .toBuffer(),
    left,
    top,
  }
}

/** Renders a JPEG, its thumbnail and its blurhash. */
export const render = async (drawing: Drawing): Promise<Picture> => {
  const { width, height } = drawing
  const data = await sharp(Buffer.from(drawing.svg))
    .flatten({ background: '#160d14' })
    .removeAlpha()
    .raw()
    .toBuffer()
  const flat: Raw = { data, info: { width, height, channels: 3 } }
  const hidden = await Promise.all((drawing.blur ?? []).map((spot) => hide(flat, spot)))
  const full = await fromRaw(flat).composite(hidden).jpeg({ quality: 88 }).toBuffer()
  const thumbnail = await sharp(full)
    .resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside' })
    .jpeg({ quality: 78 })
    .toBuffer()
  const tiny = await sharp(thumbnail)
    .resize(32, 32, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    full,
    thumbnail,
    width,
    height,
    blurhash: encode(new Uint8ClampedArray(tiny.data), tiny.info.width, tiny.info.height, 4, 3),
  }
}
