import type { ReactNode } from 'react'
import { openPanel } from '../../../data/state/panels'
import { eventLine, eventSpan } from '../../../lib/event-dates'
import { NBSP } from '../../../lib/text'
import { Banner } from '../../../ui/feedback/banner'
import { IconInfo } from '../../../ui/icons/base'
import { IconMap } from '../../../ui/icons/nav'
import { IconClock, IconLocate } from '../../../ui/icons/status'
import { Card } from '../../../ui/layout/card'
import { FactRow } from '../../../ui/layout/fact-row'
import { ListRow } from '../../../ui/layout/list-row'
import { Qr } from '../event/qr'
import { placeText, savedText } from '../state/labels'
import type { KeptEvent } from './kept-events'
import { useKeptEvents } from './use-kept-events'
import styles from './kept.module.css'

const Kept = ({ event, level }: { event: KeptEvent; level: 1 | 2 }) => {
  const Title = `h${level}` as const
  const [day, hours] = eventSpan(event.start, event.end)
  return (
    <div className={styles.kept}>
      <Title className={styles.title}>{event.title}</Title>
      <Banner tone="warn" icon={<IconInfo size={20} />}>
        {`Sans réseau${NBSP}: ${savedText(event.savedAt).toLowerCase()}.`}
      </Banner>
      <Card as="section" title="Informations">
        <FactRow icon={<IconClock />} title={day} note={hours} />
        <FactRow icon={<IconMap />} title={placeText({ location: event.place })} />
        {event.address ? <FactRow icon={<IconLocate />} title={event.address.address} /> : null}
      </Card>
      {event.code ? (
        <Card as="section" title="Mon entrée">
          <Qr value={event.code} label="Votre code d’entrée" />
        </Card>
      ) : null}
    </div>
  )
}

/** The device’s copy of an event when it cannot be loaded; else `otherwise`. */
export const KeptEventView = ({
  reference,
  level,
  loading,
  otherwise,
}: {
  reference: string
  /** Of the title: 1 on a page, 2 in a panel. */
  level: 1 | 2
  /** Until the device has been read. */
  loading: ReactNode
  otherwise: ReactNode
}) => {
  const events = useKeptEvents()
  if (!events) return loading
  const event = events.find((e) => e.id === reference || e.slug === reference)
  return event ? <Kept event={event} level={level} /> : otherwise
}

/** Events that can be opened without network. */
export const KeptEventList = () => {
  const events = useKeptEvents()
  return events && events.length > 0 ? (
    <section aria-label="Sorties sur cet appareil" className={styles.list}>
      <h2 className={styles.part}>Sur cet appareil</h2>
      <ul>
        {events.map((e) => (
          <li key={e.id}>
            <ListRow
              title={e.title}
              subtitle={eventLine(e.start, e.end)}
              onClick={() => openPanel({ kind: 'event', id: e.id })}
            />
          </li>
        ))}
      </ul>
    </section>
  ) : null
}
