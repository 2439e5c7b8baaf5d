import type { Event } from '#contract/events/events'
import { openReport } from '../../../data/state/report-prompt'
import { HelpNumbers } from '../../../parts/member/help-numbers'
import { Button } from '../../../ui/forms/button'
import { IconFlag } from '../../../ui/icons/people'
import { ContactButton } from '../event/contact'
import styles from './after.module.css'

/**
 * People that a guest can talk to: the team, the organizers, or a number to call, as they choose.
 */
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
    <HelpNumbers />
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
