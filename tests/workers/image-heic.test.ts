import { expect, test, vi } from 'vitest'
import { decodeHeic } from '../../workers/image/codecs/codec-heic'
import type { DecodeRequest } from '../../workers/image/decode/request'

vi.mock('libheif-js/libheif-wasm/libheif.js', () => ({
  default: async () => ({
    HeifDecoder: class {
      decode = () => []
    },
  }),
}))

test('the decoder of HEIC is fetched again for the photo after a network cut', async () => {
  const photo = { bytes: new Uint8Array() } as DecodeRequest
  const fetched = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response('unavailable', { status: 503 }))
    .mockImplementation(async () => new Response(''))
  vi.stubGlobal('fetch', fetched)
  await expect(decodeHeic(photo)).rejects.toThrow('fetch')
  await expect(decodeHeic(photo)).rejects.toThrow('503')
  await expect(decodeHeic(photo)).rejects.toThrow('no picture')
  await expect(decodeHeic(photo)).rejects.toThrow('no picture')
  expect(fetched).toHaveBeenCalledTimes(3)
})
