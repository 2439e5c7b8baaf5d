/**
 * HEIC through libheif (LGPL-3.0, unmodified, in its own file). It applies the turn of the file
 * itself.
 */
import libheif from 'libheif-js/libheif-wasm/libheif.js'
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url'
import type { DecodeRequest } from '../decode/request'
import { pixelFrame, type Frame } from '../decode/frame'

type LibHeif = Awaited<ReturnType<typeof libheif>>
let loaded: Promise<LibHeif> | null = null

async function load(): Promise<LibHeif> {
  const response = await fetch(wasmUrl)
  if (!response.ok) throw new Error(`libheif: ${response.status}`)
  return libheif({ wasmBinary: await response.arrayBuffer() })
}

/** The primary picture, upright. Throws when the file has none or is damaged. */
export async function decodeHeic({ bytes }: DecodeRequest): Promise<Frame> {
  loaded ??= load()
  // the next photo tries again
  loaded.catch(() => {
    loaded = null
  })
  const { HeifDecoder } = await loaded
  const images = new HeifDecoder().decode(bytes)
  const image = images.find((one) => one.is_primary()) ?? images[0]
  if (!image) throw new Error('no picture in this HEIC')
  try {
    const size = { width: image.get_width(), height: image.get_height() }
    const data = new Uint8ClampedArray(size.width * size.height * 4)
    const filled = await new Promise((done) => image.display({ data, ...size }, done))
    if (!filled) throw new Error('damaged HEIC')
    return pixelFrame(data, size, { orientation: 1, inFileColours: true })
  } finally {
    for (const one of images) one.free()
  }
}
