import { connect } from 'node:net'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { picture, upload } from '../../support/world/world'
import { bombGif, bombPng, storedFiles } from './pictures'
import { setUp, t, member, form } from './media-setup'

setUp()

const rows = (accountId: string) =>
  t.ctx.db.selectFrom('media').where('account_id', '=', accountId).selectAll().execute()

describe('what is refused', () => {
  const black = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
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
      () => black(4_100).avif({ effort: 0 }).toBuffer(),
      413,
    ],
    [
      'an interlaced PNG of 17 megapixels',
      () => black(4_100).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
      413,
    ],
    [
      'a progressive JPEG of 17 megapixels',
      () => black(4_100).jpeg({ progressive: true, quality: 20 }).toBuffer(),
      413,
    ],
    ['a GIF of 17 megapixels', () => black(4_100).gif({ effort: 1 }).toBuffer(), 413],
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
        .selectFrom('media_subjects')
        .where('identity_id', 'in', couple.identityIds)
        .selectAll()
        .execute(),
    ).toHaveLength(2)
    expect((await shows([other.identityIds[0]])).body).toMatchObject({ code: 'foreign_identity' })
    expect((await shows('x')).status).toBe(400)
    expect(await rows(couple.accountId)).toHaveLength(1)
  })
})
