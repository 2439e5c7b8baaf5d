import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RangeSource } from '../../../../src/parts/map/range-source'

const bytes = () =>
  new Response(new Uint8Array([1, 2, 3]), { status: 206, headers: { 'content-length': '3' } })
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const open = (fetched: () => Promise<Response>) => {
  const ask = vi.fn(fetched)
  vi.stubGlobal('fetch', ask)
  const source = new RangeSource('/basemap.pmtiles')
  source.isOpen = true
  return { source, ask }
}

test('a range that the network did not deliver is requested again, for a quarter of a minute', async () => {
  const { source, ask } = open(noNetwork)
  const read = source.getBytes(0, 3)
  await vi.advanceTimersByTimeAsync(900)
  expect(ask).toHaveBeenCalledTimes(1)
  ask.mockImplementation(() => Promise.resolve(bytes()))
  await vi.advanceTimersByTimeAsync(200)
  expect((await read).data.byteLength).toBe(3)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('without network to the end it fails as before', async () => {
  const { source, ask } = open(noNetwork)
  const read = expect(source.getBytes(0, 3)).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(15_000)
  await read
  expect(ask).toHaveBeenCalledTimes(4)
})

test('a file that is not open yet, and a reply that is wrong, are not waited for', async () => {
  const { source, ask } = open(() => Promise.resolve(new Response('', { status: 503 })))
  await expect(source.getBytes(0, 3)).rejects.toThrow('503')
  source.isOpen = false
  ask.mockImplementation(noNetwork)
  await expect(source.getBytes(0, 3)).rejects.toThrow('Failed to fetch')
  expect(ask).toHaveBeenCalledTimes(2)
})
