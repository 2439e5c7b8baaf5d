import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { jpegSegments } from '../../support/image/files'
import { psnr } from '../../support/image/kernels'
import { ssim } from '../../bench/photos/ssim'
import {
  browser,
  page,
  server,
  raw,
  SPOT,
  convert,
  jpegOf,
  pixels,
  sizeOf,
  fileOf,
  seen,
} from './image-setup'

/** Tests of image-pipeline.test.ts, which share its server. */
export const fallbackTests = (): void => {
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
              ? await sharp(fileOf(file))
                  .resize(2000, 1308, { kernel: 'lanczos3' })
                  .raw()
                  .toBuffer()
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
      expect(psnr(await pixels(jpegOf(blurred)), await pixels(jpegOf(sharpOne)))).toBeGreaterThan(
        33,
      )
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
          limits: 'false-canvas no-secret',
        })
        const honest = await convert({ ...ask, limits: 'no-secret' })
        expect(false_.jpeg === honest.jpeg, ask.file).toBe(true)
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
        jpegOf(await convert({ file: 'small.jpg', spots: [SPOT], limits: 'no-simd no-secret' })),
        jpegOf(await convert({ file: 'small.jpg', spots: [SPOT], limits: 'no-secret' })),
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
}
