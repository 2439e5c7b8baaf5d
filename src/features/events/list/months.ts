import type { EventItem } from '#contract/events/events'
import { monthOf } from '../../../lib/event-dates'

export interface Month {
  readonly month: string
  readonly events: readonly EventItem[]
}
/** Groups by month, in the given order. */
export const groupEventsByMonth = (events: readonly EventItem[]): Month[] => {
  const groups: { month: string; events: EventItem[] }[] = []
  for (const event of events) {
    const month = monthOf(event.start_date)
    const group = groups.at(-1)
    if (group?.month === month) group.events.push(event)
    else groups.push({ month, events: [event] })
  }
  return groups
}
const before = (a: EventItem, b: EventItem): number => a.start_date.localeCompare(b.start_date)
/** Upcoming events, soonest first, and past events, latest first. */
export const splitUpcomingAndPast = (
  events: readonly EventItem[],
): { coming: EventItem[]; past: EventItem[] } => ({
  coming: events.filter((e) => !e.is_ended).sort(before),
  past: events.filter((e) => e.is_ended).sort((a, b) => before(b, a)),
})
