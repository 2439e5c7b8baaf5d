import type { EventItem } from '#contract/events/events'
import { requireVisibleMember } from '../../access/accounts'
import { sharedEventsOf } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { foldText } from '../../db/dialect'
import { fail } from '../../fail'
import { presentCards } from '../present-cards'
import { calendarEventsOf, invitedEventsOf } from './queries'

/** A folded search text with `%` and `_` escaped; null matches all. */
const searchText = (q: string | undefined): string | null => {
  const text = foldText((q ?? '').replace(/[<>]/g, ''))
  return text ? text.replace(/[\\%_]/g, (c) => `\\${c}`) : null
}

/** `verified`: those of verified organizers. */
export const listInvitedEvents = async (
  ctx: Ctx,
  viewer: Viewer,
  q: string | undefined,
  verified: boolean,
): Promise<EventItem[]> =>
  presentCards(
    ctx,
    viewer,
    await invitedEventsOf(ctx.db, viewer.accountId, ctx.now(), searchText(q), verified),
  )
export const listCalendarEvents = async (
  ctx: Ctx,
  viewer: Viewer,
  q: string | undefined,
): Promise<EventItem[]> =>
  presentCards(ctx, viewer, await calendarEventsOf(ctx.db, viewer.accountId, searchText(q)))

/** The events that a member shares with the viewer; 403 when it shares none. */
export const listSharedEvents = async (
  ctx: Ctx,
  viewer: Viewer,
  ownerId: string,
): Promise<EventItem[]> => {
  await requireVisibleMember(ctx.db, viewer, ownerId)
  return presentCards(
    ctx,
    viewer,
    (await sharedEventsOf(ctx.db, viewer.accountId, ownerId, ctx.now())) ?? fail('forbidden'),
    ownerId,
  )
}
