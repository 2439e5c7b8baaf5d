import sharp, { type OverlayOptions } from 'sharp'
import { labelTile } from './label'
import { CELLS } from './pattern'

/** Opacity of the pattern, of 255: cells of opposite signs differ by this many levels. */
const OPACITY = 3
const QUALITY = { full: 90, thumbnail: 78 } as const

/** The pattern as a smooth grey layer over a picture of this size. */
const layerOf = async (signs: Int8Array, width: number, height: number): Promise<Buffer> => {
  const cells = Buffer.alloc(CELLS * CELLS * 4)
  for (const [k, sign] of signs.entries()) {
    cells.fill(sign > 0 ? 255 : 0, k * 4, k * 4 + 3)
    cells[k * 4 + 3] = OPACITY
  }
  return sharp(cells, { raw: { width: CELLS, height: CELLS, channels: 4 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
}

/**
 * A JPEG with a mark: a pattern of ± 1.5 levels that is not seen (`signs`), and a pale pseudonym that
 * is (`label`). Runs in the threads of libvips.
 */
export const drawMarked = async (
  jpeg: Buffer,
  { signs, label }: { readonly signs: Int8Array | null; readonly label: string | null },
  variant: 'full' | 'thumbnail',
): Promise<Buffer> => {
  const { width, height } = await sharp(jpeg).metadata()
  const layers: OverlayOptions[] = []
  if (signs)
    layers.push({
      input: await layerOf(signs, width, height),
      raw: { width, height, channels: 4 },
    })
  if (label) layers.push({ input: labelTile(label, width, height), tile: true })
  return sharp(jpeg)
    .composite(layers)
    .jpeg({ quality: QUALITY[variant], chromaSubsampling: '4:2:0' })
    .toBuffer()
}
