import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Event } from '#contract/events/events'
import { onEvent, onResync } from '../../../data/hub/hub'
import { cx } from '../../../lib/cx'
import { fold, plural } from '../../../lib/text'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Drawer } from '../../../ui/overlay/drawer'
import { ErrorState } from '../../../ui/feedback/error-state'
import { IconCheck, IconFailure, IconSuccess } from '../../../ui/icons/base'
import { IconOffline, IconQr, IconWarning } from '../../../ui/icons/status'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { SearchField } from '../../../ui/forms/search-field'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { digestOf, doorBook, judge, overlay, type Entry, type Verdict } from './book'
import { PeopleList } from '../participants/list'
import styles from './check-in.module.css'

const DoorCamera = lazy(async () => ({ default: (await import('./camera')).DoorCamera }))

type Answer = Verdict | { readonly kind: 'undone'; readonly entry: Entry }
const LOOK = {
  in: ['ok', <IconSuccess key="in" size={40} />, 'Bienvenue'],
  again: ['warn', <IconWarning key="again" size={40} />, 'Déjà entré'],
  undone: ['info', <IconCheck key="undone" size={40} />, 'Entrée annulée'],
  unknown: ['bad', <IconFailure key="unknown" size={40} />, 'Code inconnu pour cette sortie'],
} as const
const isCode = (text: string): boolean => /^cnv1\./i.test(text.trim())
/** Retry interval for unsent records; they are also sent when the network returns. */
const RETRY_MS = 10_000

const AnswerCard = ({
  answer,
  onUndo,
  onClose,
}: {
  answer: Answer
  onUndo: (entry: Entry) => void
  onClose: () => void
}) => {
  const [tone, icon, word] = LOOK[answer.kind]
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

/** «Entrées»: checks participants in on the organizer's phone, with or without network. */
export const Door = ({ event, onClose }: { event: Event; onClose: () => void }) => {
  const book = doorBook(event.id)
  const { entries: known, queue, offline, failed } = useSnapshot(book.state)
  const [answer, setAnswer] = useState<Answer>()
  const [camera, setCamera] = useState(false)
  const [typed, setTyped] = useState('')
  const sought = useDeferredValue(fold(typed.trim()))
  const entries = useMemo(() => overlay(known ?? [], queue), [known, queue])
  const rows = useMemo(
    () =>
      entries
        .filter((e) => isCode(sought) || fold(e.handle).includes(sought))
        .map((entry) => ({ key: entry.participant_id, fold: fold(entry.handle), entry }))
        .sort((a, b) => (a.fold < b.fold ? -1 : 1)),
    [entries, sought],
  )
  useEffect(() => {
    const refresh = (): void => void book.flush().then(book.load)
    let soon: ReturnType<typeof setTimeout> | undefined
    refresh()
    const timer = setInterval(() => {
      if (book.state.queue.length > 0) void book.flush()
    }, RETRY_MS)
    addEventListener('online', refresh)
    const leave = [
      onResync(refresh),
      onEvent((e) => {
        if (
          e.name !== 'account.event.changed' ||
          (e.payload as { eventId: string }).eventId !== event.id
        )
          return
        clearTimeout(soon)
        soon = setTimeout(refresh, 400)
      }),
    ]
    return () => {
      clearInterval(timer)
      clearTimeout(soon)
      removeEventListener('online', refresh)
      for (const off of leave) off()
      if (event.is_ended) book.forget()
    }
  }, [book, event.id, event.is_ended])

  const welcome = (entry: Entry | undefined): void => {
    const verdict = judge(entry)
    if (verdict.kind === 'in') book.note(verdict.entry.participant_id, true)
    setAnswer(verdict)
    if ('vibrate' in navigator) navigator.vibrate(verdict.kind === 'in' ? 60 : [60, 60, 60])
  }
  const check = async (code: string): Promise<void> => {
    const digest = await digestOf(code)
    // read now, not at render time: an arrival may have been added since
    welcome(overlay(book.state.entries ?? [], book.state.queue).find((e) => e.digest === digest))
  }
  const undo = (entry: Entry): void => {
    book.note(entry.participant_id, false)
    setAnswer({ kind: 'undone', entry })
  }
  const enter = (): void => {
    if (!isCode(typed)) return
    void check(typed)
    setTyped('')
  }
  const inside = entries.filter((e) => e.is_present)
  const persons = (list: readonly Entry[]): number => list.reduce((sum, e) => sum + e.persons, 0)
  return (
    <Drawer open full onClose={onClose} title="Entrées" subtitle={event.title} level={700}>
      <div className={styles.door}>
        {known === null ? (
          failed ? (
            <ErrorState text={failed} offline={offline} onRetry={() => void book.load()} />
          ) : (
            <SkeletonRows count={8} />
          )
        ) : (
          <>
            <div className={styles.counts}>
              <p
                className={styles.count}
              >{`${inside.length} ${inside.length < 2 ? 'entrée' : 'entrées'} sur ${entries.length}`}</p>
              <p className={styles.persons}>
                {plural(persons(inside), 'personne')} sur {persons(entries)}
              </p>
              <ProgressBar
                label="Entrées"
                labelHidden
                value={entries.length === 0 ? 0 : inside.length / entries.length}
                tone="ok"
              />
            </div>
            {offline || queue.length > 0 ? (
              <Banner tone={offline ? 'warn' : 'info'} icon={<IconOffline size={20} />}>
                {offline
                  ? `Hors connexion : la liste gardée sur cet appareil fait foi.${queue.length > 0 ? ` ${plural(queue.length, 'entrée')} à envoyer au retour du réseau.` : ''}`
                  : 'Envoi des entrées…'}
              </Banner>
            ) : null}
            {camera ? (
              <Suspense fallback={<SkeletonRows count={3} />}>
                <DoorCamera onCode={(code) => void check(code)} onClose={() => setCamera(false)} />
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
            )}
            {answer ? (
              <AnswerCard answer={answer} onUndo={undo} onClose={() => setAnswer(undefined)} />
            ) : null}
            <div className={styles.find}>
              <SearchField
                label="Pseudo ou code d’entrée"
                value={typed}
                onChange={setTyped}
                onEnter={enter}
              />
              {isCode(typed) ? (
                <Button variant="primary" onClick={enter}>
                  Vérifier
                </Button>
              ) : null}
            </div>
            {rows.length === 0 ? (
              <p className={styles.none} role="status">
                {entries.length === 0
                  ? 'Personne n’est encore confirmé.'
                  : 'Personne ne porte ce pseudo.'}
              </p>
            ) : (
              <PeopleList rows={rows} height={57} label="Confirmés">
                {({ entry }) => (
                  <button
                    type="button"
                    className={cx(styles.entry, entry.is_present && styles.here)}
                    onClick={() => welcome(entry)}
                  >
                    <span className={styles.name}>{entry.handle}</span>
                    <span className={styles.note}>{plural(entry.persons, 'personne')}</span>
                    {entry.is_present ? (
                      <span className={styles.mark} data-tone="ok">
                        <IconCheck size={18} />
                        Entré
                      </span>
                    ) : (
                      <span className={styles.mark}>Faire entrer</span>
                    )}
                  </button>
                )}
              </PeopleList>
            )}
          </>
        )}
      </div>
    </Drawer>
  )
}
