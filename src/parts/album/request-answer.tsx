import { useId, useState } from 'react'
import { answerAlbumRequest, type AccessFor } from '#contract/albums/requests'
import { call } from '../../data/http/api'
import { refusalMessageOf } from '../../data/http/api-error'
import { refreshLists } from '../../data/http/keys'
import { openReport } from '../../data/state/report-prompt'
import { toast } from '../../data/state/toasts'
import { NBSP } from '../../lib/text'
import { Button } from '../../ui/forms/button'
import { IconButton } from '../../ui/forms/icon-button'
import { IconFlag } from '../../ui/icons/people'
import { regainFocus } from '../../ui/overlay/focus-after'
import styles from './request-answer.module.css'

type RequestAnswer = AccessFor | 'no'
const ANSWERS: readonly (readonly [RequestAnswer, string, string])[] = [
  ['hour', `1${NBSP}heure`, 'Album ouvert pour une heure'],
  ['day', `1${NBSP}jour`, 'Album ouvert pour un jour'],
  ['week', `1${NBSP}semaine`, 'Album ouvert pour une semaine'],
  ['always', 'Sans limite', 'Album ouvert sans limite'],
  ['no', 'Refuser', 'Demande refusée'],
]

/** The words of a request for an album, with a button for each response of its owner. */
export const RequestAnswer = ({
  id,
  words,
  onDone,
}: {
  id: string
  words: string
  /** Instead of the line that says what was answered. */
  onDone?: ((said: string) => void) | undefined
}) => {
  const [busy, setBusy] = useState<RequestAnswer | null>(null)
  const [done, setDone] = useState('')
  const heading = useId()
  const answer = async (how: RequestAnswer, said: string): Promise<void> => {
    setBusy(how)
    try {
      await call(answerAlbumRequest, { params: { id }, body: { answer: how } })
      if (onDone) onDone(said)
      else setDone(said)
    } catch (failure) {
      toast(refusalMessageOf(failure) ?? 'Votre réponse n’est pas partie. Réessayez.', {
        kind: 'error',
      })
    }
    await refreshLists()
    setBusy(null)
  }
  return (
    <>
      {words ? (
        <div className={styles.said}>
          <p className={styles.words}>«{`${NBSP}${words}${NBSP}`}»</p>
          {done ? null : (
            <IconButton
              size="sm"
              label="Signaler ce mot"
              icon={<IconFlag size={18} />}
              onClick={() => openReport({ kind: 'request', id, title: 'Signaler ce mot' })}
            />
          )}
        </div>
      ) : null}
      {done ? (
        <p
          className={styles.done}
          role="status"
          tabIndex={-1}
          // the pressed button has gone
          ref={(line) => regainFocus(() => line)}
        >
          {done}
        </p>
      ) : (
        <div className={styles.answers} role="group" aria-labelledby={heading}>
          <span id={heading} className={styles.heading}>
            Ouvrir l’album pour
          </span>
          {ANSWERS.map(([how, label, said]) => (
            <Button
              key={how}
              size="sm"
              variant={how === 'no' ? 'ghost' : 'quiet'}
              busy={busy === how}
              disabled={busy !== null && busy !== how}
              onClick={() => void answer(how, said)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
