import { useState } from 'react'
import type { Event } from '#contract/events/events'
import { openReport } from '../../../data/state/report-prompt'
import { NBSP } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { IconFlag } from '../../../ui/icons/people'
import { Card } from '../../../ui/layout/card'
import { ContactButton } from '../event/contact'
import styles from './after.module.css'

/** Public French numbers, free of charge. */
const NUMBERS = [
  ['112', 'tel:112', 'Danger immédiat, partout en Europe'],
  ['114', 'sms:114', 'Danger immédiat, par SMS, sans parler'],
  ['3919', 'tel:3919', 'Violences faites aux femmes, anonyme, jour et nuit'],
  ['116 006', 'tel:116006', 'France Victimes, chaque jour de l’année'],
] as const

const Help = ({ event, onClose }: { event: Event; onClose: () => void }) => (
  <div className={styles.help}>
    <p>{`Vous pouvez en parler, à qui vous voulez. Votre «${NBSP}non${NBSP}» n’est enregistré nulle part.`}</p>
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

/** «Bien rentrés ?»: a yes is one tap; a no stays on the device and opens help. */
export const HomeCard = ({
  event,
  isHome,
  busy,
  onHome,
}: {
  event: Event
  isHome: boolean
  busy: boolean
  onHome: (home: boolean) => void
}) => {
  const [helps, setHelps] = useState(false)
  return (
    <Card as="section" title={`Bien rentrés${NBSP}?`}>
      {isHome ? (
        <>
          <p className={styles.text} role="status">
            Tant mieux. Les organisateurs n’en lisent que le nombre, les autres invités rien.
          </p>
          <Button size="sm" busy={busy} onClick={() => onHome(false)}>
            Retirer ma réponse
          </Button>
        </>
      ) : helps ? (
        <Help event={event} onClose={() => setHelps(false)} />
      ) : (
        <>
          <p className={styles.text}>Ne pas répondre n’inquiète personne.</p>
          <div className={styles.answers}>
            <Button variant="primary" busy={busy} onClick={() => onHome(true)}>
              Oui
            </Button>
            <Button onClick={() => setHelps(true)}>Non</Button>
          </div>
        </>
      )}
    </Card>
  )
}
