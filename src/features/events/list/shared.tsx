import { useState } from 'react'
import type { EventItem } from '#contract/events/events'
import { openPanel } from '../../../data/state/panels'
import { toastRefusal } from '../../../data/state/toasts'
import { useSharedEvents } from '../../../parts/member/use-shared-events'
import { ErrorState } from '../../../ui/feedback/error-state'
import { EndedDialog } from '../event/closed'
import { ContactDialog } from '../event/contact'
import { EventCard } from './event-card'
import { SkeletonCards } from './skeleton-cards'
import { fetchEvent } from '../state/keys'
import { chooseSharedEvent } from './shared-choice'
import styles from '../events.module.css'

/** Events shared by a member: each card opens the event or explains why it cannot be opened. */
export const SharedEvents = ({ accountId }: { accountId: string }) => {
  const { events, error, reload } = useSharedEvents(accountId)
  const [modal, setModal] = useState<{ kind: 'ended' | 'contact'; id: string } | null>(null)
  const open = async (event: EventItem): Promise<void> => {
    const show = (kind: 'ended' | 'contact'): void => setModal({ kind, id: event.id })
    const first = chooseSharedEvent(event)
    if (first !== 'fetch') return show(first)
    try {
      const answer = await fetchEvent(event.id)
      if (answer.kind === 'closed') show(event.is_ended ? 'ended' : 'contact')
      else openPanel({ kind: 'event', id: event.id })
    } catch (thrown) {
      if (event.is_ended) show('ended')
      else toastRefusal(thrown, 'Impossible d’ouvrir cet événement')
    }
  }
  if (!events)
    return error ? (
      <ErrorState text="Erreur lors du chargement des événements partagés" onRetry={reload} />
    ) : (
      <SkeletonCards count={3} />
    )
  if (events.length === 0)
    return <p className={styles.nothing}>Aucun événement partagé pour le moment.</p>
  return (
    <>
      <ul className={styles.cards}>
        {events.map((e) => (
          <li key={e.id}>
            <EventCard event={e} ribbon onOpen={(item) => void open(item)} />
          </li>
        ))}
      </ul>
      {modal?.kind === 'ended' ? <EndedDialog onClose={() => setModal(null)} /> : null}
      {modal?.kind === 'contact' ? (
        <ContactDialog
          eventId={modal.id}
          text="Cette sortie est sur invitation. Vous pouvez contacter les organisateurs pour leur demander une place."
          onClose={() => setModal(null)}
        />
      ) : null}
    </>
  )
}
