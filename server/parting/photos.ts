import { mediaAwaitingAgreement } from '../access/agreements'
import { isNotBrief } from '../access/media'
import { showAgreedPicture, type PictureChange } from '../access/pictures'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import { readWhole } from '../media/service'
import { newId } from '../tokens'
import type { Copies } from './division'

/** Photos of a couple by owner. */
export interface PhotoShares {
  readonly leaver: readonly string[]
  readonly both: readonly string[]
}

/**
 * Divides the photos of an account by the only person named on them, or by the uploader where neither
 * of the two is on them. Every other photo counts as one of both, those without a name too.
 */
export const dividePhotos = async (
  db: Conn,
  accountId: string,
  leaverId: string,
): Promise<PhotoShares> => {
  const media = await db
    .selectFrom('media')
    .where('account_id', '=', accountId)
    .where(isNotBrief)
    .select(['id', 'identity_id', 'people'])
    .execute()
  const subjects = await db
    .selectFrom('media_subjects')
    .where('account_id', '=', accountId)
    .select(['media_id', 'identity_id'])
    .execute()
  const namedOn = new Map<string, Set<string>>()
  for (const s of subjects)
    namedOn.set(s.media_id, (namedOn.get(s.media_id) ?? new Set()).add(s.identity_id))
  const leaver: string[] = []
  const both: string[] = []
  for (const { id, identity_id, people } of media) {
    const named = namedOn.get(id)
    const isSaid = people === 'nobody' || people === 'others'
    const owner = named ? (named.size === 1 ? [...named][0] : null) : isSaid ? identity_id : null
    if (owner === leaverId) leaver.push(id)
    else if (owner === null || owner === undefined) both.push(id)
  }
  return { leaver, both }
}

/**
 * After a request is withdrawn: avatars and banners chosen meanwhile show their photos of both.
 * Returns these places.
 */
export const showWaitingPictures = async (
  trx: Conn,
  partingId: string,
): Promise<PictureChange[]> => {
  const rows = await trx
    .selectFrom('media_places as mp')
    .innerJoin('partings as pt', 'pt.account_id', 'mp.account_id')
    .where('pt.id', '=', partingId)
    .select('mp.media_id')
    .distinct()
    .execute()
  const ids = rows.map((r) => r.media_id)
  const waiting = await mediaAwaitingAgreement(trx, ids)
  const places: PictureChange[] = []
  for (const id of ids) if (!waiting.has(id)) places.push(...(await showAgreedPicture(trx, id)))
  return places
}

/**
 * Adds copies of these photos for a second account, before the transaction that records them. Files
 * of a division that fails are removed as files that no photo refers to.
 */
export const copyPhotoFiles = async (
  ctx: Pick<Ctx, 'db' | 'storage'>,
  mediaIds: readonly string[],
  copies: Copies,
): Promise<void> => {
  for (const mediaId of mediaIds.filter((id) => !copies.has(id))) {
    copies.set(mediaId, null)
    const row = await ctx.db
      .selectFrom('media')
      .where('id', '=', mediaId)
      .select(['storage_key', 'thumbnail_key'])
      .executeTakeFirst()
    const full = row && (await readWhole(ctx.storage, row.storage_key))
    const thumbnail = row && (await readWhole(ctx.storage, row.thumbnail_key))
    if (!full || !thumbnail) continue
    const id = newId()
    const folder = `${id.slice(-2)}/${id.slice(-4, -2)}`
    const copy = { id, storage_key: `${folder}/${id}-full`, thumbnail_key: `${folder}/${id}-thumb` }
    await ctx.storage.put(copy.storage_key, full, 'image/jpeg')
    await ctx.storage.put(copy.thumbnail_key, thumbnail, 'image/jpeg')
    copies.set(mediaId, copy)
  }
}
