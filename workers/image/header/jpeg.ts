/** Segments of a JPEG before its scan (ITU-T T.81 annex B, EXIF 2.32 §4.5, ICC.1 annex B.4). */
import { ascii, concat, viewOf } from './bytes'
import type { Header } from './shape'
import { tiffOrientation } from './orientation'

const EXIF = 'Exif\0\0'
const ICC = 'ICC_PROFILE\0'
/** The name is followed by the number of this chunk and the total. */
const ICC_HEAD = ICC.length + 2

interface Segment {
  readonly marker: number
  readonly body: Uint8Array
}

function* segments(bytes: Uint8Array): Generator<Segment> {
  const view = viewOf(bytes)
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++ // fill byte
      continue
    }
    if (marker === 0xda) return
    const length = view.getUint16(at + 2)
    yield { marker, body: bytes.subarray(at + 4, at + 2 + length) }
    at += 2 + length
  }
}

/** SOF0..15 without the Huffman, arithmetic and reserved markers that lie among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function exifOrientation(body: Uint8Array): number {
  try {
    return tiffOrientation(viewOf(body.subarray(EXIF.length)))
  } catch {
    return 1 // damaged EXIF does not make the picture unreadable
  }
}

/** null: the file has no size. Throws a RangeError when it ends early. */
export function readJpeg(bytes: Uint8Array): Header | null {
  let orientation = 1
  let size: readonly [number, number] | null = null
  const profile: Uint8Array[] = []
  for (const { marker, body } of segments(bytes)) {
    if (marker === 0xe1 && ascii(body, 0, EXIF.length) === EXIF) orientation = exifOrientation(body)
    else if (marker === 0xe2 && ascii(body, 0, ICC.length) === ICC)
      profile[body[ICC.length] ?? 0] = body.subarray(ICC_HEAD)
    else if (isFrame(marker) && size === null)
      size = [viewOf(body).getUint16(3), viewOf(body).getUint16(1)]
  }
  if (!size) return null
  const icc = profile.length > 0 ? concat(Object.values(profile)) : null
  return {
    type: 'jpeg',
    width: size[0],
    height: size[1],
    orientation,
    turned: orientation >= 5,
    icc: () => Promise.resolve(icc),
  }
}
