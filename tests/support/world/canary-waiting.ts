import { setIdentityCode } from '#contract/agreements'
import { addAlbumMedia } from '#contract/albums/albums'
import { updateEvent } from '#contract/events/events'
import { updateGroup } from '#contract/messaging/groups'
import { setIdentityAvatar } from '#contract/profile/data'
import { addPublicPhotos } from '#contract/profile/photos'
import { setAvatar } from '#contract/profile/profile'
import { located, ok, raise, type Stage } from './canary-stage'
import { upload } from './world'

/**
 * On every surface of the victim a photo that waits: its second person has not agreed. Returns their
 * ids.
 */
export const addWaiting = async (
  { v }: Stage,
  at: {
    readonly albums: readonly string[]
    readonly group: string
    readonly events: readonly string[]
  },
): Promise<string[]> => {
  const [first = '', second = ''] = v.identityIds
  const ids: string[] = []
  const photo = async (): Promise<string> => {
    const { body } = await upload(
      v,
      await located(70 + ids.length),
      'Zqfichier.jpg',
      'image/jpeg',
      {
        people: 'named',
        shows: JSON.stringify([first, second]),
      },
    )
    ids.push(body.media_id)
    return body.media_id
  }
  const acting = v.identity
  v.identity = first
  for (const id of at.albums)
    await ok(v.call(addAlbumMedia, { params: { id }, body: { mediaIds: [await photo()] } }))
  await ok(v.call(addPublicPhotos, { body: { media_ids: [await photo()] } }))
  await ok(v.call(setAvatar, { body: { mediaId: await photo() } }))
  await ok(v.call(setIdentityAvatar, { params: { id: second }, body: { mediaId: await photo() } }))
  await ok(
    v.call(updateGroup, { params: { id: at.group }, body: { avatar_media_id: await photo() } }),
  )
  for (const id of at.events)
    await ok(v.call(updateEvent, { params: { id }, body: { banner_media_id: await photo() } }))
  await ok(v.call(setIdentityCode, { body: { password: 'un-bon-mot-de-passe', code: '274913' } }))
  v.identity = acting
  return ids.length > 0 ? ids : raise('no photo waits')
}
