import { listInvitedEvents, listMyEvents } from '#contract/events/events'
import { SEARCH_MIN_CHARS } from '#contract/limits'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { openPanel } from '../../../data/state/panels'
import { eventLine } from '../../../lib/event-dates'
import { ListRow } from '../../../ui/layout/list-row'
import styles from './list.module.css'

const EVENTS_MAX = 5

/** Own events and invitations that match, the next first; `data` is undefined while they load. */
export const useFoundEvents = (query: string) =>
  useData(
    query.length >= SEARCH_MIN_CHARS ? ['event-search', query] : null,
    async () => {
      const lists = await Promise.all(
        [listInvitedEvents, listMyEvents].map((route) => call(route, { query: { q: query } })),
      )
      const events = new Map(lists.flatMap((l) => l.events).map((e) => [e.id, e]))
      return [...events.values()]
        .toSorted((a, b) => Number(a.is_ended) - Number(b.is_ended))
        .slice(0, EVENTS_MAX)
    },
    { keepPreviousData: true, shouldRetryOnError: false },
  )

export const FoundEvents = ({
  events,
}: {
  events: NonNullable<ReturnType<typeof useFoundEvents>['data']>
}) => (
  <section aria-label="Sorties trouvées">
    <h2 className={styles.part}>Sorties</h2>
    <ul className={styles.hits}>
      {events.map((e) => (
        <li key={e.id}>
          <ListRow
            title={e.title}
            subtitle={eventLine(e.start_date, e.end_date)}
            onClick={() => openPanel({ kind: 'event', id: e.id })}
          />
        </li>
      ))}
    </ul>
  </section>
)
