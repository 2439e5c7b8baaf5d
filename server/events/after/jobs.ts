import { DAY_MS, HOUR_MS } from '#contract/limits'
import { AFTER_DAYS } from '#contract/events/after'
import type { Ctx } from '../../context'
import { addNews, announceNews } from '../../news/service'
import { forEachDueRow } from '../../each-due'
import { newsFor } from '../participation/organizer-news'
import { eventsEndedBefore, insertReminderOnce, type EventRow } from '../queries'
import { attendedAccountIds } from './people'
import { afterOpensAt, OPENS_WITHIN } from './window'

/** Events whose morning is longer ago are skipped: the server was off. */
const LATE_MS = 12 * HOUR_MS

const ask = (ctx: Ctx, event: EventRow, now: number): Promise<readonly string[]> =>
  ctx.db.transaction().execute(async (trx) =>
    (await insertReminderOnce(trx, event, 'after', now))
      ? addNews(
          trx,
          (await attendedAccountIds(trx, event.id)).map((id) =>
            newsFor(event, 'event_after', id, null),
          ),
          now,
        )
      : [],
  )

/** The morning after: «Bien rentrés ?», once to all guests who were there. */
export const announceAfter = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const ended = await ctx.db
    .selectFrom('events')
    .where('status', '=', 'published')
    .where((eb) => eb(eb.fn.coalesce('end_at', 'start_at'), '<=', now - OPENS_WITHIN.least))
    .where((eb) => eb(eb.fn.coalesce('end_at', 'start_at'), '>', now - OPENS_WITHIN.most - LATE_MS))
    .selectAll()
    .execute()
  const due = ended.filter((e) => afterOpensAt(e) <= now && now < afterOpensAt(e) + LATE_MS)
  await forEachDueRow(ctx, due, async (event) => announceNews(ctx, await ask(ctx, event, now)))
}

/** Deletes answers and choices once their page has closed. */
export const deleteExpiredAfter = async (ctx: Ctx): Promise<void> => {
  const limit = ctx.now() - OPENS_WITHIN.most - AFTER_DAYS * DAY_MS
  for (const table of ['event_returns', 'event_impressions', 'event_reunions'] as const)
    await ctx.db
      .deleteFrom(table)
      .where('event_id', 'in', eventsEndedBefore(ctx.db, limit))
      .execute()
}
