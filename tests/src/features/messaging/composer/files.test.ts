// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { UPLOAD_MAX_BYTES } from '#contract/limits'
import { isAcceptedFile } from '../../../../../src/features/messaging/thread/accept'
import {
  singlePhotoFrame,
  splitPhotoCount,
} from '../../../../../src/features/messaging/thread/message/photo-grid'
import { blurhashColour } from '../../../../../src/lib/blurhash'
import { isIos, isMobileDevice } from '../../../../../src/lib/device'

describe('files', () => {
  const file = (name: string, type: string, size = 1000) => isAcceptedFile({ name, type, size })
  test('MSG-138: images by type, TIFF by type or by name', () => {
    expect([
      file('a.png', 'image/png'),
      file('a.tif', 'image/tiff'),
      file('SCAN.TIFF', ''),
      file('b.tif', ''),
      file('IMG.HEIC', ''),
    ]).toEqual([true, true, true, true, true])
  })
  test('MSG-139: other files are rejected', () => {
    expect([
      file('a.pdf', 'application/pdf'),
      file('a.tiff.exe', 'application/x-msdownload'),
      file('a.svg', 'image/svg+xml'),
      file('film.mp4', 'video/mp4'),
      file('vide.png', 'image/png', 0),
    ]).toEqual([false, false, false, false, false])
  })
  test('MSG-140: at most 30 MB', () => {
    expect([
      file('a.png', 'image/png', UPLOAD_MAX_BYTES),
      file('a.png', 'image/png', UPLOAD_MAX_BYTES + 1),
    ]).toEqual([true, false])
    expect(UPLOAD_MAX_BYTES).toBe(30 * 1024 * 1024)
  })
  test('MSG-067: five are all shown, of seven the first four and +3', () => {
    expect([1, 5, 6, 7, 20].map(splitPhotoCount)).toEqual([
      { shown: 1, rest: 0 },
      { shown: 5, rest: 0 },
      { shown: 4, rest: 2 },
      { shown: 4, rest: 3 },
      { shown: 4, rest: 16 },
    ])
  })
  test('a single photo keeps its shape within 380 × 440 px', () => {
    for (const ratio of [0.01, 0.5, 0.75, 1, 1.5, 2, 40]) {
      const { width, ratio: kept } = singlePhotoFrame(ratio)
      expect(width).toBeLessThanOrEqual(380)
      expect(width / kept).toBeLessThanOrEqual(441)
    }
    expect(singlePhotoFrame(1.5)).toEqual({ width: 380, ratio: 1.5 })
  })
})

describe('lib', () => {
  test('a blurhash gives its mean colour, a broken one none', async () => {
    const { encode } = await import('blurhash')
    const flat = (r: number, g: number, b: number): string =>
      encode(
        new Uint8ClampedArray(Array.from({ length: 64 }, () => [r, g, b, 255]).flat()),
        8,
        8,
        3,
        3,
      )
    expect([
      blurhashColour(flat(255, 0, 0)),
      blurhashColour(flat(18, 52, 86)),
      blurhashColour(flat(0, 0, 0)),
    ]).toEqual(['#ff0000', '#123456', '#000000'])
    expect([null, '', 'abc', '00  é~', '00~~~~'].map(blurhashColour)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('devices', () => {
  afterEach(() => vi.unstubAllGlobals())
  const on = (userAgent: string, maxTouchPoints = 0): readonly [boolean, boolean] => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
    return [isMobileDevice(), isIos()]
  }
  test('phones and tablets, and which are of Apple', () => {
    expect(on('Mozilla/5.0 (X11; Linux x86_64) Chrome/156')).toEqual([false, false])
    expect(on('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156', 10)).toEqual([false, false])
    expect(on('Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/156 Mobile')).toEqual([true, false])
    expect(on('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5)).toEqual([true, true])
    expect(on('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 5)).toEqual([true, true])
    expect(on('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 0)).toEqual([false, false])
  })
})
