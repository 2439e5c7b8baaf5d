import { expect, test } from 'vitest'
import { deleteAlbum } from '#contract/albums/albums'
import { createAlbumShare, deleteAlbumShare, updateAlbumShare } from '#contract/albums/shares'
import { listNews } from '#contract/news'
import { block, unblock } from '#contract/safety'
import { cutExposure, endRelation, setSharing } from '#contract/sharing'
import { remindShares } from '../../../server/albums/service'
import { purgeAccount } from '../../../server/life/deletion'
import type { Member } from '../../support/server/server'
import { album, setUp, t, talk } from './albums-setup'

setUp()

const DAY = 86_400_000
const inDays = (days: number): string => new Date(t.ctx.now() + days * DAY).toISOString()
const reminders = async (m: Member) =>
  (await m.call(listNews, {})).body.items.filter((i) => i.newsType === 'album_share_ends')
/** A share made `age` days ago that ends in `days`. */
const shared = async (age: number, days: number) => {
  const [owner, reader] = [await t.member(), await t.member()]
  await talk(owner, reader)
  const { id } = await album(owner, 'Zqalbum')
  const { share } = (
    await owner.call(createAlbumShare, {
      body: { album_id: id, account_id: reader.accountId, expires_at: inDays(days) },
    })
  ).body
  await t.ctx.db
    .updateTable('album_shares')
    .set({ created_at: t.ctx.now() - age * DAY, reminded_for: null } as never)
    .where('id', '=', share.id)
    .execute()
  const change = (expires_at: string | null) =>
    owner.call(updateAlbumShare, { params: { id: share.id }, body: { expires_at } })
  return { owner, reader, share: share.id, albumId: id, change }
}

test('the owner is told once, a day ahead, with whom and which album; the reader is not', async () => {
  const { owner, reader, share } = await shared(6, 0.9)
  await remindShares(t.ctx)
  await remindShares(t.ctx)
  expect(await reminders(owner)).toMatchObject([
    { actorAccountId: reader.accountId, payload: { shareId: share, album: 'Zqalbum' } },
  ])
  expect(await reminders(reader)).toEqual([])
})

test('neither a share that is short, ends later, has no end, nor one of which the end was just chosen', async () => {
  const [short, later, open, chosen] = [
    await shared(0.1, 0.9),
    await shared(6, 1.5),
    await shared(6, 0.9),
    await shared(6, 5),
  ]
  await open.change(null)
  await chosen.change(inDays(0.5))
  await remindShares(t.ctx)
  for (const { owner } of [short, later, open, chosen]) expect(await reminders(owner)).toEqual([])
})

test('a share that had ended and begins anew for a day brings none', async () => {
  const { owner, reader, share, albumId } = await shared(6, 5)
  await t.ctx.db
    .updateTable('album_shares')
    .set({ expires_at: t.ctx.now() - DAY })
    .where('id', '=', share)
    .execute()
  const { status } = await owner.call(setSharing, {
    params: { id: reader.accountId },
    body: { addedAlbumIds: [albumId], addedAlbumEnds: { [albumId]: inDays(0.9) } },
  })
  expect(status).toBe(200)
  await remindShares(t.ctx)
  expect(await reminders(owner)).toEqual([])
})

test('it goes when the share is prolonged or ended, and comes again before the new end', async () => {
  const { owner, change, share } = await shared(6, 0.9)
  await remindShares(t.ctx)
  const end = t.ctx.now() + 7 * DAY
  expect((await change(new Date(end).toISOString())).status).toBe(200)
  expect(await reminders(owner)).toEqual([])
  await remindShares(t.ctx)
  expect(await reminders(owner)).toEqual([])
  await t.ctx.db
    .updateTable('album_shares')
    .set({ expires_at: t.ctx.now() + DAY / 2 })
    .where('id', '=', share)
    .execute()
  await remindShares(t.ctx)
  expect(await reminders(owner)).toHaveLength(1)
  await owner.call(deleteAlbumShare, { params: { id: share } })
  expect(await reminders(owner)).toEqual([])
})

test('it goes with the share, however that ends', async () => {
  const ends: ((of: Awaited<ReturnType<typeof shared>>) => Promise<{ status: number }>)[] = [
    ({ owner, reader, albumId }) =>
      owner.call(setSharing, {
        params: { id: reader.accountId },
        body: { removedAlbumIds: [albumId] },
      }),
    ({ owner, reader }) =>
      owner.call(setSharing, { params: { id: reader.accountId }, body: { sharedAlbumIds: [] } }),
    ({ owner }) => owner.call(cutExposure, { body: {} }),
    ({ owner, reader }) => reader.call(endRelation, { params: { id: owner.accountId } }),
    ({ owner, albumId }) => owner.call(deleteAlbum, { params: { id: albumId } }),
    async ({ owner, reader }) => {
      await reader.call(block, { params: { id: owner.accountId } })
      return reader.call(unblock, { params: { id: owner.accountId } })
    },
    async ({ reader }) => {
      await purgeAccount(t.ctx, reader.accountId)
      return { status: 200 }
    },
  ]
  for (const [i, end] of ends.entries()) {
    const one = await shared(6, 0.9)
    const other = await t.member()
    await t.relate(one.owner, one.reader)
    await talk(one.owner, other)
    const later = await one.owner.call(createAlbumShare, {
      body: { album_id: one.albumId, account_id: other.accountId, expires_at: inDays(5) },
    })
    expect(later.status).toBe(201)
    await remindShares(t.ctx)
    expect(await reminders(one.owner)).toHaveLength(1)
    expect((await end(one)).status, String(i)).toBeLessThan(300)
    await t.ctx.bus.idle()
    expect(await reminders(one.owner), String(i)).toEqual([])
  }
})

test('not across a block; nothing to prolong once the share has gone', async () => {
  const [apart, gone] = [await shared(6, 0.9), await shared(6, 0.9)]
  await remindShares(t.ctx)
  await apart.owner.call(block, { params: { id: apart.reader.accountId } })
  expect(await reminders(apart.owner)).toEqual([])
  await t.ctx.db.deleteFrom('album_shares').where('id', '=', gone.share).execute()
  const [item] = await reminders(gone.owner)
  expect(item?.payload).toEqual({})
})
