import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mediaThumbnail, mediaUrl, mediaUrls } from '#contract/media'
import { setAvatar } from '#contract/profile/profile'
import { takeTurn } from '../../../server/media/turns'
import { newId } from '../../../server/tokens'
import { testApp, type Client, type Member, type TestApp } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { until } from '../hub/engine'
import { tapPublisher } from '../live-client'
import {
  bombGif,
  bombPng,
  CANARY,
  open,
  PLAIN,
  segments,
  storedFiles,
  withSecrets,
} from './pictures'

let t: TestApp
let member: Member
beforeAll(async () => {
  t = await testApp({ MEDIA_PER_ACCOUNT: '40' })
  member = await t.member('photographe')
})
afterAll(() => t.close())

const rows = (accountId: string) =>
  t.ctx.db.selectFrom('media').where('account_id', '=', accountId).selectAll().execute()
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
/** A form of several fields, in order. */
const form = (
  who: Client,
  parts: readonly { name: string; value: Buffer | string; filename?: string }[],
) => {
  const boundary = `----b${newId()}`
  const body = parts.flatMap(({ name, value, filename }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: image/jpeg`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return who.raw('POST', '/api/media/upload', {
    payload: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
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
      originalFilename: 'Été à la plage.jpg',
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

  test('a file name is for display only: no path, control or direction characters', async () => {
    const { status, body } = (await form(member, [
      { name: 'files', value: await picture(5), filename: '../../x\0\u202Egpj.exe' },
    ])) as unknown as { status: number; body: { media: { originalFilename: string } } }
    expect([status, body.media.originalFilename]).toEqual([201, 'xgpj.exe'])
    expect(storedFiles(t).every((name) => /^[0-9a-f-]{36}-(full|thumb)$/.test(name))).toBe(true)
  })
})

describe('what is refused', () => {
  const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
  const cases: readonly [string, () => Promise<Buffer> | Buffer, number][] = [
    [
      'SVG',
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
        ),
      400,
    ],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 400],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n'), 400],
    [
      'noise behind the first bytes of a JPEG',
      () => Buffer.concat([jpegStart, Buffer.alloc(50_000, 7)]),
      400,
    ],
    [
      'a truncated JPEG',
      async () => {
        const jpeg = await picture(6, 1200, 900)
        return jpeg.subarray(0, jpeg.length >> 1)
      },
      400,
    ],
    [
      'a truncated PNG',
      async () => {
        const png = await sharp(await picture(6))
          .png()
          .toBuffer()
        return png.subarray(0, png.length >> 1)
      },
      400,
    ],
    ['a PNG of 900 megapixels in few bytes', () => bombPng(30_000), 413],
    ['a PNG of one pixel by 20 million', () => bombPng(1, 20_000_000), 413],
    [
      'an AVIF of 17 megapixels, within the limit of other formats',
      () =>
        sharp({ create: { width: 4_100, height: 4_100, channels: 3, background: '#000' } })
          .avif({ effort: 0 })
          .toBuffer(),
      413,
    ],
    ['a GIF that claims 65,535² pixels', () => bombGif(), 413],
    [
      'an AVIF header alone',
      () => Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1'),
      400,
    ],
    ['an empty file', () => Buffer.alloc(0), 400],
  ]
  for (const [what, make, status] of cases)
    test(`${what} → ${status} in under a second, in French, and nothing is kept`, async () => {
      const before = storedFiles(t).length
      const bytes = await make()
      const started = performance.now()
      const answer = await upload(member, bytes, 'photo.jpg')
      expect(performance.now() - started).toBeLessThan(1_000)
      expect([answer.status, typeof answer.body.error]).toEqual([status, 'string'])
      expect(storedFiles(t)).toHaveLength(before)
    })

  test('31 MB → 413, also over the network; 30 MB of noise is read and refused', async () => {
    const base = await t.listen()
    const big = Buffer.concat([jpegStart, Buffer.alloc(31 * 1024 * 1024)])
    expect((await upload(member, big)).body).toMatchObject({
      code: 'media_too_large',
      error: 'Cette photo dépasse 30 Mo.',
    })
    const body = new FormData()
    body.set('files', new Blob([big]), 'x.jpg')
    const answer = await fetch(`${base}/api/media/upload`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      413,
      'media_too_large',
    ])
    expect((await upload(member, big.subarray(0, 30 * 1024 * 1024))).body).toMatchObject({
      code: 'media_unreadable',
    })
  })

  test('a form without file, with two, malformed, or of another kind → 4xx', async () => {
    const jpeg = await picture(7)
    expect((await form(member, [{ name: 'x', value: 'y' }])).body).toMatchObject({
      code: 'media_missing',
    })
    expect(
      (
        await form(member, [
          { name: 'files', value: jpeg, filename: 'a' },
          { name: 'files', value: jpeg, filename: 'b' },
        ])
      ).status,
    ).toBe(413)
    expect(
      (
        await form(member, [
          { name: '__proto__', value: 'y' },
          { name: 'files', value: jpeg, filename: 'a' },
        ])
      ).status,
    ).toBe(400)
    const { status } = await member.raw('POST', '/api/media/upload', { body: { files: 'x' } })
    expect(status).toBe(400)
    const broken = await member.raw('POST', '/api/media/upload', {
      payload: '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nhalf',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(broken.status).toBe(400)
  })

  test('an interrupted upload leaves nothing, and the server continues', async () => {
    const other = await t.member()
    const { port } = t.app.fastify.server.address() as { port: number }
    await Promise.all(
      Array.from(
        { length: 5 },
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => {
              socket.write(
                `POST /api/media/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${other.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n`,
              )
              socket.write(Buffer.alloc(300_000, 1), () => setTimeout(() => socket.destroy(), 30))
            })
            socket.on('close', () => resolve())
          }),
      ),
    )
    const before = storedFiles(t).length
    expect((await upload(other, await picture(8))).status).toBe(201)
    expect((await rows(other.accountId)).length).toBe(1)
    expect(storedFiles(t)).toHaveLength(before + 2)
  })

  test('a photo can only show the account’s identities', async () => {
    const [couple, other] = [await t.member('couple_photo', ['woman', 'man']), await t.member()]
    const shows = async (ids: unknown) =>
      form(couple, [
        { name: 'shows', value: JSON.stringify(ids) },
        { name: 'files', value: await picture(9), filename: 'a' },
      ])
    expect((await shows(couple.identityIds)).status).toBe(201)
    expect(
      await t.ctx.db
        .selectFrom('media_identities')
        .where('identity_id', 'in', couple.identityIds)
        .selectAll()
        .execute(),
    ).toHaveLength(2)
    expect((await shows([other.identityIds[0]])).body).toMatchObject({ code: 'foreign_identity' })
    expect((await shows('x')).status).toBe(400)
    expect(await rows(couple.accountId)).toHaveLength(1)
  })
})

describe('limits and faults', () => {
  test('one account decodes one photo at a time and waits in its share of the queue', async () => {
    const first = await takeTurn('flood')
    const waiting = Array.from({ length: 20 }, () => takeTurn('flood'))
    await expect(takeTurn('flood')).rejects.toMatchObject({ code: 'too_many' })
    // another member's photo is decoded at once, while 20 of the first one's wait
    const other = await takeTurn('somebody')
    const third = takeTurn('third')
    other()
    ;(await third)()
    first()
    for (const turn of waiting) (await turn)()
  })

  test('the quota of an account holds under concurrency, and the error names it', async () => {
    const own = await testApp({ MEDIA_PER_ACCOUNT: '3' })
    const who = await own.member()
    const bytes = await picture(10)
    const all = await Promise.all(Array.from({ length: 8 }, () => upload(who, bytes)))
    expect(all.map((a) => a.status).sort()).toEqual([201, 201, 201, 403, 403, 403, 403, 403])
    expect((await upload(who, bytes)).body).toMatchObject({
      code: 'media_quota',
      error: 'Vous avez atteint la limite de 3 médias',
    })
    expect(storedFiles(own)).toHaveLength(6)
    expect((await upload(await own.member(), bytes)).status).toBe(201)
    await own.close()
  })

  test('files are removed when their row or the other file cannot be written', async () => {
    const before = storedFiles(t).length
    const { put } = t.ctx.storage
    const gone = await t.member()
    t.ctx.storage.put = async (key, bytes, type) => {
      await put(key, bytes, type)
      await t.ctx.db.deleteFrom('accounts').where('id', '=', gone.accountId).execute()
    }
    expect((await upload(gone, await picture(11))).status).toBe(500)
    t.ctx.storage.put = (key, bytes, type) =>
      key.endsWith('thumb')
        ? Promise.reject(new Error('disk full'))
        : new Promise((done) => setTimeout(done, 50)).then(() => put(key, bytes, type))
    expect((await upload(member, await picture(11))).status).toBe(500)
    t.ctx.storage.put = put
    expect(storedFiles(t)).toHaveLength(before)
  })

  test('MSG-093: an upload notifies the account’s devices: id, status, progress, time', async () => {
    const tap = tapPublisher(t)
    const { body } = await upload(member, await picture(12))
    await until(() => tap.events.length > 0)
    tap.stop()
    expect(tap.events).toEqual([
      {
        channel: `private-account-${member.accountId}`,
        name: 'account.media.updated',
        data: expect.objectContaining({
          payload: {
            accountId: member.accountId,
            mediaId: body.media_id,
            status: 'completed',
            progress: 100,
            updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
          },
        }) as unknown,
      },
    ])
  })

  test('CORE-154 MSG-183 SOC-187 (server part): /media/{id}/url and /thumbnail return signed links; avatars use the first', async () => {
    const { body } = await upload(member, await picture(13, 900, 600))
    const [full, thumb] = [
      await member.call(mediaUrl, { params: { id: body.media_id } }),
      await member.call(mediaThumbnail, { params: { id: body.media_id } }),
    ]
    expect([full.body.expires_in, thumb.body.expires_in]).toEqual([60, 60])
    const sides = await Promise.all(
      [full.body.signed_url, thumb.body.thumbnail_url].map(
        async (url) => (await sharp((await open(t, url)).bytes).metadata()).width,
      ),
    )
    expect(sides).toEqual([900, 480])
    const { body: avatar } = await member.call(setAvatar, { body: { mediaId: body.media_id } })
    expect(JSON.stringify(avatar)).toContain(`"/api/media/${body.media_id}/url"`)
  })
})
