import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import * as a from '#contract/albums/albums'
import { createAlbumShare } from '#contract/albums/shares'
import { mediaThumbnail, mediaUrl } from '#contract/media'
import { startConversation } from '#contract/messaging/messages'
import type { Fail } from '../../../server/fail'
import { deleteExpiredRows } from '../../../server/life/tidy'
import { traceMarks } from '../../../server/media/marks/command'
import { drawMarked } from '../../../server/media/marks/draw'
import { markSigns } from '../../../server/media/marks/pattern'
import { alignCopy } from '../../../server/media/marks/align'
import { markedPicture, MARKS_WAITING_EACH } from '../../../server/media/marks/serve'
import { cellDifferences, scoreMark, MARK_FOUND_SCORE } from '../../../server/media/marks/trace'
import { drawn, passedOn } from '../../support/world/drawn'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { say } from '../../support/world/exchanges'
import { upload } from '../../support/world/world'
import { open } from './pictures'

const t = sharedApp()

const bytes = async (who: Member, id: string, variant: 'full' | 'thumbnail' = 'full') => {
  const url =
    variant === 'full'
      ? (await who.call(mediaUrl, { params: { id } })).body.signed_url
      : (await who.call(mediaThumbnail, { params: { id } })).body.thumbnail_url
  return (await open(t, url)).bytes
}
let seed = 0
/** An album with a photo, shared with two members. */
const scene = async (body: { marks?: a.AlbumMarks; isPublic?: boolean } = {}) => {
  const owner = await t.member()
  const viewers = [await t.member(), await t.member()] as const
  const album = (await owner.call(a.createAlbum, { body: { name: 'Velours', ...body } })).body.album
  const photo = (await upload(owner, await drawn((seed += 1)), 'a.jpg', 'image/jpeg')).body.media_id
  const params = { id: album.id }
  await owner.call(a.addAlbumMedia, { params, body: { mediaIds: [photo] } })
  if (!body.isPublic)
    for (const viewer of viewers) {
      await t.relate(owner, viewer)
      const share = { album_id: album.id, account_id: viewer.accountId }
      await owner.call(createAlbumShare, { body: share })
    }
  return { owner, viewers, album, photo, params }
}
const traced = (picture: Buffer) => traceMarks(t.ctx, picture)

