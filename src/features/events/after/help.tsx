import type { Event } from '#contract/events/events'
import { openReport } from '../../../data/state/report-prompt'
import { NBSP } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { IconFlag } from '../../../ui/icons/people'
import { ContactButton } from '../event/contact'
import styles from './after.module.css'

/** Public French numbers, free of charge. */
const NUMBERS = [
  ['112', 'tel:112', 'Danger immédiat, partout en Europe'],
  ['114', 'sms:114', 'Danger immédiat, par SMS, sans parler'],
  ['3919', 'tel:3919', 'Violences faites aux femmes, anonyme, jour et nuit'],
  ['116 006', 'tel:116006', 'France Victimes, chaque jour de l’année'],
] as const

/** Whom a guest can talk to: the team, the organizers, or a number to call, as they choose. */
export const Help = ({
  event,
  note,
  onClose,
}: {
  event: Event
  /** What becomes of the answer that opened it. */
  note?: string | undefined
  onClose: () => void
}) => (
  <div className={styles.help}>
    <p>{`Vous pouvez en parler, à qui vous voulez.${note ? ` ${note}` : ''}`}</p>
    <ul className={styles.numbers}>
      {NUMBERS.map(([number, href, what]) => (
        <li key={number}>
          <a href={href}>{number.replace(' ', NBSP)}</a>
          <span>{what}</span>
        </li>
      ))}
    </ul>
    <div className={styles.acts}>
      <Button
        icon={<IconFlag size={20} />}
        onClick={() => openReport({ kind: 'event', id: event.id, title: 'Signaler à l’équipe' })}
      >
        Signaler à l’équipe
      </Button>
      {event.is_organizer ? null : <ContactButton eventId={event.id} />}
      <Button variant="ghost" onClick={onClose}>
        Fermer
      </Button>
    </div>
  </div>
)
