/** TIFF through utif (MIT): the first directory, that is the first page. */
import UTIF from 'utif'
import type { DecodeRequest } from '../decode/request'
import { pixelFrame, type Frame } from '../decode/frame'

/** The pixels as stored, not turned yet. Throws when the file has no picture or is damaged. */
export function decodeTiff({ bytes, header }: DecodeRequest): Promise<Frame> {
  const page = UTIF.decode(bytes.buffer)[0]
  if (!page) throw new Error('no picture in this TIFF')
  UTIF.decodeImage(bytes.buffer, page)
  const data = UTIF.toRGBA8(page)
  const size = { width: page.width, height: page.height }
  if (!(size.width > 0) || data.length < size.width * size.height * 4)
    throw new Error('damaged TIFF')
  return Promise.resolve(
    pixelFrame(data.subarray(0, size.width * size.height * 4), size, {
      orientation: header.orientation,
      inFileColours: true,
    }),
  )
}
