import { expect } from 'vitest'
import * as a from '#contract/albums/albums'
import { startConversation } from '#contract/messaging/messages'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'

export let t: TestApp

let seed = 0

export const photo = async (m: Member): Promise<string> =>
  (await upload(m, await picture(++seed))).body.media_id

export const album = async (
  m: Member,
  name: string,
  isPublic = false,
  photos = 0,
): Promise<{ id: string; media: string[] }> => {
  const { body, status } = await m.call(a.createAlbum, { body: { name, isPublic } })
  expect(status).toBe(201)
  const media: string[] = []
  for (let i = 0; i < photos; i += 1) media.push(await photo(m))
  if (photos > 0)
    await m.call(a.addAlbumMedia, { params: { id: body.album.id }, body: { mediaIds: media } })
  return { id: body.album.id, media }
}

export const talk = (from: Member, to: Member) =>
  from.call(startConversation, { body: { handle: to.handle } })

export const list = (
  m: Member,
  query: { accountId?: string; includePrivate?: 'true'; includeShared?: 'true' } = {},
) => m.call(a.listAlbums, { query }).then((r) => r.body)

export const pageOf = (m: Member, id: string, query = {}) =>
  m.call(a.listAlbumMedia, { params: { id }, query })

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
}
