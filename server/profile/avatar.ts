import { lockAccount } from '../access/accounts'
import { lockPhotos } from '../access/agreements'
import { requireOwnMedia } from '../access/media'
import { choosePicture, type PictureTarget } from '../access/pictures'
import type { Ctx, Viewer } from '../context'
import { retryOnDeadlock, type Conn } from '../db/dialect'

type Place = PictureTarget & { readonly kind: 'account' | 'identity' }

const choose = async (
  trx: Conn,
  viewer: Viewer,
  place: Place,
  mediaId: string | null,
): Promise<void> => {
  const wanted = mediaId ? [mediaId] : []
  await lockAccount(trx, viewer.accountId)
  // locked before it is checked: a parting may move it to another account at the same moment
  await lockPhotos(trx, wanted)
  await requireOwnMedia(trx, viewer, wanted)
  const table = place.kind === 'account' ? 'accounts' : 'identities'
  const row = await trx
    .selectFrom(table)
    .where('id', '=', place.targetId)
    .select('avatar_media_id')
    .executeTakeFirst()
  const shown = await choosePicture(
    trx,
    viewer.accountId,
    place,
    mediaId,
    row?.avatar_media_id ?? null,
  )
  await trx
    .updateTable(table)
    .set({ avatar_media_id: shown })
    .where('id', '=', place.targetId)
    .execute()
}

/**
 * Sets the avatar of an account or an identity; while a subject has not agreed, the
 * present one stays. Fails with `media_not_yours`, `photo_parted`.
 */
export const chooseAvatar = (
  ctx: Pick<Ctx, 'db'>,
  viewer: Viewer,
  place: Place,
  mediaId: string | null,
): Promise<void> =>
  // the deletion of a photo locks it before the account whose avatar it is
  retryOnDeadlock(() => ctx.db.transaction().execute((trx) => choose(trx, viewer, place, mediaId)))
