import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import type { BlurSpot } from '#contract/workers/image'
import type { Answer, Ask } from '../../support/image/page/main'
import { launch } from '../../support/browser/browser'
import { photographed } from '../../support/image/faces'
import { heic, image, pattern, withMetadata } from '../../support/image/files'
import { serveImagePage } from '../../support/image/server'

const PORT = 8610

export const files = new Map<string, Buffer>()

export let browser: Browser

export let page: Page

export let server: Awaited<ReturnType<typeof serveImagePage>>

export const problems: string[] = []

export const raw = pattern(600, 440)

export const large = pattern(2600, 1700)

export const SPOT: BlurSpot = { x: 300, y: 220, radius: 60, intensity: 3 }

/** Colours of a chart, three lines of them: what a photo holds, from skin to neon. */
export const COLOURS = 12

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

export const convert = (ask: Ask): Promise<Answer> =>
  page.evaluate((a) => window.lab.convert(a), ask)

export const jpegOf = (answer: Answer): Buffer => {
  expect(answer, JSON.stringify({ ...answer, jpeg: undefined })).toMatchObject({
    status: 'converted',
  })
  return Buffer.from(answer.jpeg ?? '', 'base64')
}

export const pixels = (file: Buffer): Promise<Buffer> =>
  sharp(file).removeAlpha().toColourspace('srgb').raw().toBuffer()

export const sizeOf = async (file: Buffer): Promise<[number, number]> => {
  const { width, height } = await sharp(file).metadata()
  return [width, height]
}

export const fileOf = (name: string): Buffer => files.get(name) ?? Buffer.alloc(0)

/** The file as sharp shows it. */
export const seen = (name: string): Promise<Buffer> =>
  sharp(fileOf(name)).autoOrient().removeAlpha().toColourspace('srgb').raw().toBuffer()

/** Starts what every test of this file shares. */
export const setUp = (): void => {
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
    files.set('faces.jpg', readFileSync(photographed(1)))
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
}
