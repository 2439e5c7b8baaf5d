import { PARTING_PHOTOS_PAGE, type PartingPhoto } from '#contract/profile/parting'
import { isNotBrief } from '../access/media'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { newId } from '../tokens'
import { readWhole } from '../media/service'

/** Photos of a couple by owner. */
export interface Shares {
  readonly leaver: readonly string[]
  readonly both: readonly string[]
}

/**
 * Divides the photos of an account by the only person named on them, or by the uploader where neither
 * of the two is on them. Every other photo counts as one of both, those without a name too.
 */
export const divide = async (db: Conn, accountId: string, leaverId: string): Promise<Shares> => {
  const media = await db
    .selectFrom('media')
    .where('account_id', '=', accountId)
    .where(isNotBrief('media.id'))
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

/** Photos of both, newest first, with the choice of one person. */
export const pageOfBoth = async (
  db: Conn,
  parting: Row<'partings'>,
  actorId: string,
  before: string | undefined,
): Promise<{ photos: PartingPhoto[]; has_more: boolean }> => {
  const { both } = await divide(db, parting.account_id, parting.identity_id)
  // ids grow with time
  const left = both
    .filter((id) => before === undefined || id < before)
    .sort()
    .reverse()
  const page = left.slice(0, PARTING_PHOTOS_PAGE)
  if (page.length === 0) return { photos: [], has_more: false }
  const rows = await db
    .selectFrom('media')
    .where('id', 'in', page)
    .select(['id', 'width', 'height', 'blurhash'])
    .orderBy('id', 'desc')
    .execute()
  const kept = new Set(
    (
      await db
        .selectFrom('parting_choices')
        .where('parting_id', '=', parting.id)
        .where('identity_id', '=', actorId)
        .where('kind', '=', 'photo')
        .select('target_id')
        .execute()
    ).map((c) => c.target_id),
  )
  return {
    photos: rows.map((r) => ({
      ...r,
      url: `/api/media/${r.id}/url`,
      thumbnail_url: `/api/media/${r.id}/thumbnail`,
      kept: kept.has(r.id),
    })),
    has_more: left.length > page.length,
  }
}

/** Photos of both that both would keep. */
export const keptByBoth = async (db: Conn, parting: Row<'partings'>): Promise<string[]> => {
  const rows = await db
    .selectFrom('parting_choices')
    .where('parting_id', '=', parting.id)
    .where('kind', '=', 'photo')
    .select(['target_id', 'identity_id'])
    .execute()
  const wishes = new Map<string, Set<string>>()
  for (const r of rows)
    wishes.set(r.target_id, (wishes.get(r.target_id) ?? new Set()).add(r.identity_id))
  return [...wishes].flatMap(([id, who]) => (who.size > 1 ? [id] : []))
}

/**
 * Copies the files of these photos for a second account, before the transaction that records them.
 * Files of a division that fails are removed as files that no photo refers to.
 */
export const copyFiles = async (
  ctx: Pick<Ctx, 'db' | 'storage'>,
  mediaIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<Row<'media'>, 'id' | 'storage_key' | 'thumbnail_key'>>> => {
  const copies = new Map<string, Pick<Row<'media'>, 'id' | 'storage_key' | 'thumbnail_key'>>()
  for (const mediaId of mediaIds) {
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
  return copies
}
