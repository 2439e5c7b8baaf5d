import { describe, expect, test } from 'vitest'
import { makeAlbum } from '../../../server/albums/service'
import { patiently } from '../../support/server/patiently'
import * as a from '#contract/albums/albums'
import { logAlbumAccess } from '#contract/albums/shares'
import { mediaUrl } from '#contract/media'
import { ALBUM_MEDIA_MAX, ALBUMS_MAX } from '#contract/limits'
import { block } from '#contract/safety'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { tapPublisher } from '../live-client'
import { setUp, t, photo, album, talk, list, pageOf } from './albums-setup'

setUp()

describe('concurrent changes', () => {
  test('a rename at the same moment never makes a private album public again', async () => {
    const m = await t.member()
    const { id } = await album(m, 'Secret', true)
    for (let i = 0; i < 10; i += 1) {
      await m.call(a.updateAlbum, { params: { id }, body: { isPublic: true } })
      await Promise.all([
        m.call(a.updateAlbum, { params: { id }, body: { isPublic: false } }),
        m.call(a.updateAlbum, { params: { id }, body: { name: `Secret ${i}` } }),
      ])
      expect((await list(m)).albums[0]).toMatchObject({ name: `Secret ${i}`, isPublic: false })
    }
    expect((await m.call(a.updateAlbum, { params: { id }, body: {} })).status).toBe(200)
  })

  test('a change of visibility is published to those who may have the album open', async () => {
    const [owner, friend, visitor, stranger, blocked] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ] as [Member, Member, Member, Member, Member]
    const { id } = await album(owner, 'Plage', true)
    await talk(friend, owner)
    await visitor.call(logAlbumAccess, { params: { id } })
    await blocked.call(logAlbumAccess, { params: { id } })
    await blocked.call(block, { params: { id: owner.accountId } })
    const tap = tapPublisher(t)
    await owner.call(a.updateAlbum, { params: { id }, body: { name: 'Dune' } })
    expect(tap.events).toEqual([])
    await owner.call(a.updateAlbum, { params: { id }, body: { isPublic: false } })
    tap.stop()
    const told = tap.events.map((x) => x.channel.slice('private-account-'.length))
    expect(told.toSorted()).toEqual(
      [owner.accountId, friend.accountId, visitor.accountId].toSorted(),
    )
    expect(told).not.toContain(stranger.accountId)
  })

  test('deleting an album, or a photo of it, is published to those who may have it open', async () => {
    const [owner, friend, visitor, blocked] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ] as [Member, Member, Member, Member]
    const { id, media } = await album(owner, 'Plage', true, 1)
    await talk(friend, owner)
    await visitor.call(logAlbumAccess, { params: { id } })
    await blocked.call(logAlbumAccess, { params: { id } })
    await blocked.call(block, { params: { id: owner.accountId } })
    const toldOf = async (act: () => Promise<{ status: number }>) => {
      const tap = tapPublisher(t)
      expect((await act()).status).toBeLessThan(300)
      tap.stop()
      const told = tap.events.filter((x) => x.name === 'account.relation.updated')
      return told.map((x) => x.channel.slice('private-account-'.length)).toSorted()
    }
    const params = { id, mediaId: media[0] as string }
    expect(await toldOf(() => owner.call(a.removeAlbumMedia, { params }))).toEqual(
      [owner.accountId, visitor.accountId].toSorted(),
    )
    expect(await toldOf(() => owner.call(a.deleteAlbum, { params: { id } }))).toEqual(
      [owner.accountId, friend.accountId, visitor.accountId].toSorted(),
    )
  })

  test('the limit of albums and of their photos holds for concurrent calls', async () => {
    const m = await t.member()
    const made = await Promise.all(
      Array.from({ length: ALBUMS_MAX + 10 }, (_, i) =>
        patiently(() => m.call(a.createAlbum, { body: { name: `Album ${i}` } })),
      ),
    )
    expect(made.filter((r) => r.status === 201)).toHaveLength(ALBUMS_MAX)
    const { id } = (await list(m)).albums[0] as a.Album
    const row = await t.ctx.db
      .selectFrom('media')
      .where('id', '=', await photo(m))
      .selectAll()
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: ALBUM_MEDIA_MAX + 2 }, () => newId())
    for (let i = 0; i < ids.length; i += 500)
      await t.ctx.db
        .insertInto('media')
        .values(
          ids.slice(i, i + 500).map((x) => ({ ...row, id: x, storage_key: x, thumbnail_key: x })),
        )
        .execute()
    const add = (some: string[]) =>
      patiently(() => m.call(a.addAlbumMedia, { params: { id }, body: { mediaIds: some } }))
    for (let i = 0; i < ALBUM_MEDIA_MAX - 1; i += 100)
      await add(ids.slice(i, Math.min(i + 100, ALBUM_MEDIA_MAX - 1)))
    const last = await Promise.all(ids.slice(ALBUM_MEDIA_MAX - 1).map((x) => add([x])))
    expect(last.map((r) => r.status).toSorted()).toEqual([201, 409, 409])
    // a photo that is already there takes no place
    expect((await add([ids[0] as string])).body).toMatchObject({
      media: [{ id: ids[0], position: 0 }],
      total: ALBUM_MEDIA_MAX,
    })
  })
})

