/**
 * Where a picture was taken, made unreadable in its bytes: the GPS directory of its EXIF data (any
 * container: JPEG, TIFF, HEIC, WebP, PNG) and the GPS fields of its XMP data. Nothing changes its
 * length, so the picture stays valid. Exif 2.32, section 4.6.3.
 */

const GPS_TAG = 0x8825
const LONG = 4
/** A directory with more entries than this is none. */
const ENTRIES_MAX = 400
const ENTRY_BYTES = 12
/** Bytes of one value, by type: TIFF 6.0, section 2. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

/** The bytes of a TIFF structure from its header on. */
interface Tiff {
  readonly view: DataView
  readonly isLittle: boolean
}

const blankDirectory = ({ view, isLittle }: Tiff, at: number): void => {
  const count = at + 2 <= view.byteLength ? view.getUint16(at, isLittle) : 0
  if (count > ENTRIES_MAX) return
  for (let i = 0; i < count; i += 1) {
    const entry = at + 2 + i * ENTRY_BYTES
    if (entry + ENTRY_BYTES > view.byteLength) return
    const bytes =
      (SIZES[view.getUint16(entry + 2, isLittle)] ?? 0) * view.getUint32(entry + 4, isLittle)
    const value = bytes > 4 ? view.getUint32(entry + 8, isLittle) : entry + 8
    for (let b = value; b < Math.min(value + bytes, view.byteLength); b += 1) view.setUint8(b, 0)
  }
}

/** Blanks what the GPS entry of a TIFF header's first directory points to. */
const blankGps = (bytes: Uint8Array, header: number): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset + header, bytes.length - header)
  if (view.byteLength < 8) return
  const isLittle = view.getUint8(0) === 0x49
  const first = view.getUint32(4, isLittle)
  if (first + 2 > view.byteLength) return
  const count = view.getUint16(first, isLittle)
  if (count > ENTRIES_MAX || first + 2 + count * ENTRY_BYTES > view.byteLength) return
  for (let i = 0; i < count; i += 1) {
    const entry = first + 2 + i * ENTRY_BYTES
    if (view.getUint16(entry, isLittle) === GPS_TAG && view.getUint16(entry + 2, isLittle) === LONG)
      blankDirectory({ view, isLittle }, view.getUint32(entry + 8, isLittle))
  }
}

/** «GPSL» */
const XMP_GPS: readonly number[] = [0x47, 0x50, 0x53, 0x4c]
const XMP_VALUE_MAX = 80
/** Digits after «GPSLatitude» and «GPSLongitude», as attribute or element, become zeros. */
const blankXmp = (bytes: Uint8Array, at: number): void => {
  if (!XMP_GPS.every((byte, i) => bytes[at + i] === byte)) return
  for (let i = at; i < Math.min(at + XMP_VALUE_MAX, bytes.length); i += 1) {
    const byte = bytes[i] ?? 0
    if (byte >= 0x30 && byte <= 0x39) bytes[i] = 0x30
  }
}

/** `bytes` are changed in place. */
export const eraseGpsMetadata = (bytes: Uint8Array): void => {
  // «II*\0» and «MM\0*»
  for (let at = bytes.indexOf(0x2a); at !== -1; at = bytes.indexOf(0x2a, at + 1)) {
    if (bytes[at - 2] === 0x49 && bytes[at - 1] === 0x49 && bytes[at + 1] === 0)
      blankGps(bytes, at - 2)
    if (bytes[at - 3] === 0x4d && bytes[at - 2] === 0x4d && bytes[at - 1] === 0)
      blankGps(bytes, at - 3)
  }
  for (let at = bytes.indexOf(0x47); at !== -1; at = bytes.indexOf(0x47, at + 1))
    blankXmp(bytes, at)
}
