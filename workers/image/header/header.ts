/** Type and size of a file, read from its content, never from its name or declared type. */
import { ascii, viewOf } from './bytes'
import { readIsobmff } from './isobmff'
import { readJpeg } from './jpeg'
import { readPng } from './png'
import { readTiff } from './tiff'
import { plainHeader, type Header } from './shape'
import { readWebp } from './webp'

const HEIF_BRANDS: readonly string[] = [
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'mif1',
  'msf1',
]

function read(bytes: Uint8Array): Header | null {
  const view = viewOf(bytes)
  const start = ascii(bytes, 0, 4)
  if (view.getUint16(0) === 0xffd8) return readJpeg(bytes)
  if (start === '\x89PNG') return readPng(bytes)
  if (start === 'GIF8') return plainHeader('gif', view.getUint16(6, true), view.getUint16(8, true))
  if (start === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return readWebp(bytes)
  if (start === 'II*\0' || start === 'MM\0*') return readTiff(bytes)
  if (start.startsWith('BM'))
    return plainHeader('bmp', Math.abs(view.getInt32(18, true)), Math.abs(view.getInt32(22, true)))
  if (ascii(bytes, 4, 4) !== 'ftyp') return null
  const brands = ascii(bytes, 8, Math.min(view.getUint32(0), 256) - 8)
  if (brands.includes('avif') || brands.includes('avis')) return readIsobmff(bytes, 'avif')
  return HEIF_BRANDS.some((brand) => brands.includes(brand)) ? readIsobmff(bytes, 'heic') : null
}

/** null: not a picture of a known type, or cut before its size. */
export function readHeader(bytes: Uint8Array): Header | null {
  try {
    const header = read(bytes)
    return header && header.width > 0 && header.height > 0 ? header : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
