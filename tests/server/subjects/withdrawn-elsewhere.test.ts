import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAlbumMedia, createAlbum, listAlbumMedia } from '#contract/albums/albums'
import { createAlbumShare, deleteAlbumShare } from '#contract/albums/shares'
import { mediaUrl } from '#contract/media'
import { getAccount, saveProfile } from '#contract/profile/data'
import { addZone, removeZone } from '#contract/zones'
import { testApp, type Client, type Member, type TestApp } from '../../support/server/server'
import { addPhoto } from '../../support/world/couples'
import { placeInput, profile } from '../../support/world/profiles'
import { answer, scene, setUp, surfaces, t } from './agreements-setup'

setUp()

/** A second process on the same database and files, without a link between the two. */
let b: TestApp
beforeAll(async () => {
  b = await testApp({ DATA_DIR: t.ctx.env.DATA_DIR }, { database: t.ctx.database, now: t.ctx.now })
})
afterAll(() => b.close())

/** The same member, calling the second process. */
const there = ({ call: _call, raw: _raw, ...who }: Member): Member => Object.assign(b.client(), who)

const statusOf = async (who: Client, url: string): Promise<number> => {
  const { pathname, search } = new URL(url, 'http://here')
  return (await who.raw('GET', `${pathname}${search}`)).status
}
const linkTo = async (who: Member, id: string): Promise<string> =>
  (await who.call(mediaUrl, { params: { id } })).body.signed_url

test('a yes that is withdrawn in one process closes lists and signed links in the other', async () => {
  const s = await scene()
  const { couple, other, anne, paul } = s
  const id = await addPhoto(couple, [anne, paul])
  const shown = await surfaces(s, id)
  await answer(couple, paul, id, 'yes')
  const reader = there(other)
  const link = await linkTo(reader, id)
  expect(await statusOf(reader, link)).toBe(200)
  expect(await shown.seen(reader)).toContain(id)
  await answer(couple, paul, id, 'withdraw')
  expect(await statusOf(reader, link)).toBe(403)
  expect((await reader.call(mediaUrl, { params: { id } })).status).toBe(404)
  expect(await shown.seen(reader)).not.toContain(id)
})

test('an access that ends in one process closes the album and signed links in the other', async () => {
  const { couple, other } = await scene()
  const id = await addPhoto(couple, [])
  const album = (await couple.call(createAlbum, { body: { name: 'À nous', isPublic: false } })).body
    .album.id
  await couple.call(addAlbumMedia, { params: { id: album }, body: { mediaIds: [id] } })
  const { share } = (
    await couple.call(createAlbumShare, {
      body: { album_id: album, account_id: other.accountId },
    })
  ).body
  const reader = there(other)
  const list = () => reader.call(listAlbumMedia, { params: { id: album }, query: {} })
  const link = await linkTo(reader, id)
  expect([(await list()).status, await statusOf(reader, link)]).toEqual([200, 200])
  await couple.call(deleteAlbumShare, { params: { id: share.id } })
  expect(await statusOf(reader, link)).toBe(403)
  expect((await reader.call(mediaUrl, { params: { id } })).status).toBe(404)
  expect((await list()).status).toBe(403)
})

test('a zone that is set or removed in one process is so in the other', async () => {
  const [owner, other] = [await t.member(), await t.member()]
  await other.call(saveProfile, { body: { data: profile({ location: placeInput('69266') }) } })
  const sees = async (who: Member, whom: Member) =>
    (await there(who).call(getAccount, { params: { id: whom.accountId } })).status
  const both = async () => [await sees(owner, other), await sees(other, owner)]
  expect(await both()).toEqual([200, 200])
  const { body } = await owner.call(addZone, { body: { place_id: '69123', radius_km: 20 } })
  expect(await both()).toEqual([404, 404])
  await owner.call(removeZone, { params: { id: body.zone.id } })
  expect(await both()).toEqual([200, 200])
})