describe('photos of a private album are marked for whom they are shown', () => {
  test('only its owner gets the photo as it is; the same viewer gets the same bytes again', async () => {
    const { owner, viewers, album, photo } = await scene()
    expect(album.marks).toEqual({ pattern: true, pseudonym: true })
    for (const variant of ['full', 'thumbnail'] as const) {
      const [own, first, second] = await Promise.all(
        [owner, ...viewers].map((who) => bytes(who, photo, variant)),
      )
      expect(own?.equals(first as Buffer)).toBe(false)
      expect(second?.equals(first as Buffer)).toBe(false)
      expect((await bytes(viewers[0], photo, variant)).equals(first as Buffer)).toBe(true)
    }
  })

  test('who opens many photos at once keeps nobody else waiting', async () => {
    const { photo } = await scene()
    const row = await t.ctx.db
      .selectFrom('media')
      .where('id', '=', photo)
      .selectAll()
      .executeTakeFirstOrThrow()
    const order: string[] = []
    const see = async (accountId: string, pseudonym: string): Promise<void> => {
      await markedPicture(t.ctx, row, 'full', { accountId, pattern: false, pseudonym })
      order.push(accountId)
    }
    const many = Array.from({ length: 12 }, (_, i) => see('greedy', `vue_${i}`))
    await Promise.all([...many, see('other', 'vue')])
    expect(order.indexOf('other')).toBeLessThan(5)
  })

  test('who opens far more photos than any page shows is told to wait, and nobody else', async () => {
    const { photo } = await scene()
    const row = await t.ctx.db
      .selectFrom('media')
      .where('id', '=', photo)
      .selectAll()
      .executeTakeFirstOrThrow()
    let release = (): void => undefined
    const held = new Promise<null>((resolve) => (release = () => resolve(null)))
    const ctx = { ...t.ctx, storage: { ...t.ctx.storage, get: () => held } }
    const see = (accountId: string, pseudonym: string): Promise<unknown> =>
      markedPicture(ctx, row, 'full', { accountId, pattern: false, pseudonym }).catch(
        (error: unknown) => (error as Fail).code,
      )
    // two of them have their turn
    const many = Array.from({ length: MARKS_WAITING_EACH + 2 }, (_, i) => see('greedy', `vue_${i}`))
    const refused = await Promise.race([see('greedy', 'once more'), ...many])
    expect(refused).toBe('too_many')
    const other = see('other', 'vue')
    release()
    expect(new Set(await Promise.all([...many, other]))).toEqual(new Set(['not_found']))
  })

  test('a public album, one without marks, and an older one leave the photo as it is', async () => {
    for (const body of [{ isPublic: true }, { marks: { pattern: false, pseudonym: false } }]) {
      const { owner, viewers, photo, params } = await scene(body)
      const own = await bytes(owner, photo)
      expect((await bytes(viewers[0], photo)).equals(own)).toBe(true)
      // its owner decides, from the next view on
      await owner.call(a.updateAlbum, {
        params,
        body: { marks: { pattern: true, pseudonym: false } },
      })
      expect((await bytes(viewers[0], photo)).equals(own)).toBe(false)
    }
    const { owner, album, params } = await scene({ isPublic: true })
    expect(album.marks).toEqual({ pattern: false, pseudonym: false })
    const closed = await owner.call(a.updateAlbum, { params, body: { isPublic: false } })
    expect(closed.body.album.marks).toEqual({ pattern: true, pseudonym: true })
  })

  test('the pseudonym is in the bytes themselves, of each viewer their own', async () => {
    const { owner, viewers, photo } = await scene({ marks: { pattern: false, pseudonym: true } })
    const [own, one, two] = await Promise.all([owner, ...viewers].map((who) => bytes(who, photo)))
    const grey = (jpeg?: Buffer) => sharp(jpeg).greyscale().raw().toBuffer()
    const before = await grey(own)
    /** Part of the pixels that are visibly others than its owner sees. */
    const changed = async (jpeg?: Buffer): Promise<number> => {
      const after = await grey(jpeg)
      return after.filter((v, i) => Math.abs(v - (before[i] ?? 0)) > 12).length / after.length
    }
    const encodedAgain = await changed(await sharp(own).jpeg({ quality: 80 }).toBuffer())
    expect(await changed(one)).toBeGreaterThan(10 * encodedAgain)
    expect(await changed(two)).toBeGreaterThan(10 * encodedAgain)
    expect((await grey(one)).equals(await grey(two))).toBe(false)
  })

  test('it is marked in a message too, for who may not open the album', async () => {
    const { owner, viewers, photo } = await scene()
    const reader = await t.member()
    await t.relate(owner, reader)
    const started = await owner.call(startConversation, { body: { handle: reader.handle } })
    await say(owner, started.body.conversation.id, 'Pour toi', { media_ids: [photo] })
    const [own, read] = [await bytes(owner, photo), await bytes(reader, photo)]
    expect(read.equals(own)).toBe(false)
    expect(read.equals(await bytes(viewers[0], photo))).toBe(false)
    expect((await traced(read))?.fits[0]).toMatchObject({ handle: reader.handle })
  })

  test('a copy that was cropped, halved and encoded again is traced to its viewer and day', async () => {
    const { owner, viewers, photo } = await scene()
    await bytes(viewers[1], photo)
    const copy = await passedOn(await bytes(viewers[0], photo), {
      crop: [0.4, 0.8],
      half: true,
      quality: 60,
    })
    const found = await traced(copy)
    expect(found?.mediaId).toBe(photo)
    const day = new Date(t.ctx.now()).toISOString().slice(0, 10)
    expect(found?.fits[0]).toMatchObject({ handle: viewers[0].handle, day })
    expect(found?.fits[0]?.z).toBeGreaterThan(MARK_FOUND_SCORE)
    expect(found?.fits[1]?.z).toBeLessThan(MARK_FOUND_SCORE)
    // nobody is named for its owner's own copy, and nothing is said of other pictures
    expect((await traced(await bytes(owner, photo)))?.fits[0]?.z).toBeLessThan(MARK_FOUND_SCORE)
    expect(await traced(await drawn(9_999))).toBeNull()
    // many sizes and places are tried
  }, 120_000)

  test('the mean of two views names both', async () => {
    const { viewers, photo } = await scene({ marks: { pattern: true, pseudonym: false } })
    const [one, two] = await Promise.all(viewers.map((who) => bytes(who, photo)))
    const raw = await Promise.all([one, two].map((b) => sharp(b).raw().toBuffer()))
    const { width, height } = await sharp(one).metadata()
    const mean = Buffer.from((raw[0] as Buffer).map((v, i) => (v + (raw[1]?.[i] ?? 0)) / 2))
    const found = await traced(
      await sharp(mean, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 80 })
        .toBuffer(),
    )
    expect(
      found?.fits
        .filter((f) => f.z > MARK_FOUND_SCORE)
        .map((f) => f.handle)
        .sort(),
    ).toEqual(viewers.map((v) => v.handle).sort())
  })

  test('what was served a year ago is no longer traced', async () => {
    const { viewers, photo } = await scene()
    await bytes(viewers[0], photo)
    const rows = () =>
      t.ctx.db.selectFrom('photo_marks').where('media_id', '=', photo).selectAll().execute()
    await deleteExpiredRows(t.ctx)
    expect(await rows()).toHaveLength(1)
    await t.ctx.db
      .updateTable('photo_marks')
      .set({ day: '2020-01-01' } as never)
      .where('media_id', '=', photo)
      .execute()
    await deleteExpiredRows(t.ctx)
    expect(await rows()).toEqual([])
  })
})

