import type { listAddressViews } from '#contract/events/address'
import type { Reply } from '#contract/route'
import { notSeparated } from '../../access/blocks'
import { mayKnowAddress, readEvent, requireOrganizer } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { iso } from '../../iso'
import { presentAccounts } from '../../profile/service'

/** Views of participants that this organizer may see. */
export const addressViewsFor = (db: Conn, eventId: string, organizerId: string) =>
  db
    .selectFrom('event_address_views as v')
    .innerJoin('event_participants as p', (j) =>
      j.onRef('p.event_id', '=', 'v.event_id').onRef('p.account_id', '=', 'v.account_id'),
    )
    .innerJoin('accounts as a', 'a.id', 'v.account_id')
    .where('v.event_id', '=', eventId)
    .where('a.deleted_at', 'is', null)
    .where(notSeparated('v.account_id', organizerId))

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
