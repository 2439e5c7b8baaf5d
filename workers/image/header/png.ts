/**
 * Chunks of a PNG before its pixels (W3C PNG, third edition). The browser applies the turn of
 * `eXIf` itself.
 */
import { ascii, viewOf } from './bytes'
import type { Header } from './shape'
import { tiffOrientation } from './orientation'

const SIGNATURE = 8
/** A profile is a few kB; one that unpacks to more than this is not one. */
const PROFILE_MAX_BYTES = 4 * 1024 * 1024

/**
 * Unpacks the profile of an `iCCP` chunk: name, zero, method, zlib stream. null when it is damaged.
 */
async function unpack(chunk: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  const packed = chunk.subarray(chunk.indexOf(0) + 2)
  const parts: BlobPart[] = []
  let size = 0
  try {
    const reader = new Blob([packed])
      .stream()
      .pipeThrough(new DecompressionStream('deflate'))
      .getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length
      if (size > PROFILE_MAX_BYTES) return null
      parts.push(part.value)
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer())
  } catch {
    return null
  }
}

function isTurned(exif: Uint8Array): boolean {
  try {
    return tiffOrientation(viewOf(exif)) >= 5
  } catch {
    return false
  }
}

/** Throws a RangeError when the file ends early. */
export function readPng(bytes: Uint8Array): Header {
  const view = viewOf(bytes)
  let profile: Uint8Array | null = null
  let turned = false
  for (let at = SIGNATURE; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = ascii(bytes, at + 4, 4)
    const body = bytes.subarray(at + 8, at + 8 + view.getUint32(at))
    if (name === 'IDAT') break
    if (name === 'iCCP') profile = body
    if (name === 'eXIf') turned = isTurned(body)
  }
  const packed = profile ? profile.slice() : null
  const icc = () => (packed ? unpack(packed) : Promise.resolve(null))
  return {
    type: 'png',
    width: view.getUint32(SIGNATURE + 8),
    height: view.getUint32(SIGNATURE + 12),
    orientation: 1,
    turned,
    icc,
  }
}
