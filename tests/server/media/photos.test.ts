import { describe, expect, test } from 'vitest'
import {
  listAccountPhotos,
  listOwnPhotos,
  listPublicPhotos,
  movePhotos,
} from '#contract/profile/photos'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { setUp, t, photo, photos, publish, mayRead, block } from './photos-setup'

setUp()

const shown = async (m: Member, id = m.accountId) =>
  (await m.call(listPublicPhotos, { params: { id } })).body.photos.map((p) => p.media_id)

describe('public photos', () => {
  test('CORE-060 CORE-148 CORE-149 CORE-150: media are appended, existing ones stay; every member reads the same list', async () => {
    const [owner, visitor] = [await t.member('photos_p'), await t.member('photos_v')]
    const [a = '', b = '', c = ''] = await photos(owner, 3)
    const first = await publish(owner, a, b, a)
    expect(first.status).toBe(201)
    expect(first.body.photos.map((p) => [p.media_id, p.position])).toEqual([
      [a, 0],
      [b, 1],
    ])
    expect(first.body.photos[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      media_id: a,
      url: `/api/media/${a}/url`,
      thumbnail_url: `/api/media/${a}/thumbnail`,
      created_at: expect.stringMatching(/Z$/) as string,
      position: 0,
      public: true,
      width: 40,
      height: 30,
      blurhash: expect.any(String) as string,
    })
    expect((await publish(owner, c, a)).body.photos.map((p) => p.media_id)).toEqual([a, b, c])
    const own = (await owner.call(listOwnPhotos)).body
    for (const m of [owner, visitor])
      for (const route of [listAccountPhotos, listPublicPhotos])
        expect((await m.call(route, { params: { id: owner.accountId } })).body).toEqual(own)
    expect((await visitor.call(listOwnPhotos)).body.photos).toEqual([])
  })

  test('CORE-148: the photos of an account; 404 across a block', async () => {
    const [owner, other] = [await t.member('photos_b1'), await t.member('photos_b2')]
    await publish(owner, await photo(owner))
    expect(await shown(other, owner.accountId)).toHaveLength(1)
    await block(owner, other)
    expect((await other.call(listAccountPhotos, { params: { id: owner.accountId } })).status).toBe(
      404,
    )
    expect((await owner.call(listAccountPhotos, { params: { id: other.accountId } })).status).toBe(
      404,
    )
  })

  test('refuses another member’s and unknown photos alike, and stores nothing of the call', async () => {
    const [thief, owner] = [await t.member('photos_vol'), await t.member('photos_proie')]
    const [own, foreign] = [await photo(thief), await photo(owner)]
    const [a, b] = [await publish(thief, own, foreign), await publish(thief, own, newId())]
    expect([a.status, a.body]).toEqual([403, b.body])
    expect(await shown(thief)).toEqual([])
    expect(await mayRead(thief, foreign)).toBe(false)
  })

  test('ten concurrent calls append each photo once, at different positions', async () => {
    const owner = await t.member('photos_dix')
    const ids = await photos(owner, 10)
    await Promise.all([...ids, ...ids].map((id) => publish(owner, id)))
    const { photos: list } = (await owner.call(listOwnPhotos)).body
    expect(list.map((p) => p.position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(list.map((p) => p.media_id).sort()).toEqual([...ids].sort())
  })

  test('CORE-152: positions order photos; others keep their relative order; foreign ids are refused', async () => {
    const [owner, other] = [await t.member('photos_ordre'), await t.member('photos_ordre_2')]
    const [a = '', b = '', c = '', d = ''] = await photos(owner, 4)
    await publish(owner, a, b, c, d)
    const rows = (await owner.call(listOwnPhotos)).body.photos
    const move = (m: Member, positions: { id: string; position: number }[], id = owner.accountId) =>
      m.call(movePhotos, { params: { id }, body: { positions } })
    const moved = await move(owner, [{ id: rows[3]?.id ?? '', position: 0 }])
    expect(moved.body.photos.map((p) => [p.media_id, p.position])).toEqual([
      [d, 0],
      [a, 1],
      [b, 2],
      [c, 3],
    ])
    // a media id also names a photo
    expect(
      (
        await move(
          owner,
          [d, c, b, a].map((id, i) => ({ id, position: i })),
        )
      ).body.photos.map((p) => p.media_id),
    ).toEqual([d, c, b, a])
    expect((await move(owner, [{ id: newId(), position: 0 }])).status).toBe(404)
    expect((await move(other, [{ id: a, position: 0 }])).body).toMatchObject({
      code: 'not_your_account',
    })
    expect((await move(other, [{ id: a, position: 0 }], other.accountId)).status).toBe(404)
    expect(await shown(other, owner.accountId)).toEqual([d, c, b, a])
  })

  test('no more than 100', async () => {
    const owner = await t.member('photos_cent')
    const seed = await t.ctx.db
      .selectFrom('media')
      .where('id', '=', await photo(owner))
      .selectAll()
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: 101 }, () => newId())
    await t.ctx.db
      .insertInto('media')
      .values(
        ids.map((id) => ({
          ...seed,
          id,
          storage_key: `aa/bb/${id}-full`,
          thumbnail_key: `aa/bb/${id}-thumb`,
        })),
      )
      .execute()
    expect((await publish(owner, ...ids.slice(0, 100))).status).toBe(201)
    const refused = await publish(owner, ids[100] ?? '')
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: 'Un profil montre au plus 100 photos.' },
    ])
    expect((await publish(owner, ids[5] ?? '')).status).toBe(201)
    expect(await shown(owner)).toHaveLength(100)
  })
})
