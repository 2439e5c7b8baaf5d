import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import type { KernelExports } from '../../workers/image/pipeline/kernels'
import { readHeader } from '../../workers/image/header/header'
import { readColourProfile } from '../../workers/image/pipeline/profile'
import { convertPlanesToSrgb } from '../../workers/image/decode/planes'
import { block, loadKernels, noise, random } from '../support/image/kernels'

let k: KernelExports
beforeEach(async () => {
  k = await loadKernels()
})

/** JFIF 1.02, in doubles. */
const jfif = (r: number, g: number, b: number): [number, number, number] => [
  0.299 * r + 0.587 * g + 0.114 * b,
  128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
  128 + 0.5 * r - 0.418688 * g - 0.081312 * b,
]

test('RGBA and BGRA become JFIF planes within a level, for every odd size', () => {
  const next = random(5)
  for (let round = 0; round < 60; round++) {
    k.reset()
    const [w, h] = [1 + next(40), 1 + next(20)]
    const bgr = next(2) === 1
    const pixels = noise(next, w * h * 4)
    const [ys, cs] = [Math.ceil(w / 16) * 16, Math.ceil(w / 16) * 8]
    const source = block(k, pixels)
    const [y, cb, cr] = [
      block(k, new Uint8Array(ys * h)),
      block(k, new Uint8Array(cs * Math.ceil(h / 2))),
      block(k, new Uint8Array(cs * Math.ceil(h / 2))),
    ]
    k.rgbaToPlanes(source.at, w, h, bgr, y.at, ys, cb.at, cr.at, cs)
    const at = (px: number, py: number): [number, number, number] => {
      const i = (Math.min(py, h - 1) * w + Math.min(px, w - 1)) * 4
      const [a, g, c] = [pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0]
      return bgr ? jfif(c, g, a) : jfif(a, g, c)
    }
    const [gotY, gotCb, gotCr] = [y.bytes(), cb.bytes(), cr.bytes()]
    // one expectation for all samples: thousands of them take seconds
    let worst = 0
    const near = (got: number | undefined, wanted: number): void => {
      worst = Math.max(worst, Math.abs((got ?? NaN) - wanted))
    }
    for (let py = 0; py < h; py++)
      for (let px = 0; px < w; px++) near(gotY[py * ys + px], at(px, py)[0])
    for (let py = 0; py < h; py += 2) {
      for (let px = 0; px < w; px += 2) {
        const four = [at(px, py), at(px + 1, py), at(px, py + 1), at(px + 1, py + 1)]
        const mean = (c: 1 | 2): number => four.reduce((s, v) => s + v[c], 0) / 4
        const i = (py / 2) * cs + px / 2
        near(gotCb[i], mean(1))
        near(gotCr[i], mean(2))
      }
    }
    expect(worst).toBeLessThanOrEqual(1)
    for (const b of [source, y, cb, cr]) expect(b.guardsIntact()).toBe(true)
  }
})

test('transparent pixels are laid on white', () => {
  const next = random(6)
  for (let count = 1; count < 40; count++) {
    k.reset()
    const pixels = noise(next, count * 4)
    for (let i = 3; i < pixels.length; i += 4) if (next(3) === 0) pixels[i] = next(2) * 255
    const b = block(k, pixels)
    k.overWhite(b.at, count)
    const got = b.bytes()
    for (let i = 0; i < pixels.length; i++) {
      const a = pixels[i | 3] ?? 0
      const wanted = i % 4 === 3 ? 255 : ((pixels[i] ?? 0) * a + 255 * (255 - a)) / 255
      expect(Math.abs((got[i] ?? 0) - wanted)).toBeLessThanOrEqual(0.5)
    }
    expect(b.guardsIntact()).toBe(true)
  }
})

/**
 * A picture of soft colours as PNG with this profile, its raw levels, and what littlecms makes of
 * it in sRGB.
 */
const withProfile = async (profile: string) => {
  const [w, h] = [64, 48]
  const raw = Uint8Array.from({ length: w * h * 3 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % w, Math.floor(i / 3 / w)]
    return [90 + x * 2, 60 + y * 3, 200 - x * 2][i % 3] ?? 0
  })
  const png = await sharp(raw, { raw: { width: w, height: h, channels: 3 } })
    .withIccProfile(profile)
    .png()
    .toBuffer()
  const levels = await sharp(png, { ignoreIcc: true }).raw().toBuffer()
  const wanted = await sharp(png).toColourspace('srgb').raw().toBuffer()
  return { w, h, png: new Uint8Array(png), levels, wanted }
}

test('Display P3 becomes sRGB as littlecms makes it', async () => {
  const { w, h, png, levels, wanted } = await withProfile('p3')
  const profile = readColourProfile((await readHeader(png)?.icc()) ?? null)
  expect(profile).not.toBeNull()
  if (!profile) return
  const rgba = new Uint8Array(w * h * 4).fill(255)
  for (let i = 0; i < w * h; i++) rgba.set(levels.subarray(i * 3, i * 3 + 3), i * 4)
  const source = block(k, rgba)
  const planes = [0, 1, 1].map((half) => ({
    at: k.alloc(w * (h + 1)),
    stride: w >> half,
    columns: w >> half,
    lines: h >> half,
    width: w >> half,
    height: h >> half,
  }))
  const [y, cb, cr] = planes
  if (!y || !cb || !cr) throw new Error('three planes')
  k.rgbaToPlanes(source.at, w, h, false, y.at, y.stride, cb.at, cr.at, cb.stride)
  convertPlanesToSrgb(k, [y, cb, cr], profile)
  const read = (p: typeof y, x: number, line: number): number =>
    new Uint8Array(k.memory.buffer)[p.at + line * p.stride + x] ?? 0
  let worst = 0
  for (let py = 0; py < h; py++) {
    for (let px = 0; px < w; px++) {
      const [Y, Cb, Cr] = [
        read(y, px, py),
        read(cb, px >> 1, py >> 1) - 128,
        read(cr, px >> 1, py >> 1) - 128,
      ]
      const rgb = [Y + 1.402 * Cr, Y - 0.344136 * Cb - 0.714136 * Cr, Y + 1.772 * Cb]
      for (const [c, v] of rgb.entries())
        worst = Math.max(
          worst,
          Math.abs(Math.min(255, Math.max(0, v)) - (wanted[(py * w + px) * 3 + c] ?? 0)),
        )
    }
  }
  // chroma is shared by four pixels of a gradient
  expect(worst).toBeLessThanOrEqual(6)
})

test('sRGB itself asks for no conversion, and broken profiles are let be', async () => {
  const { png } = await withProfile('srgb')
  expect(readColourProfile((await readHeader(png)?.icc()) ?? null)).toBeNull()
  expect(readColourProfile(new Uint8Array(20))).toBeNull()
  const p3 = await readHeader((await withProfile('p3')).png)?.icc()
  for (let cut = 0; cut < (p3?.length ?? 0); cut += 7)
    expect(() => readColourProfile(p3?.slice(0, cut) ?? null)).not.toThrow()
})
