import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readHeader } from '../../workers/image/header/header'
import { orientationOfFrame, transformOf } from '../../workers/image/header/orientation'
import { heic, image, pattern } from '../support/image/files'
import { random } from '../support/image/kernels'

const raw = pattern(173, 121)
const header = (file: Buffer) => readHeader(new Uint8Array(file))

const files = async (): Promise<Record<string, Buffer>> => ({
  jpeg: await image(raw).jpeg().toBuffer(),
  'progressive jpeg': await image(raw).jpeg({ progressive: true }).toBuffer(),
  png: await image(raw).png().toBuffer(),
  webp: await image(raw).webp().toBuffer(),
  'lossless webp': await image(raw).webp({ lossless: true }).toBuffer(),
  'webp with alpha': await image(raw).ensureAlpha(0.5).webp().toBuffer(),
  avif: await image(raw).avif().toBuffer(),
  gif: await image(raw).gif().toBuffer(),
  tiff: await image(raw).tiff().toBuffer(),
  'deflated tiff': await image(raw).tiff({ compression: 'deflate' }).toBuffer(),
})

describe('header', () => {
  test('tells type and size of every format from its content', async () => {
    for (const [name, file] of Object.entries(await files())) {
      const found = header(file)
      expect(name, `${name} read as ${found?.type}`).toContain(found?.type ?? '?')
      expect([found?.width, found?.height], name).toEqual([173, 121])
    }
  })
  test('tells type, size and turn of a HEIC', () => {
    expect(header(heic('sample'))).toMatchObject({
      type: 'heic',
      width: 600,
      height: 440,
      turned: false,
    })
    expect(header(heic('turned'))).toMatchObject({
      type: 'heic',
      width: 600,
      height: 440,
      turned: true,
    })
  })
  test('reads the EXIF orientation of a JPEG and of a TIFF', async () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      for (const file of [
        await image(raw).withMetadata({ orientation }).jpeg().toBuffer(),
        await image(raw).withMetadata({ orientation }).tiff().toBuffer(),
      ]) {
        expect(header(file)).toMatchObject({ orientation, turned: orientation >= 5 })
      }
    }
  })
  test('finds the colour profile of JPEG, PNG, WebP, AVIF and TIFF', async () => {
    const profiled = () => image(raw).withIccProfile('p3')
    for (const file of [
      await profiled().jpeg().toBuffer(),
      await profiled().png().toBuffer(),
      await profiled().webp().toBuffer(),
      await profiled().avif().toBuffer(),
      await profiled().tiff().toBuffer(),
    ]) {
      const icc = await header(file)?.icc()
      const { icc: wanted } = await sharp(file).metadata()
      expect(icc && Buffer.from(icc).equals(wanted ?? Buffer.alloc(0)), header(file)?.type).toBe(
        true,
      )
    }
    expect(await header(await image(raw).jpeg().toBuffer())?.icc()).toBeNull()
  })
  test('MSG-193: what is no picture has no header, and a damaged one never throws', async () => {
    expect(header(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull()
    expect(header(Buffer.alloc(0))).toBeNull()
    expect(header(Buffer.from('MZ\x90\0 not a picture'))).toBeNull()
    const next = random(12)
    for (const file of Object.values(await files())) {
      for (let round = 0; round < 300; round++) {
        const broken = Buffer.from(
          file.subarray(0, next(2) ? file.length : next(Math.min(file.length, 400))),
        )
        for (let i = 0; i < 6 && broken.length > 0; i++)
          broken[next(Math.min(broken.length, 300))] = next(256)
        const found = header(broken)
        await found?.icc()
      }
    }
  })
})

test('the turns of EXIF and of WebCodecs are those that sharp makes', async () => {
  const small = pattern(5, 3)
  const turns = {
    1: [0, false],
    2: [0, true],
    3: [180, false],
    4: [180, true],
    5: [90, true],
    6: [90, false],
    7: [270, true],
    8: [270, false],
  } as const
  for (let orientation = 1; orientation <= 8; orientation++) {
    const png = await image(small).withMetadata({ orientation }).png().toBuffer()
    const wanted = await sharp(png).autoOrient().raw().toBuffer()
    const { flipX, flipY, transpose } = transformOf(orientation)
    const [w, h] = transpose ? [3, 5] : [5, 3]
    const got = Buffer.alloc(wanted.length)
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const [lx, ly] = transpose ? [y, x] : [x, y]
        const from = ((flipY ? 2 - ly : ly) * 5 + (flipX ? 4 - lx : lx)) * 3
        small.rgb.copy(got, (y * w + x) * 3, from, from + 3)
      }
    }
    expect(got.equals(wanted), `orientation ${orientation}`).toBe(true)
    expect(orientationOfFrame(...turns[orientation as 1])).toBe(orientation)
  }
})
