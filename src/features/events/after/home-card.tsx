import { useState } from 'react'
import type { Event } from '#contract/events/events'
import { NBSP } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { Help } from './help'
import styles from './after.module.css'

/** «Bien rentrés ?»: a yes is one tap; a no, or a wish to talk, stays on the device and opens help. */
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
  /** Said no, or wants to talk anyway; neither is sent. */
  const [helps, setHelps] = useState<'no' | 'talk' | null>(null)
  return (
    <Card as="section" title={`Bien rentrés${NBSP}?`}>
      {isHome ? (
        <p className={styles.text} role="status">
          Tant mieux. Les organisateurs n’en lisent que le nombre, les autres invités rien.
        </p>
      ) : helps === null ? (
        <p className={styles.text}>Ne pas répondre n’inquiète personne.</p>
      ) : null}
      {helps ? (
        <Help
          event={event}
          note={
            helps === 'no'
              ? `Votre «${NBSP}non${NBSP}» n’est enregistré nulle part.`
              : 'Ouvrir cette page n’est enregistré nulle part.'
          }
          onClose={() => setHelps(null)}
        />
      ) : (
        <div className={styles.answers}>
          {isHome ? (
            <Button size="sm" busy={busy} onClick={() => onHome(false)}>
              Retirer ma réponse
            </Button>
          ) : (
            <>
              <Button variant="primary" busy={busy} onClick={() => onHome(true)}>
                Oui
              </Button>
              <Button onClick={() => setHelps('no')}>Non</Button>
            </>
          )}
          <Button size={isHome ? 'sm' : 'md'} onClick={() => setHelps('talk')}>
            J’ai besoin de parler
          </Button>
        </div>
      )}
    </Card>
  )
}
