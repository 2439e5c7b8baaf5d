import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { BlurSpot } from '#contract/workers/image'
import { image } from '../../support/image/files'
import { correlation } from '../../support/image/kernels'
import { files, raw, SPOT, convert, jpegOf, pixels } from './image-setup'

/** Tests of image-pipeline.test.ts, which share its server. */
export const blurTests = (): void => {
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
      // a spot of 180 px with cells of 113: one pixel of a cell exchanged with another
      const [one, two] = [Buffer.from(raw.rgb), Buffer.from(raw.rgb)]
      const px = (x: number, y: number): number => (y * 600 + x) * 3
      for (let i = 0; i < 12; i++) {
        const [a, b] = [px(296 + 2 * i, 200), px(296 + 2 * i, 212)]
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
      for (const { x, y } of spots) expect(spread(x, y), `${x},${y}`).toBeLessThan(125)
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
}
