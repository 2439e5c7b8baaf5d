import { Suspense, useState } from 'react'
import type { Event } from '#contract/events/events'
import { lazyPart } from '../../../data/start/lazy-part'
import { NBSP, plural } from '../../../lib/text'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Drawer } from '../../../ui/overlay/drawer'
import { ErrorState } from '../../../ui/feedback/error-state'
import { IconCheck, IconFailure, IconSuccess } from '../../../ui/icons/base'
import { IconOffline, IconQr, IconWarning } from '../../../ui/icons/status'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import type { GuestEntry, GuestState } from './book'
import { Entries } from './entries'
import { useCheckIn, type CheckInResult } from './use-check-in'
import styles from './check-in.module.css'

const CheckInCamera = lazyPart(() => import('./camera').then((m) => m.CheckInCamera))

const LOOK = {
  in: ['ok', <IconSuccess key="in" size={40} />, 'Bienvenue'],
  back: ['ok', <IconSuccess key="back" size={40} />, 'De retour'],
  again: ['warn', <IconWarning key="again" size={40} />, 'Entrée déjà notée'],
  undone: ['info', <IconCheck key="undone" size={40} />, 'Entrée annulée'],
  gone: ['info', <IconCheck key="gone" size={40} />, 'Départ noté'],
  stays: ['ok', <IconCheck key="stays" size={40} />, 'Toujours là'],
  unknown: ['bad', <IconFailure key="unknown" size={40} />, 'Code inconnu pour cette sortie'],
} as const
/** What can be done after each result: the words of a press, and what it makes of the participant. */
const ACTS = {
  in: [['Annuler l’entrée', 'absent']],
  back: [['Noter le départ', 'gone']],
  again: [
    ['Noter le départ', 'gone'],
    ['Annuler l’entrée', 'absent'],
  ],
  undone: [],
  gone: [['Annuler le départ', 'here']],
  stays: [['Noter le départ', 'gone']],
  unknown: [],
} as const satisfies Record<CheckInResult['kind'], readonly (readonly [string, GuestState])[]>

const AnswerCard = ({
  answer,
  onMark,
  onClose,
}: {
  answer: CheckInResult
  onMark: (entry: GuestEntry, presence: GuestState) => void
  onClose: () => void
}) => {
  const [tone, icon, word] = LOOK[answer.kind]
  const enters = answer.kind === 'in' || answer.kind === 'again' || answer.kind === 'back'
  return (
    <div className={styles.answer} data-tone={tone} role="alert">
      {icon}
      <div className={styles.answerWords}>
        {answer.kind === 'unknown' ? null : (
          <strong className={styles.answerName}>{answer.entry.handle}</strong>
        )}
        <span>
          {word}
          {enters ? ` · ${plural(answer.entry.persons, 'personne')}` : ''}
        </span>
      </div>
      <div className={styles.answerActs}>
        {answer.kind === 'unknown'
          ? null
          : ACTS[answer.kind].map(([words, presence]) => (
              <Button key={words} size="sm" onClick={() => onMark(answer.entry, presence)}>
                {words}
              </Button>
            ))}
        <Button size="sm" onClick={onClose}>
          Fermer
        </Button>
      </div>
    </div>
  )
}

const personsOf = (list: readonly GuestEntry[]): number =>
  list.reduce((sum, e) => sum + e.persons, 0)

const Counts = ({ entries }: { entries: readonly GuestEntry[] }) => {
  const came = entries.filter((e) => e.is_present)
  const gone = came.filter((e) => e.is_gone)
  return (
    <div className={styles.counts}>
      <p className={styles.count}>{`${plural(came.length, 'entrée')} sur ${entries.length}`}</p>
      <p className={styles.persons}>
        {plural(personsOf(came), 'personne')} sur {personsOf(entries)}
      </p>
      {gone.length > 0 ? (
        <p className={styles.persons}>
          {`${plural(personsOf(came) - personsOf(gone), 'personne')} sur place, ${plural(gone.length, 'départ')}`}
        </p>
      ) : null}
      <ProgressBar
        label="Entrées"
        labelHidden
        value={entries.length === 0 ? 0 : came.length / entries.length}
        tone="ok"
      />
    </div>
  )
}

const UnsentBanner = ({ offline, unsent }: { offline: boolean; unsent: number }) => (
  <Banner tone={offline ? 'warn' : 'info'} icon={<IconOffline size={20} />}>
    {offline
      ? `Hors connexion${NBSP}: la liste gardée sur cet appareil fait foi.${unsent > 0 ? ` ${plural(unsent, 'passage')} à envoyer au retour du réseau.` : ''}`
      : 'Envoi des passages…'}
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
              <AnswerCard answer={answer} onMark={checkIn.mark} onClose={checkIn.closeAnswer} />
            ) : null}
            <Entries entries={entries} onAdmit={checkIn.admit} onCode={checkCode} />
          </>
        )}
      </div>
    </Drawer>
  )
}
