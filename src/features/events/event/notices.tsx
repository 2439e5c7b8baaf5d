import { useLocation } from 'wouter'
import type { Event } from '#contract/events/events'
import { reconfirm } from '#contract/events/reminders'
import { call } from '../../../data/http/api'
import { closeAll } from '../../../data/state/panels'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { dateLong, dateTime } from '../../../lib/dates'
import { eventWhen } from '../../../lib/event-dates'
import { NBSP, plural } from '../../../lib/text'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { cacheEvent, refreshEvent } from '../state/keys'
import { confirmGivingUpPlace, useParticipation } from './use-participation'
import bar from './act-bar.module.css'
import styles from './details.module.css'

const textOf = ({ state, until }: NonNullable<Event['reconfirm']>): string => {
  if (state === 'lapsed')
    return `Toujours partants${NBSP}? Sans réponse, votre place a été proposée à qui attendait. Dites oui, et la prochaine est pour vous.`
  return until
    ? `Toujours partants${NBSP}? Sans réponse avant ${eventWhen(until).toLowerCase()}, votre place pourra aller à quelqu’un qui attend.`
    : `Toujours partants${NBSP}?`
}

/** «Toujours partants ?»: replaces the other buttons until it is answered. */
export const ReconfirmPart = ({
  event,
  asked,
}: {
  event: Event
  asked: NonNullable<Event['reconfirm']>
}) => {
  const { busy, run } = useAsyncAction()
  const { busy: leaving, leave } = useParticipation(event.id)
  const say = async (): Promise<void> => {
    const done = await run(
      () => call(reconfirm, { params: { id: event.id } }),
      (error) => {
        toastRefusal(error, 'Votre réponse n’est pas partie. Vérifiez votre connexion.')
        void refreshEvent(event.id)
      },
    )
    if (!done) return
    await cacheEvent(done.event)
    const isIn = done.event.user_participation_status === 'accepted'
    // «Place confirmée : …» arrives by realtime
    if (isIn && asked.state === 'lapsed') return
    toast(
      isIn
        ? 'C’est noté, les organisateurs comptent sur vous.'
        : `C’est noté${NBSP}: la prochaine place est pour vous.`,
      { kind: 'success' },
    )
  }
  const quit = async (): Promise<void> => {
    if (asked.state === 'asked' && !(await confirmGivingUpPlace())) return
    await leave('Désinscription effectuée')
  }
  return (
    <>
      <p className={bar.question}>{textOf(asked)}</p>
      <Button size="lg" busy={leaving !== null} disabled={busy} onClick={() => void quit()}>
        Je ne viens plus
      </Button>
      <Button
        size="lg"
        variant="primary"
        className={bar.main}
        busy={busy}
        disabled={leaving !== null}
        onClick={() => void say()}
      >
        Oui, je viens
      </Button>
    </>
  )
}

/** When guests receive the question: «2 jours avant». */
const beforeText = (hours: number): string =>
  hours === 24
    ? 'la veille'
    : hours % 24 === 0
      ? `${hours / 24}${NBSP}jours avant`
      : `${hours}${NBSP}heures avant`

const hasBegun = (event: Event): boolean => Date.parse(event.start_date) <= Date.now()

/** Says in advance that the question comes; to organizers who has not answered. */
const ReconfirmNote = ({ event, onPeople }: { event: Event; onPeople: () => void }) => {
  const hours = event.reconfirm_hours
  if (!hours || event.is_ended || hasBegun(event)) return null
  const missing = event.reconfirm_missing
  if (missing !== null)
    return missing === 0 ? (
      <p className={styles.note}>Tous les invités confirmés ont redit oui.</p>
    ) : (
      <Button variant="quiet" onClick={onPeople}>
        {plural(missing, 'invité n’a pas redit oui', 'invités n’ont pas redit oui')}
      </Button>
    )
  if (event.reconfirm) return null
  return (
    <p className={styles.note}>
      {event.is_organizer
        ? `«${NBSP}Toujours partants${NBSP}?${NBSP}» part ${beforeText(hours)} aux invités confirmés.`
        : `«${NBSP}Toujours partants${NBSP}?${NBSP}»${NBSP}: on vous le demandera ${beforeText(hours)}.${
            event.has_waitlist ? ' Sans réponse, la place peut aller à quelqu’un qui attend.' : ''
          }`}
    </p>
  )
}

/** What the member should know first: cancelled, a place that is held, the day after. */
export const Notices = ({ event, onPeople }: { event: Event; onPeople: () => void }) => {
  const [, navigate] = useLocation()
  return (
    <>
      {event.status === 'cancelled' ? (
        <Banner tone="bad">Les organisateurs ont annulé cette sortie.</Banner>
      ) : null}
      {event.offer_until ? (
        <Banner tone="ok">{`Une place s’est libérée${NBSP}: elle vous est gardée jusqu’au ${dateTime(event.offer_until)}. Pressez «${NBSP}Je participe${NBSP}» pour l’accepter.`}</Banner>
      ) : null}
      {event.after_until ? (
        <Banner
          tone="info"
          action={{
            label: 'Ouvrir',
            onClick: () => void closeAll().then(() => navigate(`/events/${event.id}/after`)),
          }}
        >
          {`Bien rentrés${NBSP}? On se revoit${NBSP}? Jusqu’au ${dateLong(event.after_until)}.`}
        </Banner>
      ) : null}
      <ReconfirmNote event={event} onPeople={onPeople} />
    </>
  )
}
