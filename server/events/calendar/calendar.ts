import { isAccountOfAge } from '../../plugins/age'
import { separatedAccounts } from '../../access/blocks'
import { mayKnowAddress, readEvent } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { fail } from '../../fail'
import { hashSecret, newSecret } from '../../tokens'
import { calendarText, type CalendarEntry } from './ics'
import { placeOfEvent } from '../present-cards'
import type { EventRow } from '../queries'
import { calendarEventsOf } from './queries'

const NEUTRAL = 'Rendez-vous'
const host = (ctx: Ctx): string => new URL(ctx.env.publicUrl).host

/** Title and town, or neither in discreet mode; `exportEventIcs` adds the address. */
const entry = (
  ctx: Ctx,
  event: EventRow,
  discreet: boolean,
  address: string | null,
): CalendarEntry => ({
  event,
  title: discreet ? NEUTRAL : event.title,
  place: discreet ? '' : (address ?? placeOfEvent(event)?.city ?? ''),
  url: discreet ? null : `${ctx.env.publicUrl}/events/${event.id}`,
})

/**
 * One event for the viewer's calendar, with the precise address where the viewer may know it and it
 * stays: one that is erased after the event would outlive it in the file.
 */
export const exportEventIcs = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  discreet: boolean,
): Promise<string> => {
  const role = await readEvent(ctx.db, viewer, id)
  return calendarText(
    [
      entry(
        ctx,
        role.event,
        discreet,
        mayKnowAddress(role) && role.event.address_hours === null ? role.event.address : null,
      ),
    ],
    {
      name: discreet ? NEUTRAL : ctx.env.APP_NAME,
      host: discreet ? 'calendrier' : host(ctx),
      now: ctx.now(),
    },
  )
}

/**
 * Creates the private address of the viewer's calendar feed and revokes the previous one. Only this
 * reply contains it.
 */
export const createFeed = async (ctx: Ctx, viewer: Viewer, discreet: boolean): Promise<string> => {
  const secret = newSecret()
  const row = {
    token_hash: hashSecret(secret),
    discreet: discreet ? (1 as const) : (0 as const),
    created_at: ctx.now(),
  }
  await ctx.db
    .insertInto('calendar_feeds')
    .values({ account_id: viewer.accountId, ...row })
    .onConflict((c) => c.column('account_id').doUpdateSet(row))
    .execute()
  return `${ctx.env.publicUrl}/api/calendar/${secret}`
}
/** The address itself is stored as a hash: it cannot be shown again. */
export const readFeed = async (
  ctx: Ctx,
  viewer: Viewer,
): Promise<{ feed: { discreet: boolean } | null }> => {
  const row = await ctx.db
    .selectFrom('calendar_feeds')
    .where('account_id', '=', viewer.accountId)
    .select('discreet')
    .executeTakeFirst()
  return { feed: row ? { discreet: row.discreet === 1 } : null }
}
export const deleteFeed = async (ctx: Ctx, viewer: Viewer): Promise<void> => {
  await ctx.db.deleteFrom('calendar_feeds').where('account_id', '=', viewer.accountId).execute()
}

/**
 * Feed for calendar programs: events that the account organizes or is confirmed for. Never the
 * precise address: the link may be copied.
 */
export const renderCalendarFeed = async (ctx: Ctx, token: string): Promise<string> => {
  const feed = await ctx.db
    .selectFrom('calendar_feeds as f')
    .innerJoin('accounts as a', 'a.id', 'f.account_id')
    .where('f.token_hash', '=', hashSecret(token.replace(/\.ics$/, '')))
    .where('a.deleted_at', 'is', null)
    .select(['f.account_id', 'f.discreet'])
    .executeTakeFirst()
  if (!feed || !(await isAccountOfAge(ctx, feed.account_id))) return fail('not_found')
  const discreet = feed.discreet === 1
  const mine = await ctx.db
    .selectFrom('event_participants')
    .where('account_id', '=', feed.account_id)
    .where('status', '=', 'accepted')
    .select('event_id')
    .execute()
  const sure = new Set(mine.map((m) => m.event_id))
  // as in the app: the places that a block or a zone takes away go only after it
  const apart = await separatedAccounts(ctx.db, feed.account_id)
  const events = (await calendarEventsOf(ctx.db, feed.account_id, null)).filter(
    (e) => e.status !== 'draft' && sure.has(e.id) && !apart.has(e.creator_account_id),
  )
  return calendarText(
    events.map((e) => entry(ctx, e, discreet, null)),
    {
      name: discreet ? NEUTRAL : ctx.env.APP_NAME,
      host: discreet ? 'calendrier' : host(ctx),
      now: ctx.now(),
    },
  )
}
