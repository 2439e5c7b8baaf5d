/** The first directory of a TIFF (Adobe TIFF 6.0, 1992). */
import { viewOf } from './bytes'
import { plainHeader, type Header } from './shape'
import { tiffOrientation } from './orientation'

const WIDTH = 256
const HEIGHT = 257
const ICC_PROFILE = 34675
/** Field type 3 is 16 bits, 4 is 32. */
const SHORT = 3

/** Throws a RangeError when the file ends early. */
export function readTiff(bytes: Uint8Array): Header {
  const view = viewOf(bytes)
  const little = view.getUint16(0) === 0x4949
  const directory = view.getUint32(4, little)
  let width = 0
  let height = 0
  let profile: Uint8Array | null = null
  for (let i = 0; i < view.getUint16(directory, little); i++) {
    const entry = directory + 2 + i * 12
    const tag = view.getUint16(entry, little)
    const value =
      view.getUint16(entry + 2, little) === SHORT
        ? view.getUint16(entry + 8, little)
        : view.getUint32(entry + 8, little)
    if (tag === WIDTH) width = value
    if (tag === HEIGHT) height = value
    if (tag === ICC_PROFILE)
      profile = bytes.subarray(value, value + view.getUint32(entry + 4, little))
  }
  const orientation = tiffOrientation(view)
  return {
    ...plainHeader('tiff', width, height),
    orientation,
    turned: orientation >= 5,
    icc: () => Promise.resolve(profile),
  }
}
