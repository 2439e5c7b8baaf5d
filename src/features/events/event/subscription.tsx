import { leaveEvent, type Event } from '#contract/events/events'
import { call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { NBSP } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { confirm } from '../../../ui/overlay/confirm'
import { Pill } from '../../../ui/display/pill'
import { useWork } from '../state/api'
import { togglePublished } from './publish'
import { keepEvent, refreshEvent } from '../state/keys'
import {
  accessText,
  CANCELLED,
  DRAFT,
  ENDED,
  participationState,
  statusTone,
  statusWord,
} from '../state/labels'
import { useParticipation } from './use-participation'
import styles from './details.module.css'

const Acts = ({ event, leaving }: { event: Event; leaving: boolean }) => {
  const { busy: leavingNow, run } = useWork()
  const { busy, participate } = useParticipation(event.id)
  const leave = async (): Promise<void> => {
    if (
      !(await confirm({
        title: `Vous désinscrire${NBSP}?`,
        message: 'Votre place sera libérée. Vous pourrez vous réinscrire s’il en reste.',
        confirmLabel: 'Me désinscrire',
        danger: true,
      }))
    )
      return
    const done = await run(
      () => call(leaveEvent, { params: { id: event.id } }),
      () => toast('Impossible de se désinscrire', { kind: 'error', durationMs: 6000 }),
    )
    if (!done) return
    if (done.event) await keepEvent(done.event)
    else await refreshEvent(event.id)
    toast('Désinscription effectuée', { kind: 'success' })
  }
  return leaving ? (
    <Button block busy={leavingNow} onClick={() => void leave()}>
      Me désinscrire
    </Button>
  ) : (
    <Button block size="lg" variant="primary" busy={busy} onClick={() => void participate()}>
      Je participe
    </Button>
  )
}

/** The member's participation status and the button that changes it. */
export const Subscription = ({ event }: { event: Event }) => {
  const state = participationState(event)
  const status = event.user_participation_status
  return (
    <section className={styles.subscription} aria-label="Participation">
      {status && status !== 'cancelled' ? (
        <p className={styles.state}>
          <Pill tone={statusTone(status)}>{statusWord(status)}</Pill>
        </p>
      ) : null}
      {state === 'draft' ? <p>{DRAFT}</p> : null}
      {state === 'ended' ? <p>{ENDED}</p> : null}
      {event.is_organizer ? (
        <p>
          {event.is_creator
            ? 'Vous êtes organisateur de cet événement'
            : 'Vous êtes co-organisateur de cet événement'}
        </p>
      ) : null}
      {event.is_creator ? <p className={styles.note}>{accessText(event.access_type)}</p> : null}
      {state === 'cancelled' ? <p>{CANCELLED}</p> : null}
      {event.requires_approval && state !== 'ended' ? (
        <p className={styles.note}>⚠️ Validation manuelle requise</p>
      ) : null}
      {event.has_waitlist && state !== 'ended' ? (
        <p className={styles.note}>{"Liste d'attente disponible"}</p>
      ) : null}
      {state === 'may-participate' ? <Acts event={event} leaving={false} /> : null}
      {state === 'may-leave' ? <Acts event={event} leaving /> : null}
      {state === 'draft' && event.is_organizer ? (
        <Button block variant="primary" onClick={() => void togglePublished(event, 'published')}>
          Publier
        </Button>
      ) : null}
    </section>
  )
}
