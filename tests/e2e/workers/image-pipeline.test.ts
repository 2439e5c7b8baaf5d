import sharp from 'sharp'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMAGE_TIMEOUT_MS } from '#contract/limits'
import type { BlurSpot } from '#contract/workers/image'
import type { Answer, Ask } from '../../support/image/page/main'
import { launch } from '../../support/browser/browser'
import { heic, image, jpegSegments, pattern, withMetadata } from '../../support/image/files'
import { correlation, psnr } from '../../support/image/kernels'
import { serveImagePage } from '../../support/image/server'
import { ssim } from '../../bench/photos/ssim'

const PORT = 8610
const files = new Map<string, Buffer>()
let browser: Browser
let page: Page
let server: Awaited<ReturnType<typeof serveImagePage>>
const problems: string[] = []

const raw = pattern(600, 440)
const large = pattern(2600, 1700)
const SPOT: BlurSpot = { x: 300, y: 220, radius: 60, intensity: 3 }

/** Colours of a chart, three lines of them: what a photo holds, from skin to neon. */
const COLOURS = 12
const patch = (column: number, line: number): [number, number, number] => {
  const turn = (column / COLOURS) * 2 * Math.PI
  const [middle = 128, reach = 0] =
    [
      [150, 60],
      [110, 90],
      [190, 50],
    ][line] ?? []
  return [0, 1, 2].map((c) =>
    Math.round(middle + reach * Math.cos(turn - (c * 2 * Math.PI) / 3)),
  ) as [number, number, number]
}
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

beforeAll(async () => {
  files.set('small.jpg', await image(raw).jpeg({ quality: 95 }).toBuffer())
  files.set('large.jpg', await withMetadata(large).jpeg({ quality: 95 }).toBuffer())
  files.set('large.png', await withMetadata(large).png({ compressionLevel: 3 }).toBuffer())
  for (const o of [3, 5, 6, 8])
    files.set(
      `large${o}.jpg`,
      await image(large).withMetadata({ orientation: o }).jpeg({ quality: 90 }).toBuffer(),
    )
  files.set(
    'large-p3.jpg',
    await image(large)
      .withIccProfile('p3')
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer(),
  )
  files.set(
    '444.jpg',
    await image(raw).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(),
  )
  files.set('422.jpg', await image(raw).jpeg({ quality: 95, progressive: true }).toBuffer())
  files.set('grey.jpg', await image(raw).greyscale().jpeg().toBuffer())
  files.set('cmyk.jpg', await image(raw).withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer())
  files.set('p3.jpg', await image(raw).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer())
  files.set('p3.png', await image(raw).withIccProfile('p3').png().toBuffer())
  for (let o = 1; o <= 8; o++)
    files.set(
      `turn${o}.jpg`,
      await image(pattern(601, 441))
        .withMetadata({ orientation: o })
        .jpeg({ quality: 95 })
        .toBuffer(),
    )
  for (const o of [2, 5, 8])
    files.set(`turn${o}.png`, await image(raw).withMetadata({ orientation: o }).png().toBuffer())
  files.set('turn6.tif', await image(raw).withMetadata({ orientation: 6 }).tiff().toBuffer())
  files.set('image.png', await image(raw).png().toBuffer())
  files.set('image.webp', await image(raw).webp({ quality: 95 }).toBuffer())
  files.set('image.avif', await image(raw).avif({ quality: 90 }).toBuffer())
  files.set('image.gif', await image(raw).gif().toBuffer())
  files.set('image.tif', await image(raw).tiff({ compression: 'lzw' }).toBuffer())
  files.set(
    'deflate.tif',
    await image(raw).tiff({ compression: 'deflate', predictor: 'horizontal' }).toBuffer(),
  )
  files.set('image.heic', heic('sample'))
  files.set('turned.heic', heic('turned'))
  const alpha = Buffer.alloc(64 * 64 * 4)
  for (let i = 0; i < 64 * 64; i++) alpha.set([200, 40, 40, i % 64 < 32 ? 0 : 255], i * 4)
  files.set(
    'alpha.png',
    await sharp(alpha, { raw: { width: 64, height: 64, channels: 4 } })
      .png()
      .toBuffer(),
  )
  const small = files.get('small.jpg') ?? Buffer.alloc(0)
  files.set('cut.jpg', small.subarray(0, small.length * 0.6))
  files.set('deep.png', await image(raw).toColourspace('rgb16').png().toBuffer())
  const second = await image(pattern(600, 440)).negate().png().toBuffer()
  for (const type of ['gif', 'webp'] as const)
    files.set(
      `moving.${type}`,
      await sharp([await image(raw).png().toBuffer(), second], { join: { animated: true } })
        .toFormat(type, { delay: [100, 100] })
        .toBuffer(),
    )
  const patches = Buffer.alloc(COLOURS * 32 * 96 * 3)
  for (let i = 0; i < patches.length / 3; i++)
    patches.set(
      patch(Math.floor((i % (COLOURS * 32)) / 32), Math.floor(i / (COLOURS * 32 * 32))),
      i * 3,
    )
  files.set(
    'patches.jpg',
    await sharp(patches, { raw: { width: COLOURS * 32, height: 96, channels: 3 } })
      .withIccProfile('p3')
      .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
      .toBuffer(),
  )
  files.set('text.jpg', Buffer.from('this is no picture at all'))
  const bomb = Buffer.from(await image(pattern(8, 8)).png().toBuffer())
  bomb.writeUInt32BE(30_000, 16)
  bomb.writeUInt32BE(30_000, 20)
  files.set('bomb.png', bomb)
  files.set(
    'long.jpg',
    await image(pattern(5600, 300))
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer(),
  )

  server = await serveImagePage(files, PORT)
  browser = await launch()
  page = await browser.newPage()
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) problems.push(message.text())
  })
  await page.goto(server.url)
  await page.waitForFunction(() => 'lab' in window)
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const convert = (ask: Ask): Promise<Answer> => page.evaluate((a) => window.lab.convert(a), ask)
const jpegOf = (answer: Answer): Buffer => {
  expect(answer, JSON.stringify({ ...answer, jpeg: undefined })).toMatchObject({
    status: 'converted',
  })
  return Buffer.from(answer.jpeg ?? '', 'base64')
}
const pixels = (file: Buffer): Promise<Buffer> =>
  sharp(file).removeAlpha().toColourspace('srgb').raw().toBuffer()
