/**
 * AVIF and HEIC: the item properties of an ISO base media file (ISO/IEC 23008-12). A picture made
 * of tiles has a size for each tile and one for the whole: the largest is the one to refuse by.
 * Decoders apply the rotation or report it.
 */
import { ascii, viewOf } from './bytes'
import { plainHeader, type Header } from './shape'

interface Box {
  readonly name: string
  readonly body: number
  readonly end: number
}

function* boxes(bytes: Uint8Array, from: number, to: number): Generator<Box> {
  const view = viewOf(bytes)
  for (let at = from; at + 8 <= to;) {
    let size = view.getUint32(at)
    let head = 8
    if (size === 1) {
      size = Number(view.getBigUint64(at + 8))
      head = 16
    }
    if (size === 0) size = to - at
    if (size < head) return
    yield { name: ascii(bytes, at + 4, 4), body: at + head, end: Math.min(to, at + size) }
    at += size
  }
}

/** A box below others. `meta` is a full box: version and flags precede its children. */
function find(bytes: Uint8Array, path: readonly string[]): Box | null {
  let from = 0
  let to = bytes.length
  let found: Box | null = null
  for (const name of path) {
    found = null
    for (const box of boxes(bytes, from, to)) if (box.name === name) found ??= box
    if (!found) return null
    from = found.body + (name === 'meta' ? 4 : 0)
    to = found.end
  }
  return found
}

/** null: the file has no size. Throws a RangeError when it ends early. */
export function readIsobmff(bytes: Uint8Array, type: 'avif' | 'heic'): Header | null {
  const properties = find(bytes, ['meta', 'iprp', 'ipco'])
  if (!properties) return null
  const view = viewOf(bytes)
  let width = 0
  let height = 0
  let turned = false
  let profile: Uint8Array | null = null
  for (const { name, body, end } of boxes(bytes, properties.body, properties.end)) {
    if (name === 'ispe' && view.getUint32(body + 4) * view.getUint32(body + 8) > width * height) {
      width = view.getUint32(body + 4)
      height = view.getUint32(body + 8)
    } else if (name === 'irot') turned = (view.getUint8(body) & 1) === 1
    else if (name === 'colr' && ['prof', 'rICC'].includes(ascii(bytes, body, 4)))
      profile ??= bytes.subarray(body + 4, end)
  }
  return { ...plainHeader(type, width, height), turned, icc: () => Promise.resolve(profile) }
}
