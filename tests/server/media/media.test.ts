import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { mediaUrls } from '#contract/media'
import { type Client } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { CANARY, open, PLAIN, segments, storedFiles, withSecrets } from './pictures'
import { setUp, t, member, form } from './media-setup'

setUp()

const bytesOf = async (
  id: string,
  variant: 'full' | 'thumbnail' = 'full',
  who: Client = member,
): Promise<Buffer> => {
  const { body } = await who.call(mediaUrls, { body: { items: [{ id, variant }] } })
  const { status, bytes } = await open(t, body.links[0]?.url ?? '')
  expect(status).toBe(200)
  return bytes
}

describe('what is accepted comes out as a plain JPEG', () => {
  test('MSG-162 MSG-086: one photo in the field `files`; media_id and media_ids[0] name it, with every attachment field', async () => {
    const { status, body } = await upload(member, await picture(1, 320, 240), 'Été à la plage.jpg')
    expect(status).toBe(201)
    expect(body.media_ids).toEqual([body.media_id])
    const full = await bytesOf(body.media_id)
    expect(body.media).toEqual({
      id: body.media_id,
      category: 'photo',
      filename: `${body.media_id}.jpg`,
      originalFilename: `${body.media_id}.jpg`,
      mimeType: 'image/jpeg',
      fileSize: full.length,
      width: 320,
      height: 240,
      blurhash: expect.stringMatching(/^.{28}$/) as string,
      r2Key: null,
      r2ThumbnailKey: null,
      uploadStatus: 'completed',
      uploadProgress: 100,
    })
    expect(
      (await form(member, [{ name: 'autre', value: await picture(1), filename: 'x.jpg' }])).body,
    ).toMatchObject({ code: 'media_missing' })
  })

  for (const format of ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const)
    test(`${format} with GPS, XMP and a colour profile: nothing of them in picture and thumbnail, and upright`, async () => {
      const input = await withSecrets(format, 6)
      expect(input.includes(CANARY)).toBe(true)
      const { status, body } = await upload(member, input, `photo.${format}`)
      expect(status).toBe(201)
      expect([body.media.width, body.media.height]).toEqual([40, 60])
      for (const variant of ['full', 'thumbnail'] as const) {
        const out = await bytesOf(body.media_id, variant)
        expect(segments(out).filter((s) => !PLAIN.has(s))).toEqual([])
        expect(out.includes(CANARY)).toBe(false)
        const meta = await sharp(out).metadata()
        expect(meta).toMatchObject({ format: 'jpeg', width: 40, height: 60, space: 'srgb' })
        expect([meta.exif, meta.xmp, meta.icc, meta.iptc, meta.orientation]).toEqual([
          undefined,
          undefined,
          undefined,
          undefined,
          undefined,
        ])
      }
    })

  test('an animated GIF becomes its first frame; transparency becomes white; grey, CMYK and 16 bits become sRGB', async () => {
    const frames = await sharp(
      await Promise.all(
        ['#ff0000', '#0000ff'].map((background) =>
          sharp({ create: { width: 30, height: 20, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      ),
      { join: { animated: true } },
    )
      .gif({ delay: [100, 100] })
      .toBuffer()
    const clear = await sharp({
      create: { width: 30, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .webp()
      .toBuffer()
    const grey = await sharp({
      create: { width: 30, height: 20, channels: 3, background: '#808080' },
    })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const cmyk = await sharp({
      create: { width: 30, height: 20, channels: 3, background: '#808080' },
    })
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    const deep = await sharp({
      create: { width: 30, height: 20, channels: 3, background: '#808080' },
    })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    // CMYK colours depend on the profile of a press
    const near = (a: number, b: number): boolean => Math.abs(a - b) <= 20
    for (const [input, colour] of [
      [frames, [255, 0, 0]],
      [clear, [255, 255, 255]],
      [grey, [128, 128, 128]],
      [cmyk, [128, 128, 128]],
      [deep, [128, 128, 128]],
    ] as const) {
      const { status, body } = await upload(member, input, 'x')
      expect([status, body.media.width, body.media.height]).toEqual([201, 30, 20])
      const { data, info } = await sharp(await bytesOf(body.media_id))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(info.channels).toBe(3)
      expect(
        [...data.subarray(0, 3)].every((v, i) => near(v, colour[i] ?? -1)),
        [...data.subarray(0, 3)].join(),
      ).toBe(true)
    }
  })

  test('the longest side ends at 2,048 px, the thumbnail’s at 480; smaller ones are not enlarged', async () => {
    const { body } = await upload(member, await picture(3, 4000, 1000))
    expect([body.media.width, body.media.height]).toEqual([2048, 512])
    const meta = await sharp(await bytesOf(body.media_id, 'thumbnail')).metadata()
    expect([meta.width, meta.height]).toEqual([480, 120])
    const thin = await upload(member, await picture(3, 3000, 1))
    expect([thin.body.media.width, thin.body.media.height]).toEqual([2048, 1])
  })

  test('a JPEG that is also a web page is sanitized', async () => {
    const jpeg = await picture(4)
    const script = '<html><script>alert(1)</script>'
    const comment = Buffer.concat([
      Buffer.from([0xff, 0xfe, 0, script.length + 2]),
      Buffer.from(script),
    ])
    const { status, body } = await upload(
      member,
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(script)]),
      'page.html',
      'text/html',
    )
    expect(status).toBe(201)
    const out = await bytesOf(body.media_id)
    expect(out.includes('<script')).toBe(false)
    expect(segments(out).filter((s) => !PLAIN.has(s))).toEqual([])
  })

  test('a file name is not kept: it may say who or where, and be a path', async () => {
    const { status, body } = (await form(member, [
      { name: 'files', value: await picture(5), filename: '../../Léa\0\u202Egpj.exe' },
    ])) as unknown as { status: number; body: { media_id: string; media: object } }
    expect(status).toBe(201)
    const row = await t.ctx.db
      .selectFrom('media')
      .where('id', '=', body.media_id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(JSON.stringify([body, row])).not.toMatch(/Léa|gpj/)
    expect(storedFiles(t).every((name) => /^[0-9a-f-]{36}-(full|thumb)$/.test(name))).toBe(true)
  })
})
