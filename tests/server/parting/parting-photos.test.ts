import { expect, test } from 'vitest'
import { answerAgreement, setIdentityCode, setPeople } from '#contract/agreements'
import {
  addAlbumMedia,
  createAlbum,
  deleteMedia,
  listAlbumMedia,
  listAlbums,
} from '#contract/albums/albums'
import { mediaUrl } from '#contract/media'
import * as p from '#contract/profile/parting'
import { addPublicPhotos } from '#contract/profile/photos'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { addPhoto, pattern } from '../../support/world/couples'
import { upload } from '../../support/world/world'
import { again, ask, couple, DAY_MS, part, PASSWORD } from './setup'

const t = sharedApp()

const choose = (who: Member, ids: string[], code?: string) =>
  who.call(p.chooseInParting, { body: { kind: 'photo', ids, on: true, ...(code ? { code } : {}) } })
const linkOf = async (who: Member, id: string) =>
  (await who.call(mediaUrl, { params: { id } })).status

test('a photo of one goes with that person, one of both is gone or kept by both alone', async () => {
  const c = await couple(t)
  const bytes = await pattern(9_001)
  const own = await addPhoto(c.anne, [c.anneId])
  const his = await addPhoto(c.paul, [c.paulId])
  const both = [
    await addPhoto(c.anne, [c.anneId, c.paulId], bytes),
    await addPhoto(c.anne, [c.anneId, c.paulId]),
  ] as const
  const album = (await c.anne.call(createAlbum, { body: { name: 'À nous', isPublic: false } })).body
    .album.id
  await c.anne.call(addAlbumMedia, { params: { id: album }, body: { mediaIds: [own, his] } })
  await c.anne.call(addPublicPhotos, { body: { media_ids: [own] } })
  await ask(c.anne, { handle: c.handle })
  const asked = (await c.anne.call(p.listPartingPhotos, { query: {} })).body.photos
  expect(asked.map((x) => x.id).sort()).toEqual([...both].sort())
  // one alone cannot keep it, and does not learn what the other wishes
  await choose(c.anne, [...both])
  await choose(c.paul, [both[1]])
  expect(
    (await c.paul.call(p.listPartingPhotos, { query: {} })).body.photos.filter((x) => x.kept),
  ).toHaveLength(1)
  t.clock.now += 7 * DAY_MS + 1000
  await t.app.jobs.run()
  const [anne, paul] = [await again(t, c.anne), await again(t, c.paul)]
  expect([await linkOf(anne, own), await linkOf(paul, own)]).toEqual([200, 404])
  expect([await linkOf(anne, his), await linkOf(paul, his)]).toEqual([404, 200])
  expect([await linkOf(anne, both[0]), await linkOf(paul, both[0])]).toEqual([404, 404])
  expect([await linkOf(anne, both[1]), await linkOf(paul, both[1])]).toEqual([404, 200])
  const copies = await t.ctx.db.selectFrom('kept_photos').selectAll().execute()
  const copy = copies.find((k) => k.account_id === anne.accountId)?.media_id ?? ''
  expect([await linkOf(anne, copy), await linkOf(paul, copy)]).toEqual([200, 404])
  for (const [who, id] of [
    [anne, copy],
    [paul, both[1]],
  ] as const)
    expect((await who.call(addPublicPhotos, { body: { media_ids: [id] } })).body).toMatchObject({
      code: 'photo_parted',
    })
  // in the album of both only his is left, hers are in one of her own
  const shown = (await paul.call(listAlbumMedia, { params: { id: album } })).body
  expect(shown.media.map((x) => x.id)).toEqual([his])
  const hers = (await anne.call(listAlbums, { query: { includePrivate: 'true' } })).body.albums
  expect(hers.map((a) => a.name)).toEqual(['Photos d’avant'])
  expect((await paul.call(deleteMedia, { params: { id: both[1] } })).status).toBe(200)
  expect([await linkOf(anne, copy), await linkOf(paul, both[1])]).toEqual([200, 404])
  // uploaded again, it is for oneself
  const back = await addPhoto(anne, [], bytes)
  expect((await anne.call(addPublicPhotos, { body: { media_ids: [back] } })).body).toMatchObject({
    code: 'photo_parted',
  })
})

test('a photo that is still on its way when the two part does not reach the other', async () => {
  const c = await couple(t)
  await ask(c.anne, { handle: c.handle })
  const { put } = t.ctx.storage
  let isAgreed = false
  t.ctx.storage.put = async (key, bytes, type) => {
    await put(key, bytes, type)
    if (isAgreed) return
    isAgreed = true
    const agreed = await c.paul.call(p.agreeToParting, { body: { password: PASSWORD } })
    expect(agreed.status).toBe(200)
  }
  c.anne.identity = null
  const sent = await upload(c.anne, await pattern(9_300))
  t.ctx.storage.put = put
  expect(sent.status).toBe(401)
  const rows = await t.ctx.db
    .selectFrom('media')
    .where('account_id', '=', c.account)
    .select('id')
    .execute()
  expect(rows).toEqual([])
})

test('meanwhile nobody names as theirs alone what the other has added', async () => {
  const c = await couple(t)
  const [hers, his] = [await addPhoto(c.anne, []), await addPhoto(c.paul, [])]
  const name = (who: Member, id: string, shows: string[]) =>
    who.call(setPeople, { params: { id }, body: { people: 'named', shows } })
  await ask(c.anne, { handle: c.handle })
  expect((await name(c.paul, hers, [c.paulId])).body).toMatchObject({ code: 'parting_open' })
  expect((await name(c.anne, his, [c.anneId])).body).toMatchObject({ code: 'parting_open' })
  c.paul.identity = c.anneId
  expect((await name(c.paul, hers, [c.paulId])).body).toMatchObject({ code: 'parting_open' })
  c.paul.identity = c.paulId
  expect((await name(c.anne, hers, [c.anneId])).status).toBe(200)
  expect((await name(c.paul, his, [c.anneId, c.paulId])).status).toBe(200)
})

test('a picture that one had refused stays unseen in the other’s account', async () => {
  const c = await couple(t)
  const bytes = await pattern(9_100)
  const photo = await addPhoto(c.paul, [c.anneId], bytes)
  await c.anne.call(answerAgreement, { params: { id: photo }, body: { answer: 'no' } })
  const { paul } = await part(t, c)
  const back = await addPhoto(paul, [], bytes)
  expect((await paul.call(addPublicPhotos, { body: { media_ids: [back] } })).body).toMatchObject({
    code: 'photo_parted',
  })
})

test('on a shared login a wish to keep needs the person’s code', async () => {
  const alone = await t.member(undefined, ['woman', 'man'])
  const [anneId = '', paulId = ''] = alone.identityIds
  alone.identity = anneId
  const photo = await addPhoto(alone, [anneId, paulId])
  expect((await ask(alone, { kind: 'leave' })).status).toBe(201)
  alone.identity = paulId
  await alone.call(setIdentityCode, { body: { password: PASSWORD, code: '482913' } })
  expect((await choose(alone, [photo])).body).toMatchObject({ code: 'agreement_code' })
  expect((await choose(alone, [photo], '482913')).status).toBe(200)
  alone.identity = null
  expect((await choose(alone, [photo])).body).toMatchObject({ code: 'parting_identity' })
})