const sizeOf = async (file: Buffer): Promise<[number, number]> => {
  const { width, height } = await sharp(file).metadata()
  return [width, height]
}
const fileOf = (name: string): Buffer => files.get(name) ?? Buffer.alloc(0)
/** The file as sharp shows it. */
const seen = (name: string): Promise<Buffer> =>
  sharp(fileOf(name)).autoOrient().removeAlpha().toColourspace('srgb').raw().toBuffer()

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

describe('browsers that have less', () => {
  const cases: readonly (readonly [limits: string, file: string])[] = [
    ['no-decoder', 'turn6.jpg'],
    ['no-decoder', 'image.png'],
    ['no-decoder', 'p3.jpg'],
    ['silent', 'turn3.jpg'],
    ['silent', 'turn6.jpg'],
    ['silent no-decoder', 'turn6.jpg'],
    ['no-decoder no-frame', 'turn6.jpg'],
    ['no-decoder no-frame', 'image.webp'],
    ['no-decoder no-frame', 'p3.jpg'],
    ['no-decoder no-frame false-canvas', 'turn6.jpg'],
    ['no-decoder no-frame false-canvas', 'p3.jpg'],
    ['no-simd', 'turn6.jpg'],
    ['no-simd', 'image.png'],
    ['no-simd', 'image.heic'],
    ['no-simd', 'p3.jpg'],
    ['no-simd no-decoder no-frame', 'turn8.jpg'],
    ['no-canvas', 'large.jpg'],
    ['no-canvas', 'image.png'],
    ['no-canvas no-decoder', 'turn6.jpg'],
  ]
  test('each path makes the same picture; the main path and the one without ImageDecoder touch no canvas', async () => {
    for (const [limits, file] of cases) {
      const got = await pixels(jpegOf(await convert({ file, limits })))
      const wanted =
        file === 'image.heic'
          ? raw.rgb
          : file === 'large.jpg'
            ? await sharp(fileOf(file)).resize(2000, 1308, { kernel: 'lanczos3' }).raw().toBuffer()
            : await seen(file)
      expect(psnr(got, wanted), `${file} with ${limits}`).toBeGreaterThan(33)
    }
  })
  test('without SIMD or WebCodecs a photo is the same to within an SSIM of 0.97', async () => {
    const grey = (jpeg: Buffer): Promise<Buffer> => sharp(jpeg).greyscale().raw().toBuffer()
    const fast = await grey(jpegOf(await convert({ file: 'large.jpg' })))
    for (const limits of ['no-simd', 'no-decoder', 'no-simd no-decoder no-frame']) {
      expect(
        ssim(await grey(jpegOf(await convert({ file: 'large.jpg', limits }))), fast, 2000, 1308),
        limits,
      ).toBeGreaterThan(0.97)
    }
  })
  test('«économie de données»: at most nine tenths of the bytes of a drawing, the same picture, without metadata, and blurred where asked', async () => {
    const [whole, small] = [
      jpegOf(await convert({ file: 'large.jpg', saving: false })),
      jpegOf(await convert({ file: 'large.jpg', saving: true })),
    ]
    expect(small.length / whole.length).toBeLessThan(0.9)
    expect(psnr(await pixels(small), await pixels(whole))).toBeGreaterThan(33)
    expect(jpegSegments(small).markers.filter((m) => /^e[1-9a-f]$|^fe$/.test(m))).toEqual([])
    const [blurred, sharpOne] = [
      await convert({ file: 'small.jpg', spots: [SPOT], saving: true }),
      await convert({ file: 'small.jpg', spots: [SPOT], saving: false }),
    ]
    expect(blurred).toMatchObject({ blurred: true })
    expect(psnr(await pixels(jpegOf(blurred)), await pixels(jpegOf(sharpOne)))).toBeGreaterThan(33)
  })
  test('a canvas that lies, in the page and in the worker, does not change one byte of what is sent', async () => {
    const lying = await browser.newPage()
    await lying.addInitScript(() => {
      const read = CanvasRenderingContext2D.prototype.getImageData
      CanvasRenderingContext2D.prototype.getImageData = function (...args) {
        const made = read.apply(this, args)
        for (let i = 0; i < made.data.length; i += 3) made.data[i] = (made.data[i] ?? 0) ^ 1
        return made
      }
      for (const name of ['toBlob', 'toDataURL'] as const) {
        const draw = HTMLCanvasElement.prototype[name] as (...args: unknown[]) => unknown
        ;(HTMLCanvasElement.prototype as unknown as Record<string, unknown>)[name] = function (
          this: HTMLCanvasElement,
          ...args: unknown[]
        ) {
          this.getContext('2d')?.fillRect(0, 0, 7, 7)
          return draw.apply(this, args)
        }
      }
    })
    await lying.goto(server.url)
    await lying.waitForFunction(() => 'lab' in window)
    for (const ask of [
      { file: 'large.jpg' },
      { file: 'p3.png' },
      { file: 'small.jpg', spots: [SPOT] },
      { file: 'image.webp' },
    ]) {
      const false_ = await lying.evaluate((a) => window.lab.convert(a), {
        ...ask,
        limits: 'false-canvas',
      })
      expect(false_.jpeg === (await convert(ask)).jpeg, ask.file).toBe(true)
    }
    await lying.close()
  })
  test('a square is cut out of a photo without any canvas, with SIMD and without, at odd places too', async () => {
    for (const limits of ['no-canvas', 'no-simd no-canvas']) {
      for (const [x, y, side, most] of [
        [100, 60, 300, 1024],
        [0, 0, 440, 220],
        [333.3, 120.7, 200.4, 1024],
        [599, 439, 9, 1024],
      ] as const) {
        const made = Buffer.from(
          await page.evaluate(
            async ([l, crop]) => {
              const { lab } = window
              return lab.base64(
                await lab.images({ limits: l }).cropPhoto(await lab.load('small.jpg'), crop),
              )
            },
            [limits, { x, y, side, most }] as const,
          ),
          'base64',
        )
        const length = Math.min(most, Math.round(side))
        expect(await sizeOf(made)).toEqual([length, length])
        const width = 2 * Math.round(side / 2)
        const [left, top] = [
          Math.min(600 - width, 2 * Math.round(x / 2)),
          Math.min(440 - width, 2 * Math.round(y / 2)),
        ]
        const wanted = await sharp(
          await sharp(fileOf('small.jpg'))
            .extract({ left, top, width, height: width })
            .png()
            .toBuffer(),
        )
          .resize(length, length, { kernel: 'lanczos3' })
          .removeAlpha()
          .raw()
          .toBuffer()
        expect(psnr(await pixels(made), wanted), `${limits} ${x}, ${y}`).toBeGreaterThan(33)
      }
    }
  })
  test('blur works without SIMD as with it', async () => {
    const [plain, fast] = [
      jpegOf(await convert({ file: 'small.jpg', spots: [SPOT], limits: 'no-simd' })),
      jpegOf(await convert({ file: 'small.jpg', spots: [SPOT] })),
    ]
    expect(psnr(await pixels(plain), await pixels(fast))).toBeGreaterThan(33)
  })
  test('falsified pixels of a PNG are not made into a photo: the original may go, unless it has spots', async () => {
    const limits = 'no-decoder no-frame false-canvas'
    expect(await convert({ file: 'image.png', limits })).toMatchObject({
      status: 'original-allowed',
      code: 'unreadable',
    })
    expect(await convert({ file: 'image.png', limits, spots: [SPOT] })).toMatchObject({
      status: 'refused',
    })
  })
})

