import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { image, jpegSegments } from '../../support/image/files'
import { psnr } from '../../support/image/kernels'
import {
  setUp,
  raw,
  SPOT,
  COLOURS,
  convert,
  jpegOf,
  pixels,
  sizeOf,
  fileOf,
  seen,
} from './image-setup'
import { fallbackTests } from './fallback.spec'
import { blurTests } from './blur.spec'
import { failureTests } from './failure.spec'
import { previewTests } from './preview.spec'

setUp()

/** CIE 1976 difference of two sRGB colours (D65). */
const deltaE = (a: readonly number[], b: readonly number[]): number => {
  const lab = (rgb: readonly number[]): number[] => {
    const [r = 0, g = 0, l = 0] = rgb.map((v) =>
      v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
    )
    const f = (t: number): number =>
      t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116
    const [x, y, z] = [
      f((0.4124 * r + 0.3576 * g + 0.1805 * l) / 0.95047),
      f(0.2126 * r + 0.7152 * g + 0.0722 * l),
      f((0.0193 * r + 0.1192 * g + 0.9505 * l) / 1.08883),
    ]
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }
  const [p, q] = [lab(a), lab(b)]
  return Math.hypot(...p.map((v, i) => v - (q[i] ?? 0)))
}

describe('sizes and output', () => {
  test('MSG-202: a large PNG comes out as JPEG of 2000 px, of 2048 px with blur, as exact as quality 92 of libjpeg and no larger', async () => {
    const plain = jpegOf(await convert({ file: 'large.png' }))
    expect(await sizeOf(plain)).toEqual([2000, 1308])
    const blurred = jpegOf(await convert({ file: 'large.png', spots: [SPOT] }))
    expect(await sizeOf(blurred)).toEqual([2048, 1339])
    const wanted = await sharp(fileOf('large.png'))
      .resize(2000, 1308, { kernel: 'lanczos3' })
      .jpeg({ quality: 92, optimiseCoding: true })
      .toBuffer()
    expect(plain.length / wanted.length).toBeGreaterThan(0.7)
    expect(plain.length / wanted.length).toBeLessThan(1)
    expect(psnr(await pixels(plain), await pixels(wanted))).toBeGreaterThan(38)
  })
  test('no metadata of the file survives: no EXIF, XMP, IPTC, profile, comment or trailer, on any path', async () => {
    expect(fileOf('large.jpg').includes('SecretCam')).toBe(true)
    for (const [file, limits] of [
      ['large.jpg', ''],
      ['large.png', ''],
      ['p3.jpg', ''],
      ['large.jpg', 'no-decoder'],
      ['large.jpg', 'no-simd'],
    ] as const) {
      const jpeg = jpegOf(await convert({ file, limits }))
      const { markers, trailing } = jpegSegments(jpeg)
      expect(
        markers.filter((m) => /^e[1-9a-f]$|^fe$/.test(m)),
        `${file} ${limits}`,
      ).toEqual([])
      expect(trailing).toBe(0)
      expect(jpeg.includes('Secret')).toBe(false)
    }
  })
  test('a small picture keeps its size and is encoded again', async () => {
    const jpeg = jpegOf(await convert({ file: 'small.jpg' }))
    expect(await sizeOf(jpeg)).toEqual([600, 440])
    expect(jpeg.equals(fileOf('small.jpg'))).toBe(false)
    expect(psnr(await pixels(jpeg), await seen('small.jpg'))).toBeGreaterThan(38)
  })
  test('progress is told after each stage, up to the whole', async () => {
    const { progress } = await convert({ file: 'large.jpg', spots: [SPOT] })
    expect(progress.length).toBeGreaterThanOrEqual(4)
    expect([...progress]).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.at(-1)).toBe(1)
  })
})