test('pictures cropped, halved, or both name their viewer; unmarked ones nobody', async () => {
  const secret = Buffer.from('a secret of the server')
  const markOf = (accountId: string) => markSigns(secret, { mediaId: 'm', accountId, day: 'd' })
  const scores: string[] = []
  // `npm run bench -- photos/mark` does it with a hundred
  const ways = [{ half: true, crop: [0.25, 1 / 6] }, { crop: [0.75, 0.5] }, { half: true }] as const
  for (const [k, way] of ways.entries()) {
    const jpeg = await drawn(501 + k, 1_000, 700)
    const marked = await drawMarked(
      jpeg,
      { signs: markOf('viewer'), label: k % 2 ? 'nora_lyon' : null },
      'full',
    )
    const fits = async (picture: Buffer, who: string): Promise<number> => {
      const { original, copy, place } = await alignCopy(
        jpeg,
        await passedOn(picture, { quality: 60, ...way }),
      )
      return scoreMark(cellDifferences(original, copy, place), markOf(who))
    }
    const [right, other, none] = [
      await fits(marked, 'viewer'),
      await fits(marked, 'somebody'),
      await fits(jpeg, 'viewer'),
    ]
    scores.push(`${right.toFixed(1)} / ${other.toFixed(1)} / ${none.toFixed(1)}`)
    expect(right).toBeGreaterThan(MARK_FOUND_SCORE)
    expect(Math.max(other, none)).toBeLessThan(MARK_FOUND_SCORE)
  }
  console.log(`viewer / other / unmarked: ${scores.join(', ')}`)
}, 120_000)

test('encoded at quality 40 or reduced to 400 px a picture names its viewer by 20 deviations, and no stranger', async () => {
  const secret = Buffer.from('a secret of the server')
  const markOf = (accountId: string) => markSigns(secret, { mediaId: 'm', accountId, day: 'd' })
  const strangers = Array.from({ length: 50 }, (_, i) => markOf(`stranger-${i}`))
  const ways = [
    (jpeg: Buffer) => sharp(jpeg).jpeg({ quality: 40 }).toBuffer(),
    (jpeg: Buffer) => sharp(jpeg).resize(400).jpeg({ quality: 50 }).toBuffer(),
  ]
  const scores: string[] = []
  for (const k of [0, 1, 2, 3]) {
    const jpeg = await drawn(701 + k, 1_600, 1_200)
    const label = k % 2 ? 'nora_lyon' : null
    const marked = await drawMarked(jpeg, { signs: markOf('viewer'), label }, 'full')
    for (const way of ways) {
      const { original, copy, place } = await alignCopy(jpeg, await way(marked))
      const difference = cellDifferences(original, copy, place)
      const right = scoreMark(difference, markOf('viewer'))
      const wrong = Math.max(...strangers.map((signs) => scoreMark(difference, signs)))
      scores.push(`${right.toFixed(1)} / ${wrong.toFixed(1)}`)
      expect(right).toBeGreaterThan(20)
      expect(wrong).toBeLessThan(MARK_FOUND_SCORE)
    }
  }
  console.log(`viewer / highest of 50 others: ${scores.join(', ')}`)
}, 120_000)
