import sharp from 'sharp'
import type { PhotoPlace } from '#contract/moderation'
import type { Ctx } from '../context'
import { flag, type Conn } from '../db/dialect'
import { iso } from '../iso'
import { readWhole } from '../media/service'
import { PHOTOS_MAX, type Content, type FrozenPhoto } from './evidence'

/** A larger file is kept as its thumbnail. */
const PHOTO_BYTES_MAX = 1_500_000
/** Where a photo is shown; never the name of an album. */
const placeOf = async (db: Conn, mediaId: string): Promise<PhotoPlace> => {
  const inProfile = await db
    .selectFrom('profile_photos')
    .where('media_id', '=', mediaId)
    .select('media_id as id')
    .union(db.selectFrom('identities').where('avatar_media_id', '=', mediaId).select('id'))
    .union(db.selectFrom('accounts').where('avatar_media_id', '=', mediaId).select('id'))
    .executeTakeFirst()
  if (inProfile) return 'profile'
  const albums = await db
    .selectFrom('album_media as m')
    .innerJoin('albums as a', 'a.id', 'm.album_id')
    .where('m.media_id', '=', mediaId)
    .select('a.is_public')
    .execute()
  if (albums.length === 0) return 'other'
  return albums.some((a) => a.is_public === 1) ? 'public_album' : 'private_album'
}
/** A reported photo: when it was sent and where it is shown, for its owner to recognise it. */
export const photoContent = async (
  db: Conn,
  id: string,
): Promise<{ readonly accountId: string | null; readonly content: Content }> => {
  const media = await db
    .selectFrom('media')
    .where('id', '=', id)
    .select(['account_id', 'created_at'])
    .executeTakeFirst()
  const payload = media ? { at: iso(media.created_at), place: await placeOf(db, id) } : {}
  return {
    accountId: media?.account_id ?? null,
    content: { kind: 'photo', subjectId: id, payload, mediaIds: [id] },
  }
}
/** Which photos are in a private album, and neither on a profile nor in a public album. */
const privateOf = async (db: Conn, mediaIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const albums = await db
    .selectFrom('album_media as m')
    .innerJoin('albums as a', 'a.id', 'm.album_id')
    .where('m.media_id', 'in', mediaIds)
    .select(['m.media_id', 'a.is_public'])
    .execute()
  const profiles = await db
    .selectFrom('profile_photos')
    .where('media_id', 'in', mediaIds)
    .select('media_id')
    .execute()
  const shown = new Set(
    [...albums.filter((a) => a.is_public === 1), ...profiles].map((one) => one.media_id),
  )
  return new Set(albums.map((a) => a.media_id).filter((id) => !shown.has(id)))
}
/**
 * Reads the photos before the report's transaction. One that cannot be read is left out: the report
 * counts more than its picture.
 */
export const readPhotos = async (
  ctx: Pick<Ctx, 'db' | 'storage' | 'log'>,
  mediaIds: readonly string[],
): Promise<FrozenPhoto[]> => {
  if (mediaIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('media')
    .where('id', 'in', mediaIds.slice(0, PHOTOS_MAX))
    .select(['id', 'storage_key', 'thumbnail_key', 'file_size'])
    .execute()
  const byId = new Map(rows.map((r) => [r.id, r]))
  const hidden = await privateOf(ctx.db, mediaIds)
  const photos: FrozenPhoto[] = []
  for (const id of mediaIds.slice(0, PHOTOS_MAX)) {
    const row = byId.get(id)
    if (!row) continue
    try {
      const key = row.file_size > PHOTO_BYTES_MAX ? row.thumbnail_key : row.storage_key
      const bytes = await readWhole(ctx.storage, key)
      if (!bytes) continue
      // so few pixels that nothing can be recognised
      const blurred = await sharp(bytes).resize(12, 12, { fit: 'inside' }).blur(1).jpeg().toBuffer()
      photos.push({
        jpeg: bytes.toString('base64'),
        blurred: blurred.toString('base64'),
        guarded: flag(hidden.has(id)),
      })
    } catch (error) {
      ctx.log.error({ err: error }, 'a reported photo could not be kept')
    }
  }
  return photos
}