describe('blur', () => {
  const disc = (data: Buffer, width: number, spot: BlurSpot, scale: number): number[] => {
    const out: number[] = []
    const r = spot.radius * scale
    for (let y = -Math.floor(r); y <= r; y++) {
      for (let x = -Math.floor(r); x <= r; x++)
        if (x * x + y * y < r * r)
          out.push(
            data[
              ((Math.round(spot.y * scale) + y) * width + Math.round(spot.x * scale) + x) * 3 + 1
            ] ?? 0,
          )
    }
    return out
  }
  test('spots stand in pixels of the picture as it is seen, on a turned file too; the pixels inside are gone', async () => {
    const spot: BlurSpot = { x: 350, y: 150, radius: 60, intensity: 3 }
    // texture finer than a cell inside the spot
    const textured = { ...raw, rgb: Buffer.from(raw.rgb) }
    for (let i = 0; i < textured.rgb.length; i++)
      textured.rgb[i] =
        (((Math.floor(i / 3) % 600) >> 1) + (Math.floor(i / 1800) >> 1)) & 1 ? 220 : 30
    const lying = await image(textured).rotate(270).raw().toBuffer()
    files.set(
      'texture.jpg',
      await sharp(lying, { raw: { width: 440, height: 600, channels: 3 } })
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 95 })
        .toBuffer(),
    )
    const answer = await convert({ file: 'texture.jpg', spots: [spot] })
    expect(answer).toMatchObject({ status: 'converted', width: 600, height: 440, blurred: true })
    const got = await pixels(jpegOf(answer))
    expect(
      Math.abs(correlation(disc(textured.rgb, 600, spot, 1), disc(got, 600, spot, 1))),
    ).toBeLessThan(0.2)
    const elsewhere = { ...spot, x: 120, y: 300 }
    expect(
      correlation(disc(textured.rgb, 600, elsewhere, 1), disc(got, 600, elsewhere, 1)),
    ).toBeGreaterThan(0.9)
  })
  test('two pictures that differ only inside a spot, with the same cell means, give the same file byte for byte', async () => {
    // a spot of 180 px with 4 cells of 112: one pixel of a cell exchanged with another
    const [one, two] = [Buffer.from(raw.rgb), Buffer.from(raw.rgb)]
    const px = (x: number, y: number): number => (y * 600 + x) * 3
    for (let i = 0; i < 12; i++) {
      const [a, b] = [px(296 + 2 * i, 250), px(296 + 2 * i, 262)]
      two.copyWithin(a, b, b + 3)
      one.copy(two, b, a, a + 3)
    }
    expect(one.equals(two)).toBe(false)
    files.set(
      'one.png',
      await sharp(one, { raw: { width: 600, height: 440, channels: 3 } })
        .png()
        .toBuffer(),
    )
    files.set(
      'two.png',
      await sharp(two, { raw: { width: 600, height: 440, channels: 3 } })
        .png()
        .toBuffer(),
    )
    const spots: BlurSpot[] = [{ x: 308, y: 256, radius: 90, intensity: 3 }]
    expect((await convert({ file: 'one.png' })).jpeg).not.toBe(
      (await convert({ file: 'two.png' })).jpeg,
    )
    expect((await convert({ file: 'one.png', spots })).jpeg).toBe(
      (await convert({ file: 'two.png', spots })).jpeg,
    )
  })
  test('thirty spots, overlapping and beyond the edges, are all applied', async () => {
    const [width, height] = [1200, 900]
    const checks = Uint8Array.from({ length: width * height * 3 }, (_, i) =>
      (((Math.floor(i / 3) % width) >> 1) + (Math.floor(i / 3 / width) >> 1)) & 1 ? 220 : 30,
    )
    files.set(
      'checks.png',
      await sharp(checks, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer(),
    )
    const spots = Array.from({ length: 30 }, (_, i): BlurSpot => ({
      x: (i % 6) * 240,
      y: Math.floor(i / 6) * 225,
      radius: 45,
      intensity: ((i % 3) + 1) as 1 | 2 | 3,
    }))
    const got = await pixels(jpegOf(await convert({ file: 'checks.png', spots })))
    const spread = (x: number, y: number): number => {
      let [low, high] = [255, 0]
      for (let dy = -20; dy <= 20; dy++) {
        for (let dx = -20; dx <= 20; dx++) {
          if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue
          const v = got[((y + dy) * width + x + dx) * 3] ?? 0
          low = Math.min(low, v)
          high = Math.max(high, v)
        }
      }
      return high - low
    }
    for (const { x, y } of spots) expect(spread(x, y), `${x},${y}`).toBeLessThan(60)
    expect(spread(120, 112)).toBeGreaterThan(150)
  })
  test('a failure of the blur is «Erreur traitement flou», and nothing is sent', async () => {
    for (const ask of [
      { file: 'small.jpg', spots: [SPOT], limits: 'blur-fails' },
      { file: 'small.jpg', spots: [{ ...SPOT, intensity: 7 as 3 }] },
    ]) {
      expect(await convert(ask)).toMatchObject({
        status: 'refused',
        code: 'blur_failed',
        message: 'Erreur traitement flou',
        jpeg: null,
      })
    }
  })
})

