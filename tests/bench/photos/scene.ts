/**
 * Photographs that nobody took: fractal light (an amplitude for each octave, as in natural
 * pictures), façades, grass and faces drawn with fine edges, then the blur of a lens and the noise
 * of a sensor. The same seed gives the same bytes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'

const CACHE = fileURLToPath(new URL('../../../.cache/photos/', import.meta.url))
/** Part of the cached names: change it with what is drawn. */
const VERSION = 1

type Random = () => number
/** xorshift32: 0 to 1. */
const random = (seed: number): Random => {
  let s = (seed * 2654435761) >>> 0 || 1
  return () => {
    s ^= s << 13
    s >>>= 0
    s ^= s >>> 17
    s ^= s << 5
    s >>>= 0
    return s / 4294967296
  }
}

/** Grey noise whose smallest feature is `wave` pixels, 0 to 255. */
const octave = (width: number, height: number, wave: number, seed: number): Promise<Buffer> => {
  const next = random(seed)
  const size = {
    width: Math.max(2, Math.ceil(width / wave) + 2),
    height: Math.max(2, Math.ceil(height / wave) + 2),
  }
  const grains = Buffer.from(
    Uint8Array.from({ length: size.width * size.height }, () => next() * 256),
  )
  return sharp(grains, { raw: { ...size, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer()
}

const drawing = (w: number, h: number, seed: number): Buffer => {
  const next = random(seed + 31)
  const horizon = h * 0.55
  const shapes: string[] = []
  for (let i = 0; i < 26; i++) {
    const [bw, bh, x, g] = [
      w * (0.02 + next() * 0.07),
      h * (0.08 + next() * 0.35),
      next() * w,
      60 + next() * 150,
    ]
    shapes.push(
      `<rect x="${x}" y="${horizon - bh}" width="${bw}" height="${bh}" fill="rgb(${g | 0},${(g * 0.92) | 0},${(g * 0.85) | 0})" fill-opacity=".85"/>`,
    )
    for (let y = horizon - bh + bw * 0.1; y < horizon - bw * 0.1; y += bw * 0.16) {
      for (let wx = x + bw * 0.1; wx < x + bw * 0.9; wx += bw * 0.14)
        shapes.push(
          `<rect x="${wx}" y="${y}" width="${bw * 0.08}" height="${bw * 0.09}" fill="${next() < 0.3 ? '#ffe9a8' : '#23303c'}" fill-opacity=".8"/>`,
        )
    }
  }
  for (let i = 0; i < 9000; i++) {
    const [x, y, length, angle] = [
      next() * w,
      horizon + next() * (h - horizon),
      w * (0.002 + next() * 0.012),
      next() * 2 * Math.PI,
    ]
    shapes.push(
      `<path d="M${x} ${y}l${Math.cos(angle) * length} ${Math.sin(angle) * length}" stroke="rgb(${(next() * 90) | 0},${(60 + next() * 120) | 0},${(next() * 60) | 0})" stroke-width="${w * 0.0003 * (1 + next() * 3)}" stroke-opacity=".9"/>`,
    )
  }
  for (let i = 0; i < 14; i++) {
    const [x, y, r] = [next() * w, h * (0.45 + next() * 0.5), w * (0.01 + next() * 0.03)]
    shapes.push(
      `<ellipse cx="${x}" cy="${y}" rx="${r * 0.75}" ry="${r}" fill="rgb(${(200 + next() * 40) | 0},${(150 + next() * 50) | 0},${(120 + next() * 40) | 0})"/><path d="M${x - r * 0.3} ${y + r * 0.45}Q${x} ${y + r * 0.65} ${x + r * 0.3} ${y + r * 0.45}" stroke="#922" stroke-width="${r * 0.07}" fill="none"/>`,
    )
    for (const side of [-1, 1])
      shapes.push(
        `<circle cx="${x + side * r * 0.28}" cy="${y - r * 0.15}" r="${r * 0.09}" fill="#222"/>`,
      )
  }
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${shapes.join('')}</svg>`,
  )
}

/** Each octave has this share of the amplitude of the one twice as wide, to the power of its wave. */
const SLOPE = 0.3
const AMPLITUDE = 62
/** The lens, in pixels, and the sensor, in levels. */
const LENS_BLUR = 0.6
const NOISE = 7

const light = async (w: number, h: number, seed: number): Promise<Float32Array> => {
  const sum = new Float32Array(w * h)
  const widest = Math.max(w, h) / 3
  // fine texture here, smooth places there
  const mask = await octave(w, h, w / 5, seed + 900)
  for (let wave = widest, k = 1; wave >= 2; wave /= 2, k++) {
    const grain = await octave(w, h, wave, seed * 100 + k)
    const amplitude = (AMPLITUDE * (wave / widest) ** SLOPE) / 128
    const fine = wave <= w / 40
    for (let i = 0; i < sum.length; i++) {
      const here = fine ? Math.max(0.08, ((mask[i] ?? 0) - 50) / 170) : 1
      sum[i] = (sum[i] ?? 0) + ((grain[i] ?? 0) - 128) * amplitude * here
    }
  }
  return sum
}

/** RGB bytes of a scene. */
const scene = async (w: number, h: number, seed: number): Promise<Buffer> => {
  const luma = await light(w, h, seed)
  const [warm, cold, spots] = [
    await octave(w, h, w / 4, seed + 501),
    await octave(w, h, w / 9, seed + 502),
    await octave(w, h, w / 60, seed + 503),
  ]
  const rgb = Buffer.from(new Uint8ClampedArray(w * h * 3).buffer)
  const level = new Uint8ClampedArray(rgb.buffer)
  for (let i = 0; i < luma.length; i++) {
    const sky = Math.max(0, 1 - Math.floor(i / w) / (h * 0.6))
    const base = 115 + (luma[i] ?? 0) * (1 - 0.75 * sky) + 70 * sky
    const a = ((warm[i] ?? 0) - 128) * 0.16 + ((spots[i] ?? 0) - 128) * 0.1
    const b = ((cold[i] ?? 0) - 128) * 0.16
    level[3 * i] = base + a - 18 * sky
    level[3 * i + 1] = base - a * 0.4 - b * 0.2
    level[3 * i + 2] = base + b + 30 * sky - 8
  }
  const drawn = await sharp(drawing(w, h, seed), { limitInputPixels: false, unlimited: true })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const seen = await sharp(rgb, { raw: { width: w, height: h, channels: 3 } })
    .composite([{ input: drawn, limitInputPixels: false }])
    .removeAlpha()
    .blur(LENS_BLUR)
    .raw()
    .toBuffer()
  const next = random(seed + 77)
  const out = new Uint8ClampedArray(seen.buffer, seen.byteOffset, seen.length)
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) + (next() + next() - 1) * NOISE
  return seen
}

const cached = async (name: string, make: () => Promise<Buffer>): Promise<Buffer> => {
  const path = join(CACHE, `${VERSION}-${name}`)
  const found = await readFile(path).catch(() => null)
  if (found) return found
  await mkdir(CACHE, { recursive: true })
  const made = await make()
  await writeFile(path, made)
  return made
}

/**
 * Files by title: what a phone of 12, 24 and 48 megapixels stores, and a screenshot-like PNG. Made
 * once, kept in .cache.
 */
export const photos = async (): Promise<ReadonlyMap<string, Buffer>> => {
  let large: Promise<Buffer> | undefined
  const big = async (): Promise<Sharp> =>
    sharp(await (large ??= scene(8000, 6000, 3)), {
      raw: { width: 8000, height: 6000, channels: 3 },
      limitInputPixels: false,
    })
  let small: Promise<Buffer> | undefined
  const twelve = async (): Promise<Sharp> =>
    sharp(await (small ??= scene(4000, 3000, 11)), {
      raw: { width: 4000, height: 3000, channels: 3 },
    })
  return new Map([
    [
      '12 MP JPEG',
      await cached('12.jpg', async () => (await twelve()).jpeg({ quality: 93 }).toBuffer()),
    ],
    [
      '24 MP JPEG',
      await cached('24.jpg', async () =>
        (await big()).resize(6000, 4000, { fit: 'cover' }).jpeg({ quality: 92 }).toBuffer(),
      ),
    ],
    [
      '48 MP JPEG',
      await cached('48.jpg', async () => (await big()).jpeg({ quality: 90 }).toBuffer()),
    ],
    // the noise of a sensor would make it larger than the app takes
    [
      '12 MP PNG',
      await cached('12-soft.png', async () =>
        (await twelve()).blur(0.7).png({ compressionLevel: 6 }).toBuffer(),
      ),
    ],
  ])
}
