import { HOUR_MS } from '#contract/limits'
import type { Ctx } from '../context'
import { addNews, announceNews } from './service'

/** A relation that ends and begins again within this time is not announced again, ms. */
const AGAIN_MS = HOUR_MS

/** Notifies a member, after the commit, that an account followed their join link. May be repeated. */
export const notifyLinkFollowed = async (
  ctx: Ctx,
  { accountId, inviterId }: { accountId: string; inviterId: string },
): Promise<void> => {
  const now = ctx.now()
  const ids = await ctx.db.transaction().execute(async (trx) => {
    const recent = await trx
      .selectFrom('news')
      .where('account_id', '=', inviterId)
      .where('actor_account_id', '=', accountId)
      .where('news_type', '=', 'relation_joined')
      .where('created_at', '>', now - AGAIN_MS)
      .select('id')
      .executeTakeFirst()
    if (recent) return []
    const item = { accountId: inviterId, actorAccountId: accountId, eventId: null, payload: {} }
    return addNews(trx, [{ ...item, type: 'relation_joined' }], now)
  })
  await announceNews(ctx, ids)
}