describe('failures', () => {
  test('MSG-193: what cannot be decoded is «Image illisible»; the file itself may go only without spots', async () => {
    for (const file of ['cut.jpg', 'text.jpg']) {
      expect(await convert({ file }), file).toMatchObject({
        status: 'original-allowed',
        code: 'unreadable',
        message: 'Image illisible',
      })
      expect(await convert({ file, spots: [SPOT] }), file).toMatchObject({
        status: 'refused',
        message: 'Image illisible',
        jpeg: null,
      })
    }
  })
  test('more than 100 megapixels are refused from the header, before anything is decoded', async () => {
    const answer = await convert({ file: 'bomb.png' })
    expect(answer).toMatchObject({ status: 'refused', code: 'too_many_pixels' })
    expect(answer.progress).toEqual([])
  })
  test('MSG-194: a conversion that never ends stops at its limit with its text, with and without blur', async () => {
    expect(IMAGE_TIMEOUT_MS).toBe(30_000)
    expect(await convert({ file: 'small.jpg', limits: 'hangs', limitMs: 300 })).toMatchObject({
      status: 'original-allowed',
      message: 'Timeout création JPEG (30s)',
    })
    expect(
      await convert({ file: 'small.jpg', limits: 'hangs', limitMs: 300, spots: [SPOT] }),
    ).toMatchObject({ status: 'refused', message: 'Timeout création JPEG avec flou (30s)' })
  })
  test('a worker that dies in the middle fails its photo at once; the queue goes on with a new one', async () => {
    const result = await page.evaluate(async (spot) => {
      const { lab } = window
      const images = lab.images({ limits: 'dies' })
      const [jpeg, text] = [await lab.load('small.jpg'), await lab.load('text.jpg')]
      const from = performance.now()
      const [first, blurred, next] = await Promise.all([
        images.convertPhoto(jpeg),
        images.convertPhoto(jpeg, { spots: [spot] }),
        images.convertPhoto(text),
      ])
      return { first, blurred, next, ms: performance.now() - from }
    }, SPOT)
    expect(result.first).toMatchObject({ status: 'original-allowed', code: 'interrupted' })
    expect(result.blurred).toMatchObject({ status: 'refused', message: 'Erreur traitement flou' })
    expect(result.next).toMatchObject({ code: 'unreadable' })
    expect(result.ms).toBeLessThan(10_000)
  })
  test('a broken file fails alone: the same worker makes the next photo', async () => {
    const result = await page.evaluate(async () => {
      const { lab } = window
      const images = lab.images({}, 1, 5_000)
      const [bad, worse, good] = [
        await lab.load('cut.jpg'),
        await lab.load('bomb.png'),
        await lab.load('small.jpg'),
      ]
      const from = lab.spawned()
      const made = await Promise.all(
        [bad, good, worse, good].map((file) => images.convertPhoto(file)),
      )
      return {
        spawned: lab.spawned() - from,
        made: made.map((one) => (one.status === 'converted' ? 'converted' : one.message)),
      }
    })
    expect(result).toEqual({
      spawned: 1,
      made: ['Image illisible', 'converted', 'Cette photo compte trop de pixels.', 'converted'],
    })
  })
  test('a cancelled photo rejects with AbortError at once, waiting or running, and the others go on', async () => {
    const result = await page.evaluate(async () => {
      const { lab } = window
      const images = lab.images({ limits: 'no-canvas' })
      const file = await lab.load('large.jpg')
      const [running, waiting, before] = [
        new AbortController(),
        new AbortController(),
        AbortSignal.abort(),
      ]
      const a = lab.settle(
        images.convertPhoto(file, { signal: running.signal, onProgress: () => running.abort() }),
      )
      const b = lab.settle(images.convertPhoto(file, { signal: waiting.signal }))
      const c = images.convertPhoto(file)
      waiting.abort()
      return [
        await a,
        await b,
        await lab.settle(images.convertPhoto(file, { signal: before })),
        (await c).status,
      ]
    })
    expect(result).toEqual([
      'AbortError: Cancelled',
      'AbortError: Cancelled',
      'AbortError: Cancelled',
      'converted',
    ])
  })
  test('a worker that hangs on a cancelled photo is replaced', async () => {
    const result = await page.evaluate(async () => {
      const { lab } = window
      const images = lab.images({ limits: 'hangs' })
      const stop = new AbortController()
      const hung = lab.settle(
        images.convertPhoto(await lab.load('small.jpg'), { signal: stop.signal }),
      )
      setTimeout(() => stop.abort(), 100)
      return [await hung, (await images.convertPhoto(await lab.load('text.jpg'))).status]
    })
    expect(result).toEqual(['AbortError: Cancelled', 'original-allowed'])
  })
})

