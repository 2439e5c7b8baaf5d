import { expect, test } from 'vitest'
import { eraseGpsMetadata } from '#contract/workers/place'

/** A TIFF header with a GPS directory: a latitude of three rationals. */
const exif = (isLittle: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(92))
  const put16 = (at: number, v: number): void => view.setUint16(at, v, isLittle)
  const put32 = (at: number, v: number): void => view.setUint32(at, v, isLittle)
  put16(0, isLittle ? 0x4949 : 0x4d4d)
  put16(2, 42)
  put32(4, 8)
  put16(8, 2)
  // the orientation stays
  for (const [i, v] of [0x0112, 3].entries()) put16(10 + i * 2, v)
  put32(14, 1)
  put16(18, 6)
  put16(22, 0x8825)
  put16(24, 4)
  put32(26, 1)
  put32(30, 40)
  put16(40, 1)
  put16(42, 2)
  put16(44, 5)
  put32(46, 3)
  put32(50, 60)
  for (const [i, v] of [45, 1, 45, 1, 50, 1].entries()) put32(60 + i * 4, v)
  return new Uint8Array(view.buffer)
}

test.each([true, false])(
  'a GPS position is blanked in place wherever EXIF data lie, the orientation stays; little endian: %s',
  (isLittle) => {
    const bytes = new Uint8Array([0xff, 0xd8, ...exif(isLittle), 1, 2, 3])
    const before = bytes.slice()
    eraseGpsMetadata(bytes)
    expect(bytes.length).toBe(before.length)
    expect(new Set(bytes.subarray(2 + 60, 2 + 84))).toEqual(new Set([0]))
    expect(bytes.subarray(0, 2 + 40)).toEqual(before.subarray(0, 2 + 40))
    expect([...bytes.subarray(-3)]).toEqual([1, 2, 3])
  },
)

test('XMP positions lose their digits, other bytes stay', () => {
  const text = 'a="1234" exif:GPSLatitude="45,45.83N" exif:GPSLongitude="4,50.1E" GPS 42'
  const bytes = new TextEncoder().encode(text)
  eraseGpsMetadata(bytes)
  expect(new TextDecoder().decode(bytes).slice(0, 35)).toBe('a="1234" exif:GPSLatitude="00,00.00')
  expect(new TextDecoder().decode(bytes)).not.toMatch(/4,50/)
})

test('bytes that only look like EXIF stay', () => {
  const bytes = new Uint8Array(64).map((_, i) => i * 7)
  bytes.set([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0xff, 0xff])
  const before = bytes.slice()
  eraseGpsMetadata(bytes)
  expect(bytes).toEqual(before)
})
