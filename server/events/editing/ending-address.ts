import type { listAddressViews } from '#contract/events/address'
import type { Reply } from '#contract/route'
import { mayKnowAddress, readEvent, requireOrganizer } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { fail } from '../../fail'
import { withdrawNews } from '../../news/service'
import { presentAccounts } from '../../profile/service'
import { iso } from '../../iso'
import { forEachDueRow } from '../../each-due'
import { lockEvent } from '../queries'
import { eventTransaction } from '../turns'
import { addressErasedAt, addressViewsFor } from './address-end'
import { announceChanged } from './changes'
import { NO_ADDRESS } from './fields'
import { revealUnderLock } from './location'

/**
 * Records the first time that a participant opens the address. The app calls it when it shows the
 * address, since the copy for offline use is fetched before it is seen.
 */
export const recordAddressView = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  const role = await readEvent(ctx.db, viewer, id)
  if (role.event.address === null || !mayKnowAddress(role)) fail('forbidden')
  if (role.isOrganizer || !role.participant) return
  await ctx.db
    .insertInto('event_address_views')
    .values({ event_id: role.event.id, account_id: viewer.accountId, first_at: ctx.now() })
    .onConflict((c) => c.doNothing())
    .execute()
}

export const readAddressViews = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<Reply<typeof listAddressViews>> => {
  const { event } = await requireOrganizer(ctx.db, viewer, id)
  const rows = await addressViewsFor(ctx.db, event.id, viewer.accountId)
    .select(['p.id', 'v.account_id', 'v.first_at'])
    .orderBy('v.first_at', 'desc')
    .execute()
  const accounts = await presentAccounts(
    ctx,
    viewer,
    rows.map((r) => r.account_id),
  )
  return {
    views: rows.map((r) => ({
      participant_id: r.id,
      account_handle: accounts.get(r.account_id)?.account_handle ?? '',
      at: iso(r.first_at),
    })),
  }
}

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
    await announceChanged(ctx, id, news)
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
    await announceChanged(ctx, id, news)
  })
}