describe('life of the workers', () => {
  test('one worker serves photo after photo, and is ended when idle', async () => {
    const result = await page.evaluate(async () => {
      const { lab } = window
      const images = lab.images({}, 1, 400)
      const file = await lab.load('small.jpg')
      const from = lab.spawned()
      for (let i = 0; i < 3; i++) await images.convertPhoto(file)
      const warm = lab.spawned() - from
      await new Promise((resolve) => setTimeout(resolve, 900))
      await images.convertPhoto(file)
      return { warm, again: lab.spawned() - from }
    })
    expect(result).toEqual({ warm: 1, again: 2 })
  })
  test('as many photos run at once as there are workers, the rest waits', async () => {
    const result = await page.evaluate(async () => {
      const { lab } = window
      const images = lab.images({}, 2, 300)
      const file = await lab.load('large.jpg')
      const from = lab.spawned()
      const done = await Promise.all(Array.from({ length: 6 }, () => images.convertPhoto(file)))
      return { spawned: lab.spawned() - from, done: done.map((one) => one.status) }
    })
    expect(result.spawned).toBe(2)
    expect(result.done).toEqual(Array.from({ length: 6 }, () => 'converted'))
  })
  test('the app’s own instance starts its worker under Trusted Types and the strict policy', async () => {
    const status = await page.evaluate(
      async () => (await window.lab.convertPhoto(await window.lab.load('small.jpg'))).status,
    )
    expect(status).toBe('converted')
    expect(problems).toEqual([])
  })
})

