import type { Ctx } from '../../context'
import { deleteUnusedMedia } from '../../media/service'

/**
 * Deletes banners that their event no longer shows or will show, unless they are used elsewhere; any
 * organizer's.
 */
export const deleteOldBanners = async (
  ctx: Ctx,
  mediaIds: readonly (string | null)[],
): Promise<void> => {
  const ids = mediaIds.filter((id) => id !== null)
  if (ids.length === 0) return
  const banners = await ctx.db
    .selectFrom('media')
    .where('id', 'in', ids)
    .select(['id', 'account_id'])
    .execute()
  for (const { id, account_id } of banners) await deleteUnusedMedia(ctx, account_id, [id])
}
