/**
 * The RIFF chunks of a WebP (RFC 9649). Browsers ignore its EXIF orientation, and so do we: what is
 * seen is sent.
 */
import { ascii, viewOf } from './bytes'
import { plainHeader, type Header } from './shape'

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

function size(name: string, view: DataView, body: number): readonly [number, number] | null {
  if (name === 'VP8X') return [uint24(view, body + 4) + 1, uint24(view, body + 7) + 1]
  // lossy: a frame tag of 3 bytes and a start code of 3, then 14 bits each
  if (name === 'VP8 ')
    return [view.getUint16(body + 6, true) & 0x3fff, view.getUint16(body + 8, true) & 0x3fff]
  if (name !== 'VP8L') return null
  const packed = view.getUint32(body + 1, true)
  return [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1]
}

/** null: the file has no size. Throws a RangeError when it ends early. */
export function readWebp(bytes: Uint8Array): Header | null {
  const view = viewOf(bytes)
  let found: readonly [number, number] | null = null
  let profile: Uint8Array | null = null
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = ascii(bytes, at, 4)
    const length = view.getUint32(at + 4, true)
    found ??= size(name, view, at + 8)
    if (name === 'ICCP') profile = bytes.subarray(at + 8, at + 8 + length)
    at += 8 + length + (length & 1)
  }
  return (
    found && { ...plainHeader('webp', found[0], found[1]), icc: () => Promise.resolve(profile) }
  )
}
