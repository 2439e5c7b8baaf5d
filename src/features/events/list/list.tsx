import { memo, Suspense, useState } from 'react'
import type { EventItem } from '#contract/events/events'
import { lazyPart } from '../../../data/start/lazy-part'
import { monthTitle } from '../../../lib/event-dates'
import { Button } from '../../../ui/forms/button'
import { EventCard } from './event-card'
import { groupEventsByMonth, splitUpcomingAndPast } from './months'
import { SkeletonCards } from './skeleton-cards'
import styles from '../events.module.css'

const VirtualList = lazyPart(() => import('./virtual-list').then((m) => m.VirtualList))
/** Below this number of rows, a virtual list costs more than it saves. */
const VIRTUAL_FROM = 60

const Months = ({ events }: { events: readonly EventItem[] }) =>
  events.length >= VIRTUAL_FROM ? (
    <Suspense fallback={<SkeletonCards count={6} month />}>
      <VirtualList months={groupEventsByMonth(events)} />
    </Suspense>
  ) : (
    groupEventsByMonth(events).map(({ month, events: group }) => (
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
export const EventList = memo(({ events }: { events: readonly EventItem[] }) => {
  const [open, setOpen] = useState(false)
  const { coming, past } = splitUpcomingAndPast(events)
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
})
