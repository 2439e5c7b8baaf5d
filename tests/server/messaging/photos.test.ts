import { expect, test } from 'vitest'
import { deleteMedia } from '#contract/albums/albums'
import { mediaUrl } from '#contract/media'
import { listPhotos, type ConversationPhoto, type PhotoDirection } from '#contract/messaging/acts'
import { newId } from '../../../server/tokens'
import {
  blocks,
  groupOf,
  hide,
  pairOf,
  say,
  seesFrom,
  takeOut,
} from '../../support/world/exchanges'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'

const t = sharedApp()

let shade = 0
const photosOf = async (who: Member, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1)
    ids.push((await upload(who, await picture((shade += 1), 32, 24))).body.media_id)
  return ids
}
const list = (
  who: Member,
  id: string,
  query: { direction?: PhotoDirection; limit?: number; before?: string } = {},
) => who.call(listPhotos, { params: { id }, query })
const idsOf = (photos: readonly ConversationPhoto[]): string[] => photos.map((p) => p.id)

test('MSG-175: newest first, of both, received or sent, meant from the account whichever identity', async () => {
  const [a, b, id] = await pairOf(t)
  const [mine, ours, theirs] = [await photosOf(a, 2), await photosOf(a, 1), await photosOf(b, 1)]
  const first = await say(a, id, 'deux photos', { media_ids: mine })
  await say(b, id, '', { media_ids: theirs })
  await say(a, id, '', { media_ids: ours, sender_identity_id: a.identityIds[1] })
  await say(a, id, 'rien')
  const newest = [...ours, ...theirs, ...[...mine].reverse()]
  for (const identity of [null, ...a.identityIds]) {
    a.identity = identity
    const all = (await list(a, id)).body
    expect([idsOf(all.photos), all.total, all.direction, all.hasMore]).toEqual([
      newest,
      4,
      'all',
      false,
    ])
    expect(idsOf((await list(a, id, { direction: 'received' })).body.photos)).toEqual(theirs)
    const sent = (await list(a, id, { direction: 'sent' })).body
    expect([idsOf(sent.photos), sent.total, sent.direction]).toEqual([
      newest.filter((x) => x !== theirs[0]),
      3,
      'sent',
    ])
  }
  a.identity = null
  expect(idsOf((await list(b, id, { direction: 'sent' })).body.photos)).toEqual(theirs)
  const last = (await list(b, id)).body.photos.at(-1)
  expect(last).toMatchObject({
    id: mine[0],
    message_id: first.id,
    message_created_at: first.createdAt,
    created_at: expect.stringMatching(/Z$/) as string,
    is_own: false,
    r2Key: null,
    width: 32,
  })
  expect(last?.sender_handle).toBe(first.identity.handle)
  expect((await list(a, id, { direction: 'both' as 'all' })).status).toBe(400)
})

test('pages of 3 over messages of several photos: each once; the total stays', async () => {
  const [a, b, id] = await pairOf(t)
  const all: string[] = []
  for (const n of [2, 4, 1, 3]) {
    const ids = await photosOf(a, n)
    await say(a, id, '', { media_ids: ids })
    all.push(...ids)
  }
  const got: string[] = []
  for (;;) {
    const before = got.at(-1)
    const { body } = await list(b, id, {
      direction: 'received',
      limit: 3,
      ...(before ? { before } : {}),
    })
    expect(body.total).toBe(10)
    got.push(...idsOf(body.photos))
    if (!body.hasMore) break
    expect(body.photos).toHaveLength(3)
  }
  expect(got).toEqual(all.reverse())
  expect((await list(b, id, { before: newId() })).status).toBe(404)
})

test('what came before a member, what was deleted, and a photo that its owner destroyed are not there', async () => {
  const [a, b, c] = [await t.member(), await t.member(), await t.member()]
  const id = await groupOf(t, [a, b, c])
  const [one, two, three, four] = [
    await photosOf(a, 1),
    await photosOf(a, 1),
    await photosOf(a, 1),
    await photosOf(b, 1),
  ]
  const early = await say(a, id, '', { media_ids: one })
  const gone = await say(a, id, '', { media_ids: two })
  await say(a, id, '', { media_ids: three })
  await say(b, id, '', { media_ids: four })
  await seesFrom(t, id, c, early.seq)
  await t.ctx.db.updateTable('messages').set({ deleted_at: 1 }).where('id', '=', gone.id).execute()
  expect((await list(a, id)).body).toMatchObject({ total: 3 })
  const late = (await list(c, id)).body
  expect([idsOf(late.photos), late.total]).toEqual([[...four, ...three], 2])
  expect((await list(c, id, { before: one[0] ?? '' })).status).toBe(404)
  await a.call(deleteMedia, { params: { id: three[0] ?? '' } })
  expect(idsOf((await list(c, id)).body.photos)).toEqual(four)
})

test('a removed member loses photos and links; a block keeps what was readable', async () => {
  const [a, b] = [await t.member(), await t.member()]
  const id = await groupOf(t, [a, b])
  const [photo] = await photosOf(a, 1)
  await say(a, id, '', { media_ids: [photo] })
  await blocks(t, a, b)
  expect(idsOf((await list(b, id)).body.photos)).toEqual([photo])
  const link = (await b.call(mediaUrl, { params: { id: photo ?? '' } })).body.signed_url
  expect((await b.raw('GET', link)).status).toBe(200)
  await takeOut(t, id, b)
  expect((await list(b, id)).body).toEqual((await list(await t.member(), id)).body)
  expect((await list(b, id)).status).toBe(404)
  expect((await b.call(mediaUrl, { params: { id: photo ?? '' } })).status).toBe(404)
  expect((await b.raw('GET', link)).status).toBe(403)
})

test('MSG-071: a photo of «Pseudo caché» does not name its sender to other guests', async () => {
  const [admin, hidden, guest] = [await t.member(), await t.member(), await t.member()]
  const id = await groupOf(t, [admin, hidden, guest], 'event')
  await hide(t, id, hidden)
  await say(hidden, id, '', { media_ids: await photosOf(hidden, 1) })
  const names = await Promise.all(
    [admin, hidden, guest].map(async (who) => (await list(who, id)).body.photos[0]?.sender_handle),
  )
  expect(names[2]).toBe('Pseudo caché')
  expect(names[0]).toBe(names[1])
  expect(names[0]).not.toBe('Pseudo caché')
})
