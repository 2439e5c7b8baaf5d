import { requireCreator } from '../../access/events'
import type { AfterCommit, Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { addNews, announceNews } from '../../news/service'
import { announceEventDeletion, keepEventCreator } from '../../messaging/service'
import { newsFor } from '../participation/organizer-news'
import { lockEventRow, type EventRow } from '../queries'
import { eventTransaction } from '../turns'
import { announceStored } from '../../announce-stored'
import { eventAudience, publishEventChanged } from './changes'
import { deleteOldBanners } from './old-banner'

/** An event that is being removed, and the notifications to its participants after the commit. */
interface Removal {
  readonly event: EventRow
  readonly audience: readonly string[]
  readonly news: readonly string[]
  readonly banners: readonly (string | null)[]
  readonly publish: AfterCommit
}
/**
 * Deletes the event in the caller's transaction, except its conversations, which stay readable.
 * Participants are notified with its title; `by`: null when the staff removes it.
 */
export const deleteEventRows = async (
  ctx: Ctx,
  trx: Conn,
  event: EventRow,
  by: string | null,
): Promise<Removal> => {
  const now = ctx.now()
  const audience = await eventAudience({ db: trx }, event.id)
  const people =
    event.status === 'draft'
      ? []
      : await trx
          .selectFrom('event_participants')
          .where('event_id', '=', event.id)
          .where('status', 'in', ['accepted', 'pending_approval', 'waitlist'])
          .where('account_id', '!=', event.creator_account_id)
          .select('account_id')
          .execute()
  const news = await addNews(
    trx,
    people.map((p) => ({
      ...newsFor(event, 'event_deleted', p.account_id, by),
      eventId: null,
      eventCreatorId: event.creator_account_id,
    })),
    now,
  )
  const publish = await announceEventDeletion(ctx, trx, event.id)
  await keepEventCreator(trx, event.id, event.creator_account_id)
  await trx.deleteFrom('news').where('event_id', '=', event.id).execute()
  const waiting = await trx
    .deleteFrom('media_places')
    .where('kind', '=', 'event')
    .where('target_id', '=', event.id)
    .returning('media_id')
    .execute()
  await trx.deleteFrom('events').where('id', '=', event.id).execute()
  const banners = [event.banner_media_id, ...waiting.map((w) => w.media_id)]
  return { event, audience, news, banners, publish }
}
export const announceRemoval = async (
  ctx: Ctx,
  { event, audience, news, banners, publish }: Removal,
): Promise<void> => {
  await publish()
  await announceStored(ctx, 'removal of an event', async () => {
    await deleteOldBanners(ctx, banners)
    publishEventChanged(ctx, event.id, audience)
    await announceNews(ctx, news)
  })
}
/** Returns false when the event is gone already. */
export const removeEventOf = async (ctx: Ctx, by: string, id: string): Promise<boolean> => {
  // the event first, as all others lock it: rows of guests who answer meanwhile come after it
  const removal = await eventTransaction(ctx, id, async (trx) => {
    const event = await lockEventRow(trx, id)
    return event ? deleteEventRows(ctx, trx, event, by) : null
  })
  if (removal) await announceRemoval(ctx, removal)
  return removal !== null
}
export const removeEvent = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  const { event } = await requireCreator(ctx.db, viewer, id)
  if (!(await removeEventOf(ctx, viewer.accountId, event.id))) fail('not_found')
}
