import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAlbumMedia, createAlbum } from '#contract/albums'
import { mediaUrl, mediaUrls } from '#contract/media'
import {
  addPublicPhotos,
  listAccountPhotos,
  listOwnPhotos,
  listPublicPhotos,
  movePhotos,
  removePhoto,
} from '#contract/profile/photos'
import { setAvatar } from '#contract/profile/profile'
import { getProfile } from '#contract/profile/data'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { readableMedia } from '../../../server/access/media'
import { dropUnused, mediaUses } from '../../../server/media/service'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { open, storedFiles } from './pictures'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

let n = 0
const photo = async (m: Member): Promise<string> =>
  (await upload(m, await picture(++n, 40, 30))).body.media_id
const photos = (m: Member, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => photo(m)))
const publish = (m: Member, ...media_ids: string[]) =>
  m.call(addPublicPhotos, { body: { media_ids } })
const shown = async (m: Member, id = m.accountId) =>
  (await m.call(listPublicPhotos, { params: { id } })).body.photos.map((p) => p.media_id)
const remove = (m: Member, photoId: string, id = m.accountId) =>
  m.call(removePhoto, { params: { id, photoId } })
const albumOf = async (m: Member, isPublic: boolean, ...mediaIds: string[]): Promise<string> => {
  const { body } = await m.call(createAlbum, { body: { name: 'Essai', isPublic } })
  await m.call(addAlbumMedia, { params: { id: body.album.id }, body: { mediaIds } })
  return body.album.id
}
const mayRead = async (m: Member, id: string): Promise<boolean> =>
  (await m.call(mediaUrl, { params: { id } })).status === 200
const share = (from: Member, to: Member, album: string, expires_at: number | null) =>
  t.ctx.db
    .insertInto('album_shares')
    .values({
      id: newId(),
      album_id: album,
      account_id: from.accountId,
      with_account_id: to.accountId,
      expires_at,
      created_at: t.ctx.now(),
    })
    .execute()
const shareAll = (from: Member, to: Member) =>
  t.ctx.db
    .insertInto('sharings')
    .values({
      account_id: from.accountId,
      with_account_id: to.accountId,
      share_names: 0,
      share_events: 0,
      share_all_albums: 1,
      updated_at: t.ctx.now(),
    })
    .execute()
const block = (a: Member, b: Member) =>
  t.ctx.db
    .insertInto('blocks')
    .values({ account_id: a.accountId, blocked_account_id: b.accountId, created_at: t.ctx.now() })
    .execute()

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

describe('taking one off', () => {
  test('CORE-151: removed from the profile, and deleted with its files when unused', async () => {
    const owner = await t.member('retrait')
    const [a = '', b = ''] = await photos(owner, 2)
    const list = (await publish(owner, a, b)).body.photos
    expect((await remove(owner, list[0]?.id ?? '')).body).toEqual({ success: true })
    expect(await shown(owner)).toEqual([b])
    expect(await t.ctx.db.selectFrom('media').where('id', '=', a).selectAll().execute()).toEqual([])
    expect(storedFiles(t).filter((f) => f.startsWith(a))).toEqual([])
    expect(storedFiles(t).filter((f) => f.startsWith(b))).toHaveLength(2)
    expect((await remove(owner, list[0]?.id ?? '')).status).toBe(404)
    expect((await remove(await t.member('retrait_autre'), b, owner.accountId)).body).toMatchObject({
      code: 'not_your_account',
    })
    expect(await shown(owner)).toEqual([b])
  })

  test('photos used by a message, avatar, identity, group, album or event stay', async () => {
    const [owner, other] = [
      await t.member('usages', ['woman', 'man']),
      await t.member('usages_autre'),
    ]
    const [sent = '', face = '', half = '', group = '', inAlbum = '', banner = '', nowhere = ''] =
      await photos(owner, 7)
    await publish(owner, sent, face, half, group, inAlbum, banner, nowhere)
    const { body } = await owner.call(startConversation, { body: { handle: other.handle } })
    const message = await owner.call(sendMessage, {
      params: { id: body.conversation.id },
      body: {
        content: 'Voici',
        sender_identity_id: null,
        media_ids: [sent],
        client_msg_id: newId(),
      },
    })
    expect(message.status, JSON.stringify(message.body)).toBe(201)
    await owner.call(setAvatar, { body: { mediaId: face } })
    await t.ctx.db
      .updateTable('identities')
      .set({ avatar_media_id: half })
      .where('id', '=', owner.identityIds[0] ?? '')
      .execute()
    await t.ctx.db
      .updateTable('conversations')
      .set({ avatar_media_id: group })
      .where('id', '=', body.conversation.id)
      .execute()
    await albumOf(owner, false, inAlbum)
    const now = t.ctx.now()
    await t.ctx.db
      .insertInto('events')
      .values({
        id: newId(),
        creator_account_id: owner.accountId,
        slug: null,
        title: 'Soirée',
        title_key: 'soiree',
        description: null,
        status: 'draft',
        start_at: now,
        end_at: null,
        place: null,
        place_lat: null,
        place_lng: null,
        address: null,
        address_lat: null,
        address_lng: null,
        address_public: 0,
        address_revealed: 0,
        price: null,
        payment_url: null,
        banner_media_id: banner,
        max_participants: null,
        has_waitlist: 0,
        requires_approval: 0,
        access_type: 'invitation_only',
        group_options: 'organizers',
        counts_persons: 0,
        auto_offer: 0,
        seats_taken: 0,
        revision: 0,
        created_at: now,
        updated_at: now,
      })
      .execute()
    const all = [sent, face, half, group, inAlbum, banner, nowhere]
    const uses = await mediaUses(t.ctx.db, all)
    expect(all.map((id) => [...(uses.get(id) ?? [])].sort().join())).toEqual([
      'message,profile',
      'avatar,profile',
      'avatar,profile',
      'avatar,profile',
      'album,profile',
      'event,profile',
      'profile',
    ])
    for (const id of all) expect((await remove(owner, id)).status).toBe(200)
    const left = await t.ctx.db.selectFrom('media').where('id', 'in', all).select('id').execute()
    expect(left.map((r) => r.id).sort()).toEqual([sent, face, half, group, inAlbum, banner].sort())
    // a deleted message shows no photo
    await t.ctx.db
      .updateTable('messages')
      .set({ deleted_at: now })
      .where('id', '=', message.body.id)
      .execute()
    expect(await dropUnused(t.ctx, other.accountId, all)).toEqual([])
    expect(await dropUnused(t.ctx, owner.accountId, all)).toEqual([sent])
  })
})

