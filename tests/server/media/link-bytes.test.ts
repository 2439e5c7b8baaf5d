import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { mediaThumbnail, mediaUrl } from '#contract/media'
import { setAvatar } from '#contract/profile/profile'
import { picture, upload } from '../../support/world/world'
import { open } from './pictures'
import { setUp, w, link, get, later } from './signed-links-setup'

setUp()

describe('how the bytes are served', () => {
  test('opened directly: nosniff, same origin, sandbox, no script, private, cached no longer than the link', async () => {
    const { url } = await link(w.members.member, w.photo)
    const { status, headers, bytes } = await later(20, () => get(url))
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `inline; filename="${w.photo}.jpg"`,
      'referrer-policy': 'no-referrer',
    })
    const age = /^private, max-age=(\d+)$/.exec(String(headers['cache-control']))?.[1]
    expect(Number(age)).toBeGreaterThan(30)
    expect(Number(age)).toBeLessThanOrEqual(40)
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  })

  test('refusals are not cached', async () => {
    const { headers } = await get(`/api/media/${w.photo}/bytes`)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('HEAD returns the same headers without a body; a range request gets the whole file', async () => {
    const { url } = await link(w.members.member, w.photo)
    const whole = await get(url)
    const head = await open(w.t, url, 'HEAD')
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(whole.bytes.length),
    ])
    const range = await open(w.t, url, 'GET', { range: 'bytes=0-9' })
    expect([range.status, range.bytes.equals(whole.bytes)]).toEqual([200, true])
    const post = await w.who.anonymous.raw('POST', url)
    expect(post.status).toBe(404)
  })

  test('a file that cannot be read is a failure in the form of all others, not a photo', async () => {
    const id = (await upload(w.owner, await picture(51))).body.media_id
    const { url } = await link(w.owner, id)
    const { storage } = w.t.ctx
    const { get: read } = storage
    const broken = () =>
      new Readable({
        read() {
          this.destroy(new Error('unreadable'))
        },
      })
    storage.get = async () => ({ stream: broken(), size: 10 })
    const { status, body, headers } = await w.owner.raw('GET', url)
    storage.get = read
    expect([status, body['code']]).toEqual([500, 'internal'])
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'cache-control': 'no-store',
    })
    expect(headers).not.toHaveProperty('content-disposition')
  })

  test('a missing file gives 404, not a failure', async () => {
    const id = (await upload(w.owner, await picture(50))).body.media_id
    const { url } = await link(w.owner, id)
    const row = await w.t.ctx.db
      .selectFrom('media')
      .where('id', '=', id)
      .select('storage_key')
      .executeTakeFirstOrThrow()
    await w.t.ctx.storage.delete(row.storage_key)
    expect(await get(url)).toMatchObject({ status: 404, code: 'not_found' })
  })
})

test('CORE-154 MSG-183 SOC-187 (server part): /media/{id}/url and /thumbnail return signed links; avatars use the first', async () => {
  const { body } = await upload(w.owner, await picture(13, 900, 600))
  const [full, thumb] = [
    await w.owner.call(mediaUrl, { params: { id: body.media_id } }),
    await w.owner.call(mediaThumbnail, { params: { id: body.media_id } }),
  ]
  expect([full.body.expires_in, thumb.body.expires_in]).toEqual([60, 60])
  const sides = await Promise.all(
    [full.body.signed_url, thumb.body.thumbnail_url].map(
      async (url) => (await sharp((await get(url)).bytes).metadata()).width,
    ),
  )
  expect(sides).toEqual([900, 480])
  const { body: avatar } = await w.owner.call(setAvatar, { body: { mediaId: body.media_id } })
  expect(JSON.stringify(avatar)).toContain(`"/api/media/${body.media_id}/url"`)
})