describe('every format', () => {
  const formats = [
    'small.jpg',
    '444.jpg',
    '422.jpg',
    'grey.jpg',
    'image.png',
    'image.webp',
    'image.avif',
    'image.gif',
    'image.tif',
    'deflate.tif',
    'image.heic',
    'turned.heic',
  ] as const
  test('JPEG, PNG, WebP, AVIF, GIF, TIFF and HEIC come out as the same picture in JPEG', async () => {
    const turned = await image(raw).rotate(90).raw().toBuffer()
    for (const file of formats) {
      const jpeg = jpegOf(await convert({ file }))
      expect((await sharp(jpeg).metadata()).format).toBe('jpeg')
      const wanted =
        file === 'image.heic' ? raw.rgb : file === 'turned.heic' ? turned : await seen(file)
      expect(psnr(await pixels(jpeg), wanted), file).toBeGreaterThan(file === 'image.gif' ? 30 : 33)
    }
  })
  test('the eight orientations of a JPEG give what sharp turns it to, odd sizes included', async () => {
    for (let o = 1; o <= 8; o++) {
      const jpeg = jpegOf(await convert({ file: `turn${o}.jpg` }))
      expect(await sizeOf(jpeg), `${o}`).toEqual(o >= 5 ? [441, 601] : [601, 441])
      expect(
        psnr(await pixels(jpeg), await seen(`turn${o}.jpg`)),
        `orientation ${o}`,
      ).toBeGreaterThan(37)
    }
  })
  test('a JPEG much larger than its result, decoded at half its size, is the same picture', async () => {
    const jpeg = jpegOf(await convert({ file: 'long.jpg' }))
    const wanted = await sharp(fileOf('long.jpg'))
      .autoOrient()
      .resize(107, 2000, { fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer()
    expect(await sizeOf(jpeg)).toEqual([107, 2000])
    expect(psnr(await pixels(jpeg), wanted)).toBeGreaterThan(35)
  })
  test('turned PNG and TIFF are turned as well', async () => {
    for (const file of ['turn2.png', 'turn5.png', 'turn8.png', 'turn6.tif'])
      expect(
        psnr(await pixels(jpegOf(await convert({ file }))), await seen(file)),
        file,
      ).toBeGreaterThan(37)
  })
  test('wide-gamut and CMYK pictures come out in the right sRGB colours', async () => {
    for (const file of ['p3.jpg', 'p3.png', 'cmyk.jpg']) {
      const jpeg = jpegOf(await convert({ file }))
      // of CMYK, browser and sharp choose different renderings of colours that no ink has
      expect(psnr(await pixels(jpeg), await seen(file)), file).toBeGreaterThan(
        file === 'cmyk.jpg' ? 24 : 35,
      )
    }
  })
  test('Display P3 becomes sRGB within a colour difference that no eye sees, on a chart', async () => {
    const [got, wanted] = [
      await pixels(jpegOf(await convert({ file: 'patches.jpg' }))),
      await seen('patches.jpg'),
    ]
    const centre = (data: Buffer, column: number, line: number): number[] => [
      ...data.subarray(((line * 32 + 16) * COLOURS * 32 + column * 32 + 16) * 3).subarray(0, 3),
    ]
    const all = Array.from({ length: COLOURS * 3 }, (_, i) =>
      deltaE(
        centre(got, i % COLOURS, Math.floor(i / COLOURS)),
        centre(wanted, i % COLOURS, Math.floor(i / COLOURS)),
      ),
    )
    expect(all.reduce((s, v) => s + v, 0) / all.length).toBeLessThan(1)
    expect(Math.max(...all)).toBeLessThan(3)
    // left as they are in the file they would be far off
    const left = await sharp(fileOf('patches.jpg'), { ignoreIcc: true }).raw().toBuffer()
    expect(
      Math.max(
        ...Array.from({ length: COLOURS }, (_, i) =>
          deltaE(centre(left, i, 1), centre(wanted, i, 1)),
        ),
      ),
    ).toBeGreaterThan(8)
  })
  test('16 bits a channel come out as the same picture', async () => {
    expect(
      psnr(await pixels(jpegOf(await convert({ file: 'deep.png' }))), raw.rgb),
    ).toBeGreaterThan(35)
  })
  test('an animated picture gives its first frame', async () => {
    for (const file of ['moving.gif', 'moving.webp']) {
      const jpeg = jpegOf(await convert({ file }))
      expect(await sizeOf(jpeg), file).toEqual([600, 440])
      expect(psnr(await pixels(jpeg), raw.rgb), file).toBeGreaterThan(28)
    }
  })
  test('transparent pixels lie on white', async () => {
    const { data, info } = await sharp(jpegOf(await convert({ file: 'alpha.png' })))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number): number[] => [
      ...data.subarray((32 * info.width + x) * 3, (32 * info.width + x) * 3 + 3),
    ]
    expect(at(10).every((v) => v >= 253)).toBe(true)
    expect(Math.abs((at(54)[0] ?? 0) - 200)).toBeLessThan(4)
  })
})

fallbackTests()

blurTests()

failureTests()

previewTests()
