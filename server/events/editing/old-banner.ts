import type { Ctx } from '../../context'
import { deleteUnusedMedia } from '../../media/service'

/** Deletes a banner that its event no longer shows, unless it is used elsewhere; any organizer's. */
export const deleteOldBanner = async (ctx: Ctx, mediaId: string): Promise<void> => {
  const banner = await ctx.db
    .selectFrom('media')
    .where('id', '=', mediaId)
    .select('account_id')
    .executeTakeFirst()
  if (banner) await deleteUnusedMedia(ctx, banner.account_id, [mediaId])
}
