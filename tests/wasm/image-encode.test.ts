import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import type { KernelExports } from '../../workers/image/pipeline/kernels'
import { loadKernels, noise, psnr, random } from '../support/image/kernels'

let k: KernelExports
beforeEach(async () => {
  k = await loadKernels()
})

interface Planes {
  readonly y: number
  readonly cb: number
  readonly cr: number
  readonly stride: number
}

/** RGB pixels as padded planes. */
const planesOf = (k: KernelExports, rgb: Uint8Array, w: number, h: number): Planes => {
  k.reset()
  const [stride, padded] = [Math.ceil(w / 16) * 16, Math.ceil(h / 16) * 16]
  const pixels = k.alloc(w * h * 4)
  const [y, cb, cr] = [
    k.alloc(stride * padded),
    k.alloc((stride * padded) / 4),
    k.alloc((stride * padded) / 4),
  ] as const
  const memory = new Uint8Array(k.memory.buffer)
  for (let i = 0; i < w * h; i++) memory.set(rgb.subarray(i * 3, i * 3 + 3), pixels + i * 4)
  k.rgbaToPlanes(pixels, w, h, false, y, stride, cb, cr, stride / 2)
  k.padPlane(y, stride, w, h, padded)
  for (const c of [cb, cr])
    k.padPlane(c, stride / 2, Math.ceil(w / 2), Math.ceil(h / 2), padded / 2)
  return { y, cb, cr, stride }
}
const written = (k: KernelExports, at: number): Buffer =>
  Buffer.from(new Uint8Array(k.memory.buffer, at, k.encodedLength()))
/** Encodes RGB pixels as the worker does. */
const encode = (rgb: Uint8Array, w: number, h: number, quality: number): Buffer => {
  const { y, cb, cr, stride } = planesOf(k, rgb, w, h)
  return written(k, k.encodeJpeg(y, stride, cb, cr, stride / 2, w, h, quality))
}
const picture = (w: number, h: number): Uint8Array =>
  Uint8Array.from({ length: w * h * 3 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % w, Math.floor(i / 3 / w)]
    return (
      128 +
      60 * Math.sin(x / 9 + (i % 3)) +
      50 * Math.cos(y / 7 - (i % 3)) +
      (((x >> 4) ^ (y >> 4)) % 2) * 15
    )
  })

const markers = (jpeg: Buffer): string[] => {
  const found: string[] = []
  for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2))
    found.push((jpeg[at + 1] ?? 0).toString(16))
  return found
}

describe('JPEG encoder', () => {
  test('every size from 1 × 1 decodes to what went in', async () => {
    for (const [w, h] of [
      [1, 1],
      [2, 1],
      [1, 17],
      [7, 9],
      [8, 8],
      [15, 16],
      [16, 15],
      [17, 33],
      [40, 3],
      [63, 65],
      [129, 31],
    ] as const) {
      const rgb = picture(w, h)
      const { data, info } = await sharp(encode(rgb, w, h, 95), { failOn: 'warning' })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([w, h])
      expect(psnr(data, rgb), `${w}×${h}`).toBeGreaterThan(30)
    }
  })
  test('at the same quality it is smaller than libjpeg and nearly as exact; at the same size it is more exact', async () => {
    const [w, h] = [400, 300]
    const rgb = picture(w, h)
    const libjpeg = (quality: number): Promise<Buffer> =>
      sharp(rgb, { raw: { width: w, height: h, channels: 3 } })
        .jpeg({ quality, chromaSubsampling: '4:2:0', optimiseCoding: true })
        .toBuffer()
    const exact = async (jpeg: Buffer): Promise<number> =>
      psnr(await sharp(jpeg).raw().toBuffer(), rgb)
    for (const quality of [30, 75, 92]) {
      const own = encode(rgb, w, h, quality)
      const same = await libjpeg(quality)
      expect(own.length).toBeLessThan(same.length * 1.02)
      expect(await exact(own)).toBeGreaterThan((await exact(same)) - 1)
      let lower = quality
      while ((await libjpeg(lower)).length > own.length) lower--
      expect(await exact(own), `${lower}`).toBeGreaterThan(await exact(await libjpeg(lower)))
    }
  })
  test('holds the header of JFIF, tables and the scan: no metadata segment', () => {
    const jpeg = encode(picture(50, 40), 50, 40, 92)
    expect(markers(jpeg)).toEqual(['e0', 'db', 'db', 'c0', 'c4', 'c4', 'c4', 'c4'])
    expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9')
  })
  test('noise at every quality, flat colours and full contrast keep to the format', async () => {
    const next = random(11)
    const [w, h] = [120, 90]
    const flat = (level: number): Uint8Array => new Uint8Array(w * h * 3).fill(level)
    const checks = Uint8Array.from(
      { length: w * h * 3 },
      (_, i) => ((Math.floor(i / 3) + Math.floor(i / 3 / w)) % 2) * 255,
    )
    for (const rgb of [noise(next, w * h * 3), flat(0), flat(255), checks]) {
      for (const quality of [1, 2, 50, 92, 100]) {
        const { info } = await sharp(encode(rgb, w, h, quality), { failOn: 'warning' })
          .raw()
          .toBuffer({ resolveWithObject: true })
        expect([info.width, info.height]).toEqual([w, h])
      }
    }
  })
  test('the largest sums of the transform stay whole: blocks of full contrast in the signs of each of its 64 waves', async () => {
    const sign = (wave: number, at: number): number =>
      Math.sign(Math.cos(((2 * at + 1) * wave * Math.PI) / 16))
    const levels = Uint8Array.from({ length: 64 * 64 }, (_, i) => {
      const [x, y] = [i % 64, Math.floor(i / 64)]
      return sign(x >> 3, x & 7) * sign(y >> 3, y & 7) > 0 ? 255 : 0
    })
    const grey = Uint8Array.from(
      { length: levels.length * 3 },
      (_, i) => levels[Math.floor(i / 3)] ?? 0,
    )
    for (const rgb of [grey, grey.map((v) => 255 - v)]) {
      const data = await sharp(encode(rgb, 64, 64, 100))
        .removeAlpha()
        .raw()
        .toBuffer()
      expect(Math.max(...rgb.map((v, i) => Math.abs(v - (data[i] ?? 0))))).toBeLessThanOrEqual(3)
    }
  })
  test('the same picture gives the same bytes', () => {
    const rgb = picture(77, 55)
    expect(encode(rgb, 77, 55, 92).equals(encode(rgb, 77, 55, 92))).toBe(true)
  })
})
