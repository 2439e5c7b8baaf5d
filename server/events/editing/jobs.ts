import { DAY_MS, HOUR_MS } from '#contract/limits'
import { isEnded } from '../../access/events'
import type { Ctx } from '../../context'
import { iso } from '../../iso'
import { addNews, announceNews } from '../../news/service'
import { eachDue } from '../../each-due'
import { announceChanges } from './changes'
import { offerFreePlaces } from '../participation/participation'
import { newsFor } from '../participation/organizer-news'
import { confirmedIds, lockEvent, markReminded, type EventRow } from '../queries'

/** Sent the day before and two hours before the start. */
const REMINDERS = [
  { kind: 'day', before: DAY_MS },
  { kind: 'hours', before: 2 * HOUR_MS },
] as const
/** A reminder that would be later than this is skipped. */
const LATE_MS = 90 * 60_000

/**
 * Sends each confirmed participant each reminder once, even when several servers run this at the
 * same moment: the row is inserted first, in the same transaction.
 */
export const sendReminders = async (ctx: Ctx): Promise<number> => {
  const now = ctx.now()
  let sent = 0
  for (const { kind, before } of REMINDERS) {
    const due = await ctx.db
      .selectFrom('events')
      .where('status', '=', 'published')
      .where('start_at', '<=', now + before)
      .where('start_at', '>', now + before - LATE_MS)
      .selectAll()
      .execute()
    await eachDue(ctx, due, async (event) => {
      const ids = await ctx.db.transaction().execute(async (trx) => {
        if (!(await markReminded(trx, event, kind, now))) return []
        return addNews(
          trx,
          (await confirmedIds(trx, event.id)).map((accountId) => {
            const n = newsFor(event, 'event_reminder', accountId, null)
            return {
              ...n,
              payload: { ...n.payload, kind, startDate: iso(event.start_at) },
            }
          }),
          now,
        )
      })
      sent += ids.length
      await announceNews(ctx, ids)
    })
  }
  return sent
}

/**
 * Expires offers: the account goes to the end of the waiting list and its place is offered to the
 * next one.
 */
export const expireOffers = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const events = await ctx.db
    .selectFrom('event_participants')
    .where('offer_until', '<=', now)
    .where('status', '=', 'waitlist')
    .select('event_id as id')
    .distinct()
    .execute()
  await eachDue(ctx, events, async ({ id: event_id }) => {
    const done = await ctx.db.transaction().execute(async (trx) => {
      const event: EventRow | null = await lockEvent(trx, event_id, now)
      if (!event) return { changes: [], news: [] }
      const gone = await trx
        .updateTable('event_participants')
        .set({ offer_until: null, status_at: now })
        .where('event_id', '=', event_id)
        .where('status', '=', 'waitlist')
        .where('offer_until', '<=', now)
        .returningAll()
        .execute()
      // the offer expires with the event: nothing to notify or to offer
      if (isEnded(event, now)) return { changes: [], news: [] }
      return {
        changes: gone.map((row) => ({ event, row, previous: row.status })),
        news: await offerFreePlaces(trx, event_id, now, false, gone[0]?.kind),
      }
    })
    await announceChanges(ctx, event_id, done)
  })
}
