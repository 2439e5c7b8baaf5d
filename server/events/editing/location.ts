import type { Event } from '#contract/events/events'
import { requireOrganizer } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { addNews, withdrawNews } from '../../news/service'
import { announceEventChange } from './changes'
import { newsFor } from '../participation/organizer-news'
import { presentCurrent } from '../present'
import { lockEvent, type EventRow } from '../queries'

/** Reveals the address of a locked event; the hour that was set for it has passed or is moot. */
export const revealUnderLock = async (
  trx: Conn,
  event: EventRow,
  organizerId: string,
  now: number,
): Promise<readonly string[]> => {
  await trx
    .updateTable('events')
    .set({ address_revealed: 1, reveal_at: null, updated_at: now })
    .where('id', '=', event.id)
    .execute()
  if (event.address_revealed === 1) return []
  const confirmed = await trx
    .selectFrom('event_participants')
    .where('event_id', '=', event.id)
    .where('status', '=', 'accepted')
    .where('account_id', '!=', organizerId)
    .select('account_id')
    .execute()
  return addNews(
    trx,
    confirmed.map((p) => newsFor(event, 'location_revealed', p.account_id, organizerId)),
    now,
  )
}

/**
 * Reveals the precise address to confirmed participants, with one news item each. Idempotent. Fails
 * with `address_unpublished`, `address_missing`.
 */
export const revealAddress = async (ctx: Ctx, viewer: Viewer, id: string): Promise<Event> => {
  const { event: known } = await requireOrganizer(ctx.db, viewer, id)
  const now = ctx.now()
  const news = await ctx.db.transaction().execute(async (trx) => {
    const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
    if (event.status !== 'published') fail('address_unpublished')
    if (event.address === null) fail('address_missing')
    if (event.address_revealed === 1) return []
    return revealUnderLock(trx, event, viewer.accountId, now)
  })
  await announceEventChange(ctx, known.id, news)
  return presentCurrent(ctx, viewer, known)
}

/**
 * Hides the address from all, whether public or revealed, and withdraws the news items about it.
 * Idempotent.
 */
export const hideAddress = async (ctx: Ctx, viewer: Viewer, id: string): Promise<Event> => {
  const { event: known } = await requireOrganizer(ctx.db, viewer, id)
  const now = ctx.now()
  const news = await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('events')
      .set({ address_revealed: 0, address_public: 0, reveal_at: null, updated_at: now })
      .where('id', '=', known.id)
      .execute()
    return withdrawNews(trx, known.id, 'location_revealed', now)
  })
  await announceEventChange(ctx, known.id, news)
  return presentCurrent(ctx, viewer, known)
}
