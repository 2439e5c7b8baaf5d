import { HOUR_MS } from '#contract/limits'
import { countOpenAlbumsOf } from '../access/albums'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import { markRemoved } from './replace'
import { addNews, announceNews } from './service'
import { remindersOf, shareOf } from './share-ends'

/** An item covers what is shared again within this time, ms. */
const SHARED_AGAIN_MS = HOUR_MS
const sharesOf = (trx: Conn, ownerId: string, readerId: string) =>
  trx
    .selectFrom('news')
    .where('account_id', '=', readerId)
    .where('actor_account_id', '=', ownerId)
    .where('news_type', '=', 'album_shared')
/**
 * Notifies a member, after the commit, that private albums were opened to them (`before`: how many
 * were open): one item per owner, which says how many are open when it is read, and is hidden while
 * none is. An unread or recent one is kept.
 */
export const notifyAlbumsOpened = async (
  ctx: Ctx,
  { ownerId, readerId, before }: { ownerId: string; readerId: string; before: number },
): Promise<void> => {
  const now = ctx.now()
  if ((await countOpenAlbumsOf(ctx.db, ownerId, readerId, now)) <= before) return
  const ids = await ctx.db.transaction().execute(async (trx) => {
    const recent = await sharesOf(trx, ownerId, readerId)
      .where((eb) =>
        eb.or([eb('read_at', 'is', null), eb('created_at', '>', now - SHARED_AGAIN_MS)]),
      )
      .select('id')
      .executeTakeFirst()
    if (recent) return []
    const former = await sharesOf(trx, ownerId, readerId).select('id').execute()
    if (former.length > 0)
      await trx
        .deleteFrom('news')
        .where(
          'id',
          'in',
          former.map((f) => f.id),
        )
        .execute()
    const item = { accountId: readerId, actorAccountId: ownerId, eventId: null, payload: {} }
    return addNews(trx, [{ ...item, type: 'album_shared' }], now)
  })
  await announceNews(ctx, ids)
}

/** Removes the reminders of shares that are no longer stored. */
export const withdrawEndedShares = async (ctx: Ctx, ownerId: string): Promise<void> => {
  const ids = await ctx.db.transaction().execute(async (trx) => {
    const rows = await remindersOf(trx, ownerId)
    if (rows.length === 0) return []
    const stored = await trx
      .selectFrom('album_shares')
      .where(
        'id',
        'in',
        rows.map((r) => shareOf(r.payload)),
      )
      .select('id')
      .execute()
    const isStored = new Set(stored.map((share) => share.id))
    return markRemoved(
      trx,
      rows.filter((r) => !isStored.has(shareOf(r.payload))),
      ctx.now(),
    )
  })
  await announceNews(ctx, ids)
}
