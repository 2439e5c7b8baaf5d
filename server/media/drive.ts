import type { listDrive } from '#contract/albums/albums'
import type { Reply } from '#contract/route'
import { countRows } from '../db/count'
import { lockPhotos } from '../access/agreements'
import { isNotBrief, requireOwnMedia } from '../access/media'
import { retryOnDeadlock } from '../db/dialect'
import type { Ctx, Viewer } from '../context'
import { iso } from '../iso'
import { destroyPhoto } from './removal'
import { removeFiles } from './service'
import { peopleByPhoto } from './subjects'
import { mediaUses } from './uses'

type Page = Reply<typeof listDrive>

/** The viewer's photos, newest first. */
export const listOwnMedia = async (
  ctx: Ctx,
  viewer: Viewer,
  limit: number,
  before: string | undefined,
): Promise<Page> => {
  const own = ctx.db
    .selectFrom('media')
    .where('account_id', '=', viewer.accountId)
    .where(isNotBrief)
  const last = before
    ? await own.where('id', '=', before).select(['created_at', 'id']).executeTakeFirst()
    : undefined
  const after = last
    ? own.where((eb) =>
        eb.or([
          eb('created_at', '<', last.created_at),
          eb.and([eb('created_at', '=', last.created_at), eb('id', '<', last.id)]),
        ]),
      )
    : before
      ? // deleted since: ids begin with their time
        own.where('id', '<', before)
      : own
  const rows = await after
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const total = await countRows(own)
  const page = rows.slice(0, limit)
  const uses = await mediaUses(
    ctx.db,
    page.map((r) => r.id),
  )
  const people = await peopleByPhoto(ctx.db, page)
  return {
    media: page.map((r, position) => ({
      id: r.id,
      url: `/api/media/${r.id}/url`,
      thumbnailUrl: `/api/media/${r.id}/thumbnail`,
      position,
      addedAt: iso(r.created_at),
      filename: r.filename,
      mimeType: r.mime_type,
      fileSize: r.file_size,
      width: r.width,
      height: r.height,
      blurhash: r.blurhash,
      uses: [...(uses.get(r.id) ?? [])],
      ...(people.has(r.id) ? { people: people.get(r.id) } : {}),
    })),
    total,
    hasMore: rows.length > limit,
  }
}

/**
 * Deletes one of the viewer's photos everywhere: albums, profile, avatar, messages. Photo counts of
 * conversations shrink; a message without other content is deleted too.
 */
export const deleteOwnMedia = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  // what shows it on a profile locks the account before the photo
  const { messageIds, rows } = await retryOnDeadlock(() =>
    ctx.db.transaction().execute(async (trx) => {
      // locked before it is checked: a parting may move it to another account at the same moment
      await lockPhotos(trx, [id])
      await requireOwnMedia(trx, viewer, [id], 'own')
      return destroyPhoto(trx, id, ctx.now())
    }),
  )
  if (messageIds.length > 0) ctx.bus.emit('photo.destroyed', { messageIds })
  await removeFiles(ctx, rows)
}
