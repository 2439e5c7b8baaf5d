import { PUBLIC_PHOTOS_MAX } from '#contract/limits'
import type { movePhotos, ProfilePhoto } from '#contract/profile/photos'
import type { ParsedInput } from '#contract/route'
import { lockAccount, requireVisibleMember } from '../access/accounts'
import { requireOwnMedia } from '../access/media'
import { requireUnrestricted } from '../access/sanctions'
import type { Ctx, Viewer } from '../context'
import { retryOnDeadlock, type Conn } from '../db/dialect'
import { fail } from '../fail'
import { deleteUnusedMedia, lockPhotos, peopleByPhoto } from '../media/service'
import { newId } from '../tokens'
import { presentPhoto } from './present'
import { deletePhoto, insertPhotos, profilePhotosOf, setPhotoPosition } from './queries'

/**
 * The photos of a profile, all of them public: visible to all who may see the account. A deleted
 * account has none.
 */
export const listPhotos = async (
  ctx: Ctx,
  viewer: Viewer,
  accountId: string,
): Promise<ProfilePhoto[]> => {
  const account = await requireVisibleMember(ctx.db, viewer, accountId)
  if (account.deleted_at !== null) return []
  const rows = await profilePhotosOf(ctx.db, accountId, viewer.accountId)
  const people =
    accountId === viewer.accountId
      ? await peopleByPhoto(
          ctx.db,
          rows.map((r) => ({ id: r.media_id, people: r.people })),
        )
      : null
  return rows.map((row) => presentPhoto(row, people?.get(row.media_id)))
}

const requireOwnProfile = (viewer: Viewer, accountId: string): void => {
  if (viewer.accountId !== accountId) fail('not_your_account')
}

/**
 * Appends the viewer's media; photos already there keep their position. Fails with
 * `media_not_yours`, and `conflict` beyond the maximum.
 */
export const publishPhotos = async (
  ctx: Ctx,
  viewer: Viewer,
  mediaIds: readonly string[],
): Promise<ProfilePhoto[]> => {
  const wanted = [...new Set(mediaIds)]
  await requireUnrestricted(ctx.db, viewer, 'photos', ctx.now())
  const publish = async (trx: Conn): Promise<void> => {
    await lockAccount(trx, viewer.accountId)
    // locked before they are checked: a parting may give them to another account at the same moment
    await lockPhotos(trx, wanted)
    await requireOwnMedia(trx, viewer, wanted)
    const there = await profilePhotosOf(trx, viewer.accountId, viewer.accountId)
    const fresh = wanted.filter((id) => !there.some((p) => p.media_id === id))
    if (there.length + fresh.length > PUBLIC_PHOTOS_MAX)
      fail(
        'conflict',
        undefined,
        undefined,
        `Un profil montre au plus ${PUBLIC_PHOTOS_MAX} photos.`,
      )
    const next = Math.max(-1, ...there.map((p) => p.position)) + 1
    await insertPhotos(
      trx,
      fresh.map((media_id, i) => ({
        id: newId(),
        account_id: viewer.accountId,
        media_id,
        position: next + i,
        created_at: ctx.now(),
      })),
    )
  }
  // the deletion of a photo locks it before the account whose avatar it is
  await retryOnDeadlock(() => ctx.db.transaction().execute(publish))
  return listPhotos(ctx, viewer, viewer.accountId)
}

/**
 * Removes a photo from the profile, and deletes it when nothing else uses it. Takes its id or that
 * of its media.
 */
export const unpublishPhoto = async (
  ctx: Ctx,
  viewer: Viewer,
  accountId: string,
  photoId: string,
): Promise<void> => {
  requireOwnProfile(viewer, accountId)
  const mediaId = await deletePhoto(ctx.db, viewer.accountId, photoId)
  if (mediaId === null) return fail('not_found')
  await deleteUnusedMedia(ctx, viewer.accountId, [mediaId])
}

/** Photos that are not named keep their relative order; positions become 0, 1, 2… */
export const orderPhotos = async (
  ctx: Ctx,
  viewer: Viewer,
  accountId: string,
  positions: ParsedInput<typeof movePhotos>['body']['positions'],
): Promise<ProfilePhoto[]> => {
  requireOwnProfile(viewer, accountId)
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, viewer.accountId)
    const there = await profilePhotosOf(trx, viewer.accountId, viewer.accountId)
    const wished = new Map(
      positions.map((p) => [
        (there.find((t) => t.id === p.id || t.media_id === p.id) ?? fail('not_found')).id,
        p.position,
      ]),
    )
    const placed = there.map((photo) => ({
      photo,
      at: wished.get(photo.id) ?? photo.position,
      named: wished.has(photo.id),
    }))
    // a moved photo comes before the photo at the same position
    placed.sort((a, b) => a.at - b.at || Number(b.named) - Number(a.named))
    for (const [position, { photo }] of placed.entries())
      if (photo.position !== position) await setPhotoPosition(trx, photo.id, position)
  })
  return listPhotos(ctx, viewer, viewer.accountId)
}
