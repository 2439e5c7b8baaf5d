/** JPEG through mozjpeg in WebAssembly, for browsers whose own pixels cannot be read. */
import decode, { init } from '@jsquash/jpeg/decode.js'
import wasmUrl from '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm?url'
import type { DecodeRequest } from '../decode/request'
import { pixelFrame, type Frame } from '../decode/frame'

/** The pixels as stored, not turned yet. Rejects when the file is damaged. */
export async function decodeJpeg({ bytes, header }: DecodeRequest): Promise<Frame> {
  await init({ locateFile: () => wasmUrl })
  const image = await decode(bytes.buffer, { preserveOrientation: false })
  return pixelFrame(
    image.data,
    { width: image.width, height: image.height },
    { orientation: header.orientation, inFileColours: true },
  )
}
