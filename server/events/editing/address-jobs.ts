import type { Ctx } from '../../context'
import { forEachDueRow } from '../../each-due'
import { withdrawNews } from '../../news/service'
import { lockEvent } from '../queries'
import { eventTransaction } from '../turns'
import { addressErasedAt } from './address-end'
import { announceEventChange } from './changes'
import { NO_ADDRESS } from './fields'
import { revealUnderLock } from './location'

/** Reveals addresses whose hour has come. */
export const revealDueAddresses = async (ctx: Ctx): Promise<void> => {
  const due = await ctx.db
    .selectFrom('events')
    .where('reveal_at', '<=', ctx.now())
    .where('status', '=', 'published')
    .where('address', 'is not', null)
    .select('id')
    .execute()
  await forEachDueRow(ctx, due, async ({ id }) => {
    const news = await eventTransaction(ctx, id, async (trx) => {
      const now = ctx.now()
      const event = await lockEvent(trx, id, now)
      // hidden, moved or unpublished meanwhile
      if (!event || event.reveal_at === null || event.reveal_at > now) return null
      if (event.status !== 'published' || event.address === null) return null
      return revealUnderLock(trx, event, event.creator_account_id, now)
    })
    if (news === null) return
    await announceEventChange(ctx, id, news)
  })
}

/** Erases addresses some hours after the end, with who has opened them and the news about them. */
export const eraseAddresses = async (ctx: Ctx): Promise<void> => {
  const ended = await ctx.db
    .selectFrom('events')
    .where('address', 'is not', null)
    .where('address_hours', 'is not', null)
    .where((eb) => eb(eb.fn.coalesce('end_at', 'start_at'), '<=', ctx.now()))
    .selectAll()
    .execute()
  const due = ended.filter((e) => (addressErasedAt(e) ?? Infinity) <= ctx.now())
  await forEachDueRow(ctx, due, async ({ id }) => {
    const news = await eventTransaction(ctx, id, async (trx) => {
      const now = ctx.now()
      const event = await lockEvent(trx, id, now)
      if (!event || (addressErasedAt(event) ?? Infinity) > now) return null
      await trx
        .updateTable('events')
        .set({ ...NO_ADDRESS, updated_at: now })
        .where('id', '=', id)
        .execute()
      await trx.deleteFrom('event_address_views').where('event_id', '=', id).execute()
      return withdrawNews(trx, id, 'location_revealed', now)
    })
    if (news === null) return
    await announceEventChange(ctx, id, news)
  })
}
