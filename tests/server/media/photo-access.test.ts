import { describe, expect, test } from 'vitest'
import { mediaUrl, mediaUrls } from '#contract/media'
import { listPublicPhotos } from '#contract/profile/photos'
import { getProfile } from '#contract/profile/data'
import { readableMedia } from '../../../server/access/media'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { open } from './pictures'
import { setUp, t, photo, photos, publish, remove, albumOf, mayRead, block } from './photos-setup'

setUp()

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
