import type { NewsType } from '#contract/news'
import { separatedAccounts } from '../access/blocks'
import type { Ctx } from '../context'
import { chunksOf, type Conn } from '../db/dialect'
import { announceStored } from '../announce-stored'
import { newId } from '../tokens'
import { activeItems, markRemoved, replaceItems, repeatedToggles, type NewNews } from './replace'
import { loadCurrent, presentNewsItem, newsWithEvent } from './present'

export type { NewNews }
export { withdrawShareEnd } from './share-ends'

/** Stores the items in the caller's transaction; call `announceNews` after the commit. */
export const addNews = async (
  trx: Conn,
  items: readonly NewNews[],
  now: number,
): Promise<readonly string[]> => {
  const { removed, toSend } = await replaceItems(trx, items, now)
  const rows = toSend.map((i) => ({
    id: newId(),
    account_id: i.accountId,
    actor_account_id: i.actorAccountId,
    event_id: i.eventId,
    news_type: i.type,
    payload: JSON.stringify(i.payload),
    created_at: now,
    read_at: null,
    deleted_at: null,
    ends_at: i.endsAt ?? null,
    event_creator_account_id: i.eventCreatorId ?? null,
  }))
  for (const some of chunksOf(rows)) await trx.insertInto('news').values(some).execute()
  return [...removed, ...rows.map((r) => r.id)]
}

/** Items that are read together. */
const AT_ONCE = 500
/**
 * Sends these items to their owners over realtime and emits them on the bus (push), except actions
 * of an account separated from the owner by a block. While the database is unavailable, the rest is
 * retried after the reply.
 */
export const announceNews = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  let left = ids
  await announceStored(ctx, 'news', async () => {
    for (; left.length > 0; left = left.slice(AT_ONCE))
      await announceSome(ctx, left.slice(0, AT_ONCE))
  })
}
/** Reads everything before it sends anything: a retry sends nothing twice. */
const announceSome = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  const rows = await newsWithEvent(ctx.db)
    .where('n.id', 'in', [...ids])
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute()
  const again = await repeatedToggles(ctx.db, rows)
  const current = await loadCurrent(ctx, rows)
  const blockedByActor = new Map<string, ReadonlySet<string>>()
  for (const actor of new Set(rows.flatMap((row) => row.actor_account_id ?? [])))
    blockedByActor.set(actor, await separatedAccounts(ctx.db, actor))
  for (const row of rows) {
    const actor = row.actor_account_id
    if (actor && blockedByActor.get(actor)?.has(row.account_id)) continue
    const item = presentNewsItem(row, current)
    ctx.realtime.publish('account.event.news.created', item, { accounts: [row.account_id] })
    if (row.deleted_at === null)
      ctx.bus.emit('news.created', {
        newsId: row.id,
        accountId: row.account_id,
        type: row.news_type,
        eventId: row.event_id,
        // a share may be taken back at once
        again: again.has(row.id) || row.news_type === 'album_shared',
      })
  }
}

/** Whether any member has such an item of the event. */
export const hasNews = async (db: Conn, eventId: string, type: NewsType): Promise<boolean> =>
  (await activeItems(db, eventId, [type]).limit(1).executeTakeFirst()) !== undefined

/**
 * Marks items that are no longer true (an address hidden again) as removed, in the caller's
 * transaction.
 */
export const withdrawNews = async (
  trx: Conn,
  eventId: string,
  type: NewsType,
  now: number,
): Promise<readonly string[]> =>
  markRemoved(trx, await activeItems(trx, eventId, [type]).execute(), now)

/** The same for one member. */
export const withdrawNewsOf = async (
  trx: Conn,
  eventId: string,
  type: NewsType,
  accountId: string,
  now: number,
): Promise<readonly string[]> =>
  markRemoved(
    trx,
    await activeItems(trx, eventId, [type]).where('account_id', '=', accountId).execute(),
    now,
  )

/** Every minute: removes ended items from open screens; lists leave them out at once. */
export const removeEndedNews = async (ctx: Ctx): Promise<void> => {
  for (;;) {
    const ids = await ctx.db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('news')
        .where('ends_at', '<=', ctx.now())
        .where('deleted_at', 'is', null)
        .select(['id', 'payload'])
        .limit(500)
        .execute()
      return markRemoved(trx, rows, ctx.now())
    })
    if (ids.length === 0) return
    await announceNews(ctx, ids)
  }
}
