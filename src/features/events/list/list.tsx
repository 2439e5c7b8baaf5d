import { lazy, Suspense, useState } from 'react'
import type { EventItem } from '#contract/events/events'
import { monthOf, monthTitle } from '../../../lib/event-dates'
import { Button } from '../../../ui/forms/button'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { EventCard } from './event-card'
import styles from '../events.module.css'

const VirtualList = lazy(async () => ({ default: (await import('./virtual-list')).VirtualList }))
/** Below this number of rows, a virtual list costs more than it saves. */
const VIRTUAL_FROM = 60

export interface Month {
  readonly month: string
  readonly events: readonly EventItem[]
}
/** Groups by month, in the given order. */
export const byMonth = (events: readonly EventItem[]): Month[] => {
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
export const split = (
  events: readonly EventItem[],
): { coming: EventItem[]; past: EventItem[] } => ({
  coming: events.filter((e) => !e.is_ended).sort(before),
  past: events.filter((e) => e.is_ended).sort((a, b) => before(b, a)),
})

const Months = ({ events }: { events: readonly EventItem[] }) =>
  events.length >= VIRTUAL_FROM ? (
    <Suspense fallback={<SkeletonRows count={6} />}>
      <VirtualList months={byMonth(events)} />
    </Suspense>
  ) : (
    byMonth(events).map(({ month, events: group }) => (
      <section key={month} aria-labelledby={`month-${month}`} className={styles.month}>
        <h2 id={`month-${month}`} className={styles.monthTitle}>
          {monthTitle(month)}
        </h2>
        <ul className={styles.cards}>
          {group.map((e) => (
            <li key={e.id}>
              <EventCard event={e} />
            </li>
          ))}
        </ul>
      </section>
    ))
  )

/** Events by month: upcoming ones, and past ones on demand. */
export const EventList = ({ events }: { events: readonly EventItem[] }) => {
  const [open, setOpen] = useState(false)
  const { coming, past } = split(events)
  return (
    <div className={styles.lists}>
      {coming.length > 0 ? (
        <Months events={coming} />
      ) : (
        <p className={styles.nothing}>Rien à venir.</p>
      )}
      {past.length > 0 ? (
        <>
          <div className={styles.past}>
            <Button variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Masquer les sorties passées' : `Sorties passées (${past.length})`}
            </Button>
          </div>
          {open ? (
            <div className={styles.over}>
              <Months events={past} />
            </div>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