describe('own albums', () => {
  test('a stored album is never answered with «503»: who tries again would have two', async () => {
    const m = await t.member()
    const viewer = { ...m, sessionId: '', identityId: null }
    // no connection is free any more once the transaction has ended
    const db = new Proxy(t.ctx.db, {
      get: (real, key) =>
        key === 'transaction'
          ? real.transaction.bind(real)
          : () => {
              throw new Error('timeout exceeded when trying to connect')
            },
    })
    const body = { name: 'Une fois', isPublic: false }
    await makeAlbum({ ...t.ctx, db }, viewer, body).catch(() => makeAlbum(t.ctx, viewer, body))
    expect((await list(m)).albums.map((x) => x.name)).toEqual(['Une fois'])
  })

  test('SOC-107 SOC-109 SOC-190: an album is created, renamed and published field by field, and lists photos with every field', async () => {
    const m = await t.member()
    const { id, media } = await album(m, '  Bord de mer ', false, 2)
    expect((await list(m)).albums).toMatchObject([
      {
        id,
        name: 'Bord de mer',
        description: null,
        isPublic: false,
        mediaCount: 2,
        can_view: true,
      },
    ])
    expect(
      (await m.call(a.updateAlbum, { params: { id }, body: { name: 'Plage' } })).body.album,
    ).toMatchObject({ name: 'Plage', isPublic: false })
    expect(
      (await m.call(a.updateAlbum, { params: { id }, body: { isPublic: true } })).body.album,
    ).toMatchObject({ name: 'Plage', isPublic: true })
    const answer = await list(m)
    expect(Object.keys(answer).sort()).toEqual(['albums', 'sharedAlbums'])
    expect(answer.albums[0]).toMatchObject({ name: 'Plage', isPublic: true, mediaCount: 2 })
    const described = await m.call(a.createAlbum, {
      body: { name: 'Nuit', description: ' Cet été ', isPublic: true },
    })
    expect(described.body.album).toMatchObject({
      name: 'Nuit',
      description: 'Cet été',
      isPublic: true,
    })
    expect((await list(m)).albums.map((x) => x.description).toSorted()).toEqual(['Cet été', null])
    const first = (await pageOf(m, id)).body.media[0]
    expect(first).toMatchObject({
      id: media[0],
      url: `/api/media/${media[0]}/url`,
      thumbnailUrl: `/api/media/${media[0]}/thumbnail`,
      position: 0,
      filename: `${media[0]}.jpg`,
      mimeType: 'image/jpeg',
      width: 320,
      height: 240,
    })
    expect(first?.fileSize).toBeGreaterThan(100)
    expect(Date.parse(first?.addedAt ?? '')).toBeGreaterThan(0)
  })

  test('SOC-192: pages of 100, then the rest; four for a tile', async () => {
    const m = await t.member()
    const { id } = await album(m, 'Cent une')
    const rows = Array.from(
      { length: 101 },
      (_, i) => `0189aaaa-0000-7000-8000-${String(i).padStart(12, '0')}`,
    )
    const now = t.ctx.now()
    await t.ctx.db
      .insertInto('media')
      .values(
        rows.map((mediaId) => ({
          id: mediaId,
          account_id: m.accountId,
          identity_id: null,
          category: 'photo',
          filename: 'x.jpg',
          mime_type: 'image/jpeg',
          file_size: 1,
          width: 1,
          height: 1,
          blurhash: null,
          storage_key: mediaId,
          thumbnail_key: `${mediaId}t`,
          thumbnail_size: 1,
          status: 'completed' as const,
          created_at: now,
        })),
      )
      .execute()
    for (const part of [rows.slice(0, 100), rows.slice(100)])
      await m.call(a.addAlbumMedia, { params: { id }, body: { mediaIds: part } })
    const first = (await pageOf(m, id)).body
    expect([first.media.length, first.total, first.hasMore]).toEqual([100, 101, true])
    const rest = (await pageOf(m, id, { offset: 100 })).body
    expect([rest.media.map((x) => x.id), rest.hasMore]).toEqual([[rows[100]], false])
    expect((await pageOf(m, id, { limit: 4 })).body.media).toHaveLength(4)
    expect((await list(m)).albums[0]?.preview.map((p) => p.id)).toEqual(rows.slice(0, 4))
  })

  test('SOC-193 SOC-194: own photos are added at positions, moved and removed, each once', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const { id } = await album(m, 'Ordre')
    const [one, two] = [await photo(m), await photo(m)]
    const added = await m.call(a.addAlbumMedia, {
      params: { id },
      body: { mediaIds: [one, two], positions: [5, 2] },
    })
    expect(added.body.media.map((x) => [x.id, x.position])).toEqual([
      [two, 2],
      [one, 5],
    ])
    expect(
      (await m.call(a.addAlbumMedia, { params: { id }, body: { mediaIds: [one] } })).body.total,
    ).toBe(2)
    await m.call(a.moveAlbumMedia, {
      params: { id },
      body: {
        positions: [
          { mediaId: one, position: 0 },
          { mediaId: two, position: 1 },
        ],
      },
    })
    expect((await pageOf(m, id)).body.media.map((x) => x.id)).toEqual([one, two])
    expect(
      (await m.call(a.addAlbumMedia, { params: { id }, body: { mediaIds: [await photo(other)] } }))
        .status,
    ).toBe(403)
    expect((await m.call(a.removeAlbumMedia, { params: { id, mediaId: one } })).status).toBe(200)
    expect((await pageOf(m, id)).body.total).toBe(1)
    expect((await m.call(mediaUrl, { params: { id: one } })).status).toBe(404)
    expect((await m.call(a.removeAlbumMedia, { params: { id, mediaId: one } })).status).toBe(404)
  })

  test('SOC-191: deleting an album deletes its photos, except those used elsewhere', async () => {
    const m = await t.member()
    const { id, media } = await album(m, 'À jeter', true, 2)
    const kept = await album(m, 'À garder', true)
    await m.call(a.addAlbumMedia, {
      params: { id: kept.id },
      body: { mediaIds: [media[0] as string] },
    })
    expect(
      (await m.call(a.deleteAlbum, { params: { id }, query: { deleteMedia: 'true' } })).status,
    ).toBe(200)
    expect((await list(m)).albums.map((x) => x.id)).toEqual([kept.id])
    expect((await m.call(mediaUrl, { params: { id: media[0] as string } })).status).toBe(200)
    expect((await m.call(mediaUrl, { params: { id: media[1] as string } })).status).toBe(404)
    const without = await album(m, 'Sans ses photos', true, 1)
    await m.call(a.deleteAlbum, { params: { id: without.id }, query: {} })
    expect((await m.call(mediaUrl, { params: { id: without.media[0] as string } })).status).toBe(
      200,
    )
  })

  test('SOC-179: only the owner changes an album, and a name is required', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const { id, media } = await album(m, 'À moi', true, 1)
    const tries = [
      other.call(a.updateAlbum, { params: { id }, body: { name: 'À toi' } }),
      other.call(a.deleteAlbum, { params: { id }, query: {} }),
      other.call(a.addAlbumMedia, { params: { id }, body: { mediaIds: [await photo(other)] } }),
      other.call(a.removeAlbumMedia, { params: { id, mediaId: media[0] as string } }),
    ]
    for (const one of tries) expect((await one).status).toBe(404)
    for (const name of ['', '   ', 'x'.repeat(61)])
      expect((await m.call(a.createAlbum, { body: { name } })).status).toBe(400)
  })
})