describe('who may see a photo', () => {
  test('a public photo: every member, by a link of 30 minutes, until removed or blocked', async () => {
    const [owner, visitor, foe] = [
      await t.member('lien_p'),
      await t.member('lien_v'),
      await t.member('lien_b'),
    ]
    const [a = '', b = ''] = await photos(owner, 2)
    expect(await mayRead(visitor, a)).toBe(false)
    await publish(owner, a, b)
    // also used elsewhere, so that only the permission ends with the profile
    await albumOf(owner, false, a)
    const links = (
      await visitor.call(mediaUrls, {
        body: { items: [a, b].map((id) => ({ id, variant: 'full' as const })) },
      })
    ).body.links
    expect(links.map((l) => l.expires_in > 60)).toEqual([true, true])
    expect((await open(t, links[0]?.url ?? '')).status).toBe(200)
    await remove(owner, a)
    expect((await open(t, links[0]?.url ?? '')).status).toBe(403)
    expect(await mayRead(foe, b)).toBe(true)
    await block(foe, owner)
    expect([await mayRead(foe, b), await mayRead(visitor, b), await mayRead(owner, a)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('SOC-178: an album photo: the owner; public: every member; private: members it is shared with', async () => {
    const [owner, stranger, given, everything, foe] = [
      await t.member('alb_p'),
      await t.member('alb_s'),
      await t.member('alb_g'),
      await t.member('alb_t'),
      await t.member('alb_b'),
    ]
    const [open1 = '', closed = '', other = ''] = await photos(owner, 3)
    await albumOf(owner, true, open1)
    const album = await albumOf(owner, false, closed)
    await albumOf(owner, false, other)
    await share(owner, given, album, null)
    await shareAll(owner, everything)
    const see = async (m: Member) => [
      await mayRead(m, open1),
      await mayRead(m, closed),
      await mayRead(m, other),
    ]
    expect([
      await see(owner),
      await see(stranger),
      await see(given),
      await see(everything),
    ]).toEqual([
      [true, true, true],
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ])
    const count = async (m: Member) =>
      (await m.call(getProfile, { params: { id: owner.accountId } })).body.photo_count
    expect([
      await count(owner),
      await count(stranger),
      await count(given),
      await count(everything),
    ]).toEqual([3, 1, 2, 3])
    // a photo used in two places counts once
    await publish(owner, open1)
    expect([await count(owner), await count(stranger)]).toEqual([3, 1])
    // sharing is one-way: what the visitor shares opens nothing to it
    await shareAll(foe, owner)
    expect(await see(foe)).toEqual([true, false, false])
    for (const m of [given, everything])
      await block(m === given ? owner : m, m === given ? m : owner)
    expect([await see(given), await see(everything)]).toEqual([
      [false, false, false],
      [false, false, false],
    ])
  })

  test('a share and its links end with its date: private links last 60 seconds', async () => {
    const [owner, guest] = [await t.member('fin_p'), await t.member('fin_g')]
    const id = await photo(owner)
    const album = await albumOf(owner, false, id)
    await share(owner, guest, album, t.ctx.now() + 10_000)
    const link = (await guest.call(mediaUrl, { params: { id } })).body
    expect(link.expires_in).toBeLessThanOrEqual(60)
    expect((await open(t, link.signed_url)).status).toBe(200)
    t.clock.now += 11_000
    expect([(await open(t, link.signed_url)).status, await mayRead(guest, id)]).toEqual([
      403,
      false,
    ])
    t.clock.now -= 11_000
    expect((await open(t, link.signed_url)).status).toBe(200)
    await t.ctx.db.deleteFrom('album_shares').where('album_id', '=', album).execute()
    expect((await open(t, link.signed_url)).status).toBe(403)
  })

  test('photos of a deleted account are not visible', async () => {
    const [owner, visitor] = [await t.member('del_p'), await t.member('del_v')]
    const [a = '', b = ''] = await photos(owner, 2)
    await publish(owner, a)
    await albumOf(owner, true, b)
    expect((await readableMedia(t.ctx.db, visitor.accountId, [a, b], t.ctx.now())).size).toBe(2)
    await t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: 1 })
      .where('id', '=', owner.accountId)
      .execute()
    expect((await readableMedia(t.ctx.db, visitor.accountId, [a, b], t.ctx.now())).size).toBe(0)
    const list = await visitor.call(listPublicPhotos, { params: { id: owner.accountId } })
    expect(list.status).toBe(404)
  })
})