describe('preview', () => {
  const preview = (
    file: string,
    limits = '',
  ): Promise<{
    size: [number, number]
    first: string
    blurred: string
    cleared: string
    names: string[]
  }> =>
    page
      .evaluate(
        async ([name, spot, limited]) => {
          const { lab } = window
          const shown = await lab
            .images({ limits: limited })
            .previewPhoto(await lab.load(name), { maxSide: 500 })
          const [old, latest] = [lab.settle(shown.blur([])), shown.blur([spot])]
          const blurred = await lab.base64(await latest)
          const cleared = await lab.base64(await shown.blur([]))
          const closing = lab.settle(shown.blur([spot]))
          shown.close()
          return {
            size: [shown.width, shown.height],
            first: await lab.base64(shown.blob),
            blurred,
            cleared,
            names: [await old, await closing],
          } as const
        },
        [file, SPOT, limits] as const,
      )
      .then((r) => ({ ...r, size: [...r.size], names: [...r.names] }))

  test('shows every format, with spots as they will be, and as the original again without them', async () => {
    for (const [file, size] of [
      ['small.jpg', [600, 440]],
      ['turn6.jpg', [441, 601]],
      ['image.tif', [600, 440]],
      ['turned.heic', [440, 600]],
    ] as const) {
      const shown = await preview(file)
      expect(shown.size, file).toEqual(size)
      expect(Math.max(...(await sizeOf(Buffer.from(shown.first, 'base64'))))).toBe(500)
      expect(shown.blurred).not.toBe(shown.first)
      expect(shown.cleared).toBe(shown.first)
      // the older of two calls, and the one that was running when the modal closed
      expect(shown.names).toEqual(['AbortError: Cancelled', 'AbortError: Cancelled'])
    }
  })
  test('works without SIMD', async () => {
    const shown = await preview('small.jpg', 'no-simd')
    expect(shown.blurred).not.toBe(shown.first)
    expect(shown.cleared).toBe(shown.first)
  })
  test('problems have the text that stands over the preview', async () => {
    const result = await page.evaluate(async (spot) => {
      const { lab } = window
      const type = await lab.settle(lab.images({}).previewPhoto(await lab.load('text.jpg')))
      const shown = await lab
        .images({ limits: 'blur-fails' })
        .previewPhoto(await lab.load('small.jpg'))
      const flou = await lab.settle(shown.blur([spot]))
      shown.close()
      return [type, flou]
    }, SPOT)
    expect(result).toEqual([
      'PreviewFailure: Prévisualisation indisponible (type)',
      'PreviewFailure: Prévisualisation indisponible (flou)',
    ])
  })
  test('size and type come from the header', async () => {
    const all = await page.evaluate(
      async (names) =>
        Promise.all(
          names.map(async (name) =>
            window.lab.images({}).inspectPhoto(await window.lab.load(name)),
          ),
        ),
      ['turn6.jpg', 'image.avif', 'turned.heic'],
    )
    expect(all).toEqual([
      { width: 441, height: 601, type: 'jpeg' },
      { width: 600, height: 440, type: 'avif' },
      { width: 440, height: 600, type: 'heic' },
    ])
  })
})
