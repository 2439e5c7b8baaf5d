import { Virtualizer } from 'virtua'
import type { EventItem } from '#contract/events/events'
import { monthTitle } from '../../../lib/event-dates'
import { EventCard } from './event-card'
import type { Month } from './months'
import styles from '../events.module.css'

type Row =
  | { readonly key: string; readonly title: string }
  | { readonly key: string; readonly event: EventItem }

/** Renders only the visible cards. */
export const VirtualList = ({ months }: { months: readonly Month[] }) => {
  const rows: Row[] = months.flatMap(({ month, events }) => [
    { key: month, title: monthTitle(month) },
    ...events.map((event) => ({ key: event.id, event })),
  ])
  return (
    <div className={styles.virtual}>
      <Virtualizer data={rows} itemSize={180}>
        {(row) =>
          'title' in row ? (
            <h2 key={row.key} className={styles.monthTitle}>
              {row.title}
            </h2>
          ) : (
            <div key={row.key} className={styles.virtualRow}>
              <EventCard event={row.event} />
            </div>
          )
        }
      </Virtualizer>
    </div>
  )
}
