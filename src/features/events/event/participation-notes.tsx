import type { Event } from '#contract/events/events'
import { session } from '../../../data/session/state'
import {
  accessText,
  EVENT_CANCELLED_TEXT,
  EVENT_PAUSED_TEXT,
  EVENT_ENDED_TEXT,
  participationState,
  type ParticipationState,
} from '../state/labels'
import { organizerBadge } from '../state/organizer'
import styles from './details.module.css'

const SENTENCES: Partial<Record<ParticipationState, string>> = {
  draft: EVENT_PAUSED_TEXT,
  ended: EVENT_ENDED_TEXT,
  cancelled: EVENT_CANCELLED_TEXT,
}

/** What the member should know before participating; nothing when it no longer concerns them. */
export const ParticipationNotes = ({ event }: { event: Event }) => {
  const state = participationState(event)
  const status = event.user_participation_status
  const concerned =
    event.is_organizer ||
    state === 'draft' ||
    (state === 'may-participate' && status !== 'waitlist' && status !== 'invited')
  const noted = concerned && state !== 'ended'
  const sentence = SENTENCES[state]
  const notes = [
    ...(event.is_creator ? [accessText(event.access_type)] : []),
    ...(event.requires_approval && noted ? ['⚠️ Validation manuelle requise'] : []),
    ...(event.verified_only && noted && !event.verification_missing
      ? ['Réservée aux membres vérifiés']
      : []),
    ...(event.has_waitlist && noted && !event.is_refused ? ['Liste d’attente disponible'] : []),
  ]
  if (!sentence && !event.is_organizer && notes.length === 0) return null
  return (
    <section className={styles.participation} aria-label="Participation">
      {sentence ? <p>{sentence}</p> : null}
      {event.is_organizer ? (
        <p>{`Vous êtes ${organizerBadge(session.account?.identities ?? [], event.is_creator).toLowerCase()} de cet événement`}</p>
      ) : null}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </section>
  )
}
