import { useEffect, useRef, useState } from 'react'
import { answerAgreement, type Agreement, type Voice } from '#contract/agreements'
import { AGREEMENT_TEXTS } from '#contract/profile/agreement-texts'
import { call } from '../../data/http/api'
import { ApiError, serverMessageOf } from '../../data/http/api-error'
import { toast } from '../../data/state/toasts'
import { NBSP, withDe } from '../../lib/text'
import { dateLong } from '../../lib/dates'
import { CodeField } from '../../parts/agree/code-field'
import { isPasskeyTicket } from '../../parts/agree/prove-by-passkey'
import { SignedImage } from '../../parts/photo/signed-image'
import { Alert } from '../../ui/feedback/alert'
import { Tag } from '../../ui/display/tag'
import { Button } from '../../ui/forms/button'
import { regainFocus } from '../../ui/overlay/focus-after'
import styles from './agreements.module.css'

type Answer = 'yes' | 'no' | 'withdraw' | 'absent'
interface Props {
  readonly agreement: Agreement
  readonly name: string
  /** «de Noé»: others on the photo who have not agreed. */
  readonly missing: readonly string[]
  readonly voice: Voice | null
  /** Typed once for all photos of this visit. */
  readonly code: string
  readonly onCode: (code: string) => void
  readonly onDone: () => void
}
const DONE: Readonly<Record<Answer, string>> = {
  yes: 'Merci. La photo peut être montrée.',
  no: 'C’est noté. La photo reste entre vous.',
  withdraw: 'Accord retiré. La photo n’est plus montrée.',
  absent: 'C’est noté. Vous n’êtes pas sur cette photo.',
}

const doneText = (how: Answer, missing: readonly string[]): string =>
  how === 'yes' && missing.length > 0
    ? `Merci. Il manque encore l’accord ${missing.join(' et ')}.`
    : DONE[how]

const CORRECTED =
  'Une correction dit que vous n’êtes pas sur cette photo. C’est à vous de le confirmer.'

const useAnswer = ({ agreement, missing, voice, code, onCode, onDone }: Props) => {
  const [busy, setBusy] = useState<Answer | null>(null)
  const [error, setError] = useState<string | null>(null)
  const answer = async (how: Answer): Promise<void> => {
    setBusy(how)
    setError(null)
    const needsCode = (how === 'yes' || how === 'absent') && voice === 'code'
    try {
      await call(answerAgreement, {
        params: { id: agreement.media_id },
        body: { answer: how, ...(needsCode ? { code } : {}) },
      })
      toast(doneText(how, missing), { kind: 'success' })
      onDone()
    } catch (thrown) {
      // a ticket is of use for two minutes
      const isOld =
        isPasskeyTicket(code) && thrown instanceof ApiError && thrown.code === 'agreement_code'
      if (isOld) onCode('')
      setError(
        isOld
          ? 'Utilisez de nouveau votre clé d’accès.'
          : (serverMessageOf(thrown) ?? 'Votre réponse n’a pas pu être envoyée. Réessayez.'),
      )
    } finally {
      setBusy(null)
    }
  }
  return { busy, error, answer }
}

const Code = ({ agreement, name, code, onCode }: Props) => (
  <CodeField
    identity={agreement.identity_id}
    label={`Code ${withDe(name)}`}
    value={code}
    onChange={onCode}
  />
)
const Picture = ({ agreement }: Pick<Props, 'agreement'>) => (
  <div
    className={styles.picture}
    style={{ aspectRatio: `${agreement.width || 1} / ${agreement.height || 1}` }}
  >
    <SignedImage
      media={{ id: agreement.media_id, blurhash: agreement.blurhash }}
      alt="La photo"
      className={styles.image}
    />
  </div>
)

