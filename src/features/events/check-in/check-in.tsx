import { lazy, Suspense, useState } from 'react'
import type { Event } from '#contract/events/events'
import { NBSP, plural } from '../../../lib/text'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Drawer } from '../../../ui/overlay/drawer'
import { ErrorState } from '../../../ui/feedback/error-state'
import { IconCheck, IconFailure, IconSuccess } from '../../../ui/icons/base'
import { IconOffline, IconQr, IconWarning } from '../../../ui/icons/status'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import type { Entry } from './book'
import { Entries } from './entries'
import { useCheckIn, type CheckInResult } from './use-check-in'
import styles from './check-in.module.css'

const CheckInCamera = lazy(async () => ({ default: (await import('./camera')).CheckInCamera }))

const LOOK = {
  in: ['ok', <IconSuccess key="in" size={40} />, 'Bienvenue'],
  again: ['warn', <IconWarning key="again" size={40} />, 'Déjà entré'],
  undone: ['info', <IconCheck key="undone" size={40} />, 'Entrée annulée'],
  unknown: ['bad', <IconFailure key="unknown" size={40} />, 'Code inconnu pour cette sortie'],
} as const
const AnswerCard = ({
  answer,
  onUndo,
  onClose,
}: {
  answer: CheckInResult
  onUndo: (entry: Entry) => void
  onClose: () => void
}) => {
  const [tone, icon, one] = LOOK[answer.kind]
  const word = answer.kind === 'again' && answer.entry.persons > 1 ? 'Déjà entrés' : one
  return (
    <div className={styles.answer} data-tone={tone} role="alert">
      {icon}
      <div className={styles.answerWords}>
        {answer.kind === 'unknown' ? null : (
          <strong className={styles.answerName}>{answer.entry.handle}</strong>
        )}
        <span>
          {word}
          {answer.kind === 'in' || answer.kind === 'again'
            ? ` · ${plural(answer.entry.persons, 'personne')}`
            : ''}
        </span>
      </div>
      <div className={styles.answerActs}>
        {answer.kind === 'in' || answer.kind === 'again' ? (
          <Button size="sm" onClick={() => onUndo(answer.entry)}>
            Annuler l’entrée
          </Button>
        ) : null}
        <Button size="sm" onClick={onClose}>
          Fermer
        </Button>
      </div>
    </div>
  )
}

const personsOf = (list: readonly Entry[]): number => list.reduce((sum, e) => sum + e.persons, 0)

const Counts = ({ entries }: { entries: readonly Entry[] }) => {
  const inside = entries.filter((e) => e.is_present)
  return (
    <div className={styles.counts}>
      <p
        className={styles.count}
      >{`${inside.length} ${inside.length < 2 ? 'entrée' : 'entrées'} sur ${entries.length}`}</p>
      <p className={styles.persons}>
        {plural(personsOf(inside), 'personne')} sur {personsOf(entries)}
      </p>
      <ProgressBar
        label="Entrées"
        labelHidden
        value={entries.length === 0 ? 0 : inside.length / entries.length}
        tone="ok"
      />
    </div>
  )
}

const UnsentBanner = ({ offline, unsent }: { offline: boolean; unsent: number }) => (
  <Banner tone={offline ? 'warn' : 'info'} icon={<IconOffline size={20} />}>
    {offline
      ? `Hors connexion${NBSP}: la liste gardée sur cet appareil fait foi.${unsent > 0 ? ` ${plural(unsent, 'entrée')} à envoyer au retour du réseau.` : ''}`
      : 'Envoi des entrées…'}
  </Banner>
)

const Scanner = ({ onCode }: { onCode: (code: string) => void }) => {
  const [camera, setCamera] = useState(false)
  return camera ? (
    <Suspense fallback={<SkeletonRows count={3} />}>
      <CheckInCamera onCode={onCode} onClose={() => setCamera(false)} />
    </Suspense>
  ) : (
    <Button
      size="lg"
      variant="primary"
      block
      icon={<IconQr size={26} />}
      onClick={() => setCamera(true)}
    >
      Scanner
    </Button>
  )
}

/** «Entrées»: checks participants in on the organizer's phone, with or without network. */
export const CheckIn = ({ event, onClose }: { event: Event; onClose: () => void }) => {
  const { entries, unsent, offline, failed, answer, ...checkIn } = useCheckIn(event)
  const checkCode = (code: string): void => void checkIn.admitCode(code)
  return (
    <Drawer open full onClose={onClose} title="Entrées" subtitle={event.title} level={700}>
      <div className={styles.checkIn}>
        {entries === null ? (
          failed ? (
            <ErrorState text={failed} offline={offline} onRetry={checkIn.reload} />
          ) : (
            <SkeletonRows count={8} />
          )
        ) : (
          <>
            <Counts entries={entries} />
            {offline || unsent > 0 ? <UnsentBanner offline={offline} unsent={unsent} /> : null}
            <Scanner onCode={checkCode} />
            {answer ? (
              <AnswerCard answer={answer} onUndo={checkIn.undo} onClose={checkIn.closeAnswer} />
            ) : null}
            <Entries entries={entries} onAdmit={checkIn.admit} onCode={checkCode} />
          </>
        )}
      </div>
    </Drawer>
  )
}
