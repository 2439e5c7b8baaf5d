import { addAlbumMedia, createAlbum } from '#contract/albums/albums'
import { mediaUrl } from '#contract/media'
import { addPublicPhotos, removePhoto } from '#contract/profile/photos'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'

export let t: TestApp

let n = 0

export const photo = async (m: Member): Promise<string> =>
  (await upload(m, await picture(++n, 40, 30))).body.media_id

export const photos = (m: Member, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => photo(m)))

export const publish = (m: Member, ...media_ids: string[]) =>
  m.call(addPublicPhotos, { body: { media_ids } })

export const remove = (m: Member, photoId: string, id = m.accountId) =>
  m.call(removePhoto, { params: { id, photoId } })

export const albumOf = async (
  m: Member,
  isPublic: boolean,
  ...mediaIds: string[]
): Promise<string> => {
  const { body } = await m.call(createAlbum, { body: { name: 'Essai', isPublic } })
  await m.call(addAlbumMedia, { params: { id: body.album.id }, body: { mediaIds } })
  return body.album.id
}

export const mayRead = async (m: Member, id: string): Promise<boolean> =>
  (await m.call(mediaUrl, { params: { id } })).status === 200

export const block = (a: Member, b: Member) =>
  t.ctx.db
    .insertInto('blocks')
    .values({ account_id: a.accountId, blocked_account_id: b.accountId, created_at: t.ctx.now() })
    .execute()

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
}
