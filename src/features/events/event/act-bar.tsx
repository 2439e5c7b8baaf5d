import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { type Event } from '#contract/events/events'
import { session } from '../../../data/session/session'
import { closeAll } from '../../../data/state/panels'
import { lazyPart } from '../../../data/start/lazy-part'
import { eventLine } from '../../../lib/event-dates'
import { Button } from '../../../ui/forms/button'
import { IconQr } from '../../../ui/icons/status'
import { placeKindsOf } from '../state/balance'
import { ownActionsOf, type MainAction, type OtherAction } from '../state/labels'
import { togglePublished } from './publish'
import { confirmGivingUpPlace, confirmGivingUpRank, useParticipation } from './use-participation'
import styles from './act-bar.module.css'

const JoinDialog = lazyPart(() => import('./join-dialog').then((m) => m.JoinDialog))
const HeldAnswerPart = lazyPart(() => import('./answer/held-answer').then((m) => m.HeldAnswerPart))
const ReconfirmPart = lazyPart(() => import('./notices').then((m) => m.ReconfirmPart))
const EntryDialog = lazyPart(() => import('./entry-dialog').then((m) => m.EntryDialog))

const MAIN: Record<MainAction, string> = {
  publish: 'Publier',
  participate: 'Je participe',
  ask: 'Demander à participer',
  wait: 'Rejoindre la liste d’attente',
  entry: 'Mon entrée',
  verify: 'Me faire vérifier',
}
const OTHER: Record<OtherAction, readonly [label: string, done: string]> = {
  decline: ['Non merci', 'Votre réponse est transmise.'],
  leave: ['Quitter', 'Désinscription effectuée'],
  withdraw: ['Retirer ma demande', 'Désinscription effectuée'],
  'leave-list': ['Quitter la liste', 'Vous n’êtes plus sur la liste d’attente.'],
}

/**
 * Stays at the bottom: what may be answered, the answer that waits for an agreement, or the question
 * asked again.
 */
export const ActBar = ({ event }: { event: Event }) => {
  const { held_answer: held, reconfirm: asked } = event
  const isAsked = asked && asked.state !== 'yes'
  return held || isAsked ? (
    <section className={styles.bar} aria-label="Votre participation" data-foot="">
      <div className={styles.inner}>
        <Suspense fallback={null}>
          {held ? (
            <HeldAnswerPart eventId={event.id} answer={held} />
          ) : isAsked ? (
            <ReconfirmPart event={event} asked={asked} />
          ) : null}
        </Suspense>
      </div>
    </section>
  ) : (
    <AnswerBar event={event} />
  )
}

/** The one action of the member's status, and how to say no. */
const AnswerBar = ({ event }: { event: Event }) => {
  const { busy, participate, leave } = useParticipation(event.id)
  const [entry, setEntry] = useState(false)
  const [publishing, setPublishing] = useState(false)
  const [join, setJoin] = useState<'open' | 'closed' | null>(null)
  const { account } = useSnapshot(session)
  const [, navigate] = useLocation()
  const people = account?.identities ?? []
  const { main, other, text } = ownActionsOf(event, placeKindsOf(people))
  const act = async (): Promise<void> => {
    if (main === 'entry') return setEntry(true)
    if (main === 'verify') return void closeAll().then(() => navigate('/account/verification'))
    if (main !== 'publish') {
      const isAsked =
        event.rules !== null ||
        event.questions.length > 0 ||
        (people.length > 1 && event.places_by_kind.length > 0)
      return isAsked ? setJoin('open') : void (await participate())
    }
    setPublishing(true)
    await togglePublished(event, 'published')
    setPublishing(false)
  }
  const say = async (said: OtherAction): Promise<void> => {
    if (said === 'leave' && !(await confirmGivingUpPlace())) return
    if (said === 'leave-list' && !(await confirmGivingUpRank())) return
    await leave(OTHER[said][1])
  }
  return main || other || text ? (
    <section className={styles.bar} aria-label="Votre participation" data-foot="">
      <div className={styles.inner}>
        <p className={styles.when}>
          <b>{event.title}</b>
          {eventLine(event.start_date, event.end_date)}
        </p>
        {text ? <p className={styles.text}>{text}</p> : null}
        {other ? (
          <Button
            size="lg"
            busy={busy === 'leave'}
            disabled={busy === 'participate'}
            onClick={() => void say(other)}
          >
            {OTHER[other][0]}
          </Button>
        ) : null}
        {main ? (
          <Button
            size="lg"
            variant="primary"
            className={styles.main}
            icon={main === 'entry' ? <IconQr size={20} /> : undefined}
            busy={busy === 'participate' || publishing}
            disabled={busy === 'leave'}
            onClick={() => void act()}
          >
            {MAIN[main]}
          </Button>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {join && main ? (
          <JoinDialog
            event={event}
            open={join === 'open'}
            label={MAIN[main]}
            busy={busy !== null}
            onSend={(said) => void participate(said).then((done) => done && setJoin(null))}
            onClose={() => setJoin('closed')}
          />
        ) : null}
        {entry ? <EntryDialog event={event} onClose={() => setEntry(false)} /> : null}
      </Suspense>
    </section>
  ) : null
}