/** Buttons of a photo that waits. `isSure`: «J’y suis» was pressed on a photo that was corrected. */
const Answers = ({
  isThere,
  isSure,
  busy,
  mayRefuse,
  canAnswer,
  answer,
  setThere,
}: {
  readonly isThere: boolean
  readonly isSure: boolean
  readonly busy: Answer | null
  readonly mayRefuse: boolean
  readonly canAnswer: boolean
  readonly answer: (how: Answer) => Promise<void>
  readonly setThere: (isThere: boolean) => void
}) => {
  const absent = (
    <Button
      variant={isThere ? 'ghost' : 'primary'}
      busy={busy === 'absent'}
      disabled={busy !== null || !canAnswer}
      onClick={() => void answer('absent')}
    >
      Je n’y suis pas
    </Button>
  )
  return (
    <>
      <div className={styles.buttons}>
        {isThere ? (
          <>
            {/* a second tap on «J’y suis» must not land on it */}
            {isSure ? null : absent}
            <Button
              busy={busy === 'no'}
              disabled={busy !== null || !mayRefuse}
              onClick={() => void answer('no')}
            >
              Non
            </Button>
            <Button
              variant="primary"
              busy={busy === 'yes'}
              disabled={busy !== null || !canAnswer}
              onClick={() => void answer('yes')}
            >
              Oui
            </Button>
          </>
        ) : (
          <>
            <Button disabled={busy !== null} onClick={() => setThere(true)}>
              J’y suis
            </Button>
            {absent}
          </>
        )}
      </div>
      {isSure ? (
        // below: a second tap on «J’y suis» must not land on it
        <div className={styles.buttons}>
          <Button
            variant="ghost"
            size="sm"
            disabled={busy !== null}
            onClick={() => setThere(false)}
          >
            Revenir
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** A photo that waits for the acting identity, who may have been named by mistake. */
export const AskedCard = (props: Props) => {
  const { agreement, name, voice, code } = props
  const { busy, error, answer } = useAnswer(props)
  const [isThere, setThere] = useState(!agreement.corrected)
  const card = useRef<HTMLElement>(null)
  /** «J’y suis» was pressed. */
  const isSure = agreement.corrected && isThere
  const wasSure = useRef(isSure)
  useEffect(() => {
    // the pressed button has gone
    if (isSure !== wasSure.current) regainFocus(() => card.current)
    wasSure.current = isSure
  }, [isSure])
  const canAnswer = voice === 'own' || voice === 'weak' || (voice === 'code' && code !== '')
  return (
    <article
      ref={card}
      className={styles.card}
      tabIndex={-1}
      data-asked=""
      aria-label={`Photo ajoutée le ${dateLong(agreement.asked_at)}`}
    >
      {voice === null ? <b>{`Accord ${withDe(name)}`}</b> : null}
      <Picture agreement={agreement} />
      <p className={styles.words}>{isThere ? AGREEMENT_TEXTS.answer.text : CORRECTED}</p>
      {voice === 'code' ? <Code {...props} /> : null}
      <Alert>{error}</Alert>
      <Answers
        isThere={isThere}
        isSure={isSure}
        busy={busy}
        mayRefuse={voice !== null}
        canAnswer={canAnswer}
        answer={answer}
        setThere={setThere}
      />
    </article>
  )
}

const STATES = {
  asked: { tone: 'neutral', word: 'En attente' },
  yes: { tone: 'ok', word: 'Oui' },
  no: { tone: 'neutral', word: 'Non' },
  withdrawn: { tone: 'neutral', word: 'Accord retiré' },
} as const

/** An answer of the acting identity, which may change it. */
export const GivenCard = (props: Props) => {
  const { agreement, name, voice } = props
  const { busy, error, answer } = useAnswer(props)
  const [open, setOpen] = useState(false)
  const isYes = agreement.state === 'yes'
  const { tone, word } = STATES[agreement.state]
  return (
    <article className={styles.given} aria-label={`Photo, réponse${NBSP}: ${word}`}>
      <div className={styles.thumb}>
        <SignedImage
          media={{ id: agreement.media_id, blurhash: agreement.blurhash }}
          variant="thumbnail"
          alt=""
          className={styles.image}
        />
      </div>
      <div className={styles.facts}>
        <span>
          <Tag tone={tone}>{word}</Tag>
        </span>
        {voice === null ? <b>{name}</b> : null}
        <small className="quiet">
          {agreement.decided_at ? dateLong(agreement.decided_at) : ''}
          {isYes && !agreement.strong ? ', sans code ni clé' : ''}
        </small>
        {open && voice === 'code' ? <Code {...props} /> : null}
        <Alert>{error}</Alert>
      </div>
      {isYes ? (
        <Button
          size="sm"
          busy={busy !== null}
          disabled={voice === null}
          onClick={() => void answer('withdraw')}
        >
          Retirer mon accord
        </Button>
      ) : voice === 'code' && !open ? (
        <Button size="sm" onClick={() => setOpen(true)}>
          Dire oui
        </Button>
      ) : (
        <Button
          size="sm"
          busy={busy !== null}
          disabled={voice === null || voice === 'none'}
          onClick={() => void answer('yes')}
        >
          Dire oui
        </Button>
      )}
    </article>
  )
}
