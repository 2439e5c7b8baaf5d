import type { AlbumMedia, addAlbumMedia, moveAlbumMedia } from '#contract/albums/albums'
import { ALBUM_MEDIA_MAX } from '#contract/limits'
import type { ParsedInput } from '#contract/route'
import { requireOwnAlbum, requireSeenAlbum } from '../access/albums'
import { requireOwnMedia } from '../access/media'
import { requireUnrestricted } from '../access/sanctions'
import type { Ctx, Viewer } from '../context'
import { fail } from '../fail'
import { deleteUnusedMedia, lockPhotos } from '../media/service'
import { notifySharingChange } from '../relations/service'
import { presentPhotos } from './present'
import {
  albumVisitors,
  countPhotosByAlbum,
  lastPosition,
  lockOwnAlbum,
  mediaOfAlbum,
  movePositions,
} from './queries'

export const readAlbumPage = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  limit: number,
  offset: number,
): Promise<{ media: AlbumMedia[]; total: number; hasMore: boolean }> => {
  await requireSeenAlbum(ctx.db, viewer, id, ctx.now())
  const total = (await countPhotosByAlbum(ctx.db, viewer.accountId, [id])).get(id) ?? 0
  const media = await presentPhotos(
    ctx.db,
    viewer,
    await mediaOfAlbum(ctx.db, viewer.accountId, id, limit, offset),
  )
  return { media, total, hasMore: offset + media.length < total }
}
/**
 * Adds the viewer's photos to its album; photos already in it keep their position. Fails with
 * `media_not_yours`, `album_full`.
 */
export const addMedia = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  body: ParsedInput<typeof addAlbumMedia>['body'],
): Promise<{ media: AlbumMedia[]; total: number }> => {
  await requireOwnAlbum(ctx.db, viewer, id)
  const ids = [...new Set(body.mediaIds)]
  const now = ctx.now()
  await requireUnrestricted(ctx.db, viewer, 'photos', now)
  await ctx.db.transaction().execute(async (trx) => {
    await lockOwnAlbum(trx, viewer, id)
    // locked before they are checked: a parting may give them to another account at the same moment
    await lockPhotos(trx, ids)
    await requireOwnMedia(trx, viewer, ids)
    const next = (await lastPosition(trx, id)) + 1
    await trx
      .insertInto('album_media')
      .values(
        ids.map((media_id, i) => ({
          album_id: id,
          media_id,
          position: body.positions?.[body.mediaIds.indexOf(media_id)] ?? next + i,
          added_at: now,
        })),
      )
      .onConflict((c) => c.columns(['album_id', 'media_id']).doNothing())
      .execute()
    if (((await countPhotosByAlbum(trx, viewer.accountId, [id])).get(id) ?? 0) > ALBUM_MEDIA_MAX)
      fail('album_full')
  })
  const media = await mediaOfAlbum(ctx.db, viewer.accountId, id, ids.length, 0, ids)
  return {
    media: await presentPhotos(ctx.db, viewer, media),
    total: (await countPhotosByAlbum(ctx.db, viewer.accountId, [id])).get(id) ?? 0,
  }
}
/** Published to those who may have the album open. */
export const removeFromAlbum = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  mediaId: string,
): Promise<void> => {
  await requireOwnAlbum(ctx.db, viewer, id)
  const visitors = await albumVisitors(ctx.db, viewer.accountId, id, ctx.now())
  const gone = await ctx.db
    .deleteFrom('album_media')
    .where('album_id', '=', id)
    .where('media_id', '=', mediaId)
    .returning('media_id')
    .executeTakeFirst()
  if (!gone) fail('not_found')
  for (const accountId of visitors) notifySharingChange(ctx, accountId, viewer.accountId)
  await deleteUnusedMedia(ctx, viewer.accountId, [mediaId])
}
export const reorderAlbum = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  positions: ParsedInput<typeof moveAlbumMedia>['body']['positions'],
): Promise<void> => {
  await ctx.db.transaction().execute(async (trx) => {
    await lockOwnAlbum(trx, viewer, id)
    await movePositions(trx, id, positions)
  })
}
