import type { Event } from '#contract/events/events'
import type { NewsType } from '#contract/news'
import { requireUnrestricted } from '../../access/sanctions'
import { isEnded, requireCreator, requireOrganizer } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { addNews, announceNews, withdrawNews } from '../../news/service'
import { pauseConversations } from '../conversations/conversations'
import { newsFor } from '../participation/organizer-news'
import { offerFreePlaces } from '../participation/participation'
import { presentCurrent } from '../present'
import { lockEvent, type EventRow } from '../queries'
import { announceStored } from '../../announce-stored'
import { eventAudience, publishEventChanged } from './changes'
import { eventTransaction } from '../turns'

/** Accounts that have a news item about their invitation; the others get it at publication. */
const alreadyInvited = async (trx: Conn, eventId: string): Promise<ReadonlySet<string>> => {
  return new Set(
    (
      await trx
        .selectFrom('news')
        .where('event_id', '=', eventId)
        .where('news_type', '=', 'event_invited')
        .where('deleted_at', 'is', null)
        .select('account_id')
        .execute()
    ).map((n) => n.account_id),
  )
}

/** Sends the new status to current participants. */
const publishStatus = async (
  ctx: Ctx,
  event: EventRow,
  status: 'draft' | 'published',
  audience: readonly string[],
): Promise<void> => {
  // the title only goes to current participants: not to those who declined, were removed or left
  // through a block
  const out = new Set(
    (
      await ctx.db
        .selectFrom('event_participants')
        .where('event_id', '=', event.id)
        .where('status', 'in', ['declined', 'cancelled'])
        .where('is_co_organizer', '=', 0)
        .select('account_id')
        .execute()
    ).map((p) => p.account_id),
  )
  for (const accountId of audience.filter((a) => !out.has(a)))
    ctx.realtime.publish(
      'account.event.status.updated',
      {
        accountId,
        eventId: event.id,
        eventTitle: event.title,
        previousStatus: event.status,
        newStatus: status,
      },
      { accounts: [accountId] },
    )
}

/** Publishes, or reverts to a draft. Idempotent. Fails with `event_ended`. */
export const setPublicationStatus = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  status: 'draft' | 'published',
): Promise<Event> => {
  const { event: known } = await requireOrganizer(ctx.db, viewer, id)
  const now = ctx.now()
  if (status === 'published') await requireUnrestricted(ctx.db, viewer, 'events', now)
  const done = await eventTransaction(ctx, known.id, async (trx) => {
    const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
    if (event.status === status) return null
    if (isEnded(event, now)) fail('event_ended')
    await trx
      .updateTable('events')
      .set({ status, updated_at: now, revision: event.revision + 1 })
      .where('id', '=', event.id)
      .execute()
    const people = await trx
      .selectFrom('event_participants')
      .where('event_id', '=', event.id)
      .where('status', 'not in', ['declined', 'cancelled'])
      .where('account_id', '!=', viewer.accountId)
      .select(['account_id', 'status'])
      .execute()
    const type: NewsType = status === 'published' ? 'event_published' : 'event_unpublished'
    const invited = await alreadyInvited(trx, event.id)
    const items = await addNews(
      trx,
      people.map((p) =>
        newsFor(
          event,
          status === 'published' && p.status === 'invited' && !invited.has(p.account_id)
            ? 'event_invited'
            : type,
          p.account_id,
          viewer.accountId,
        ),
      ),
      now,
    )
    // places freed while it was a draft have not been offered yet
    const news = [...items, ...(await offerFreePlaces(trx, event.id, now))]
    return { news, publish: await pauseConversations(ctx, trx, { id: event.id, status }) }
  })
  if (done) {
    await done.publish()
    await announceStored(ctx, 'status of an event', async () => {
      const all = await eventAudience(ctx, known.id)
      await publishStatus(ctx, known, status, all)
      publishEventChanged(ctx, known.id, all)
      await announceNews(ctx, done.news)
    })
  }
  return presentCurrent(ctx, viewer, known)
}

/**
 * «Annulée»: stays readable, closed to new participants, and the address is hidden from all. Fails
 * with `event_ended`.
 */
export const cancelOwnEvent = async (ctx: Ctx, viewer: Viewer, id: string): Promise<Event> => {
  const { event: known } = await requireCreator(ctx.db, viewer, id)
  const now = ctx.now()
  const news = await eventTransaction(ctx, known.id, async (trx) => {
    const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
    if (event.status === 'cancelled') return []
    if (event.status !== 'published') fail('conflict')
    // it took place: participants would be notified of the opposite
    if (isEnded(event, now)) fail('event_ended')
    await trx
      .updateTable('events')
      .set({
        status: 'cancelled',
        address_public: 0,
        address_revealed: 0,
        reveal_at: null,
        updated_at: now,
        revision: event.revision + 1,
      })
      .where('id', '=', event.id)
      .execute()
    const people = await trx
      .selectFrom('event_participants')
      .where('event_id', '=', event.id)
      .where('status', 'in', ['accepted', 'pending_approval', 'waitlist', 'invited'])
      .where('account_id', '!=', viewer.accountId)
      .select('account_id')
      .execute()
    const items = await addNews(
      trx,
      people.map((p) => newsFor(event, 'event_cancelled', p.account_id, viewer.accountId)),
      now,
    )
    return [...(await withdrawNews(trx, event.id, 'location_revealed', now)), ...items]
  })
  await announceStored(ctx, 'status of an event', async () => {
    publishEventChanged(ctx, known.id, await eventAudience(ctx, known.id))
    await announceNews(ctx, news)
  })
  return presentCurrent(ctx, viewer, known)
}
