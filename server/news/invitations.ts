import { DAY_MS } from '#contract/limits'
import type { Ctx } from '../context'
import { idsOrNone } from '../db/dialect'
import { addNews, announceNews } from './service'

/** An item covers further joinings by the same account within this time, ms. */
const AGAIN_MS = DAY_MS

/**
 * Notifies a member, after the commit, that an account followed their join link: one item per
 * account. An unread or recent one is kept, so that leaving and following again cannot be used to
 * ring.
 */
export const notifyLinkFollowed = async (
  ctx: Ctx,
  { accountId, inviterId }: { accountId: string; inviterId: string },
): Promise<void> => {
  const now = ctx.now()
  const ids = await ctx.db.transaction().execute(async (trx) => {
    const former = await trx
      .selectFrom('news')
      .where('account_id', '=', inviterId)
      .where('actor_account_id', '=', accountId)
      .where('news_type', '=', 'relation_joined')
      .select(['id', 'read_at', 'created_at'])
      .execute()
    if (former.some((item) => item.read_at === null || item.created_at > now - AGAIN_MS)) return []
    await trx
      .deleteFrom('news')
      .where('id', 'in', idsOrNone(former.map((item) => item.id)))
      .execute()
    const item = { accountId: inviterId, actorAccountId: accountId, eventId: null, payload: {} }
    return addNews(trx, [{ ...item, type: 'relation_joined' }], now)
  })
  await announceNews(ctx, ids)
}
