import { DAY_MS, HOUR_MS } from '#contract/limits'
import { isEnded } from '../../access/events'
import type { Ctx } from '../../context'
import { iso } from '../../iso'
import type { Conn } from '../../db/dialect'
import { addNews, announceNews, hasNews } from '../../news/service'
import { forEachDueRow } from '../../each-due'
import { announceEventChange, announceParticipations, changeParticipations } from './changes'
import { offerFreePlaces } from '../participation/participation'
import { nextWaitingWithRoom } from '../participation/places'
import { newsFor } from '../participation/organizer-news'
import { confirmedIds, lockEvent, insertReminderOnce, type EventRow } from '../queries'
import { eventTransaction } from '../turns'

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
    await forEachDueRow(ctx, due, async (event) => {
      const ids = await ctx.db.transaction().execute(async (trx) => {
        if (!(await insertReminderOnce(trx, event, kind, now))) return []
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
  await forEachDueRow(ctx, events, async ({ id: event_id }) => {
    const done = await changeParticipations(ctx, event_id, async (trx) => {
      const event: EventRow | null = await lockEvent(trx, event_id, now)
      if (!event) return { changes: [], news: [] }
      const gone = await trx
        .updateTable('event_participants')
        // who could not answer, as the event was a draft, keeps their rank
        .set({ offer_until: null, ...(event.status === 'published' ? { status_at: now } : {}) })
        .where('event_id', '=', event_id)
        .where('status', '=', 'waitlist')
        .where('offer_until', '<=', now)
        .returningAll()
        .execute()
      // the offer expires with the event: nothing to notify or to offer
      if (isEnded(event, now)) return { changes: [], news: [] }
      return {
        changes: gone.map((row) => ({ event, row, previous: row.status })),
        news: await offerFreePlaces(trx, event_id, now, { freed: gone[0]?.kind }),
      }
    })
    await announceParticipations(ctx, event_id, done)
  })
}

/** Whether a place is free for somebody who waits, and neither offered nor known to the organizers. */
const isLeft = async (db: Conn, event: EventRow, now: number): Promise<boolean> =>
  (await nextWaitingWithRoom(db, event, now)) !== undefined &&
  (event.auto_offer === 1 || !(await hasNews(db, event.id, 'waitlist_free')))

/**
 * Offers what was free while all accounts of the waiting list were hidden, as during a suspension:
 * an account that is shown again was passed over.
 */
export const offerMissedPlaces = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const events = await ctx.db
    .selectFrom('events as e')
    .where('e.status', '=', 'published')
    .where('e.start_at', '>', now)
    .where('e.id', 'in', (eb) =>
      eb.selectFrom('event_participants').where('status', '=', 'waitlist').select('event_id'),
    )
    .selectAll('e')
    .execute()
  await forEachDueRow(ctx, events, async (event) => {
    // most minutes there is nothing to do: decided again under the lock
    if (!(await isLeft(ctx.db, event, now))) return
    const news = await eventTransaction(ctx, event.id, async (trx) => {
      const held = await lockEvent(trx, event.id, now)
      return held && (await isLeft(trx, held, now)) ? offerFreePlaces(trx, event.id, now) : []
    })
    // none: others have taken it meanwhile
    if (news.length > 0) await announceEventChange(ctx, event.id, news)
  })
}
