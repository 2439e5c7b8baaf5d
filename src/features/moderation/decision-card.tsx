import { useEffect, useRef, useState } from 'react'
import { appealDecision, type OwnDecision } from '#contract/moderation'
import { APPEAL_MAX } from '#contract/staff/measures'
import { storage } from '../../data/device/storage'
import { call } from '../../data/http/api'
import { toast } from '../../data/state/toasts'
import { dateLong } from '../../lib/dates'
import { NBSP } from '../../lib/text'
import { SubmitRow } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'
import { Pill } from '../../ui/display/pill'
import { Button } from '../../ui/forms/button'
import { TextArea } from '../../ui/forms/text-area'
import { regainFocus } from '../../ui/overlay/focus-after'
import { aboutLabel, restoredPlaceText, ORIGIN_LABELS, decisionTitle } from './labels'
import styles from './moderation.module.css'

type Draft = `appeal_draft:${string}`

const AppealForm = ({
  id,
  onSent,
  onCancel,
}: {
  id: string
  onSent: () => void
  onCancel: () => void
}) => {
  const key: Draft = `appeal_draft:${id}`
  const [text, setText] = useState(() => storage.get(key) ?? '')
  const form = useForm()
  const keep = (value: string): void => {
    setText(value)
    if (value === '') storage.remove(key)
    else storage.set(key, value)
  }
  const send = async (): Promise<void> => {
    await call(appealDecision, { params: { id }, body: { text: text.trim() } })
    storage.remove(key)
    toast('Votre contestation est partie. Une personne de l’équipe va la lire.', {
      kind: 'success',
      durationMs: 6000,
    })
    onSent()
  }
  return (
    <form
      className="stack"
      aria-label="Contester cette décision"
      noValidate
      onSubmit={form.submit(send, () => ({
        text: text.trim() === '' ? 'Dites-nous pourquoi vous contestez cette décision.' : undefined,
      }))}
    >
      <TextArea
        label="Pourquoi vous contestez"
        value={text}
        onChange={keep}
        maxLength={APPEAL_MAX}
        counter
        hint="Ce texte est gardé sur cet appareil jusqu’à son envoi."
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the button that it replaces
        autoFocus
        {...form.field('text')}
      />
      <SubmitRow form={form} onCancel={onCancel} cancel="Plus tard">
        Envoyer ma contestation
      </SubmitRow>
    </form>
  )
}

const APPEALS = {
  open: { tone: 'info', label: 'Contestation à l’étude' },
  upheld: { tone: 'neutral', label: 'Décision maintenue' },
  overturned: { tone: 'ok', label: 'Décision annulée' },
} as const

const Appeal = ({ appeal }: { appeal: NonNullable<OwnDecision['appeal']> }) => {
  const { tone, label } = APPEALS[appeal.state]
  return (
    <div className={styles.appeal} data-appeal="" tabIndex={-1}>
      <p>
        <Pill tone={tone}>{label}</Pill>
      </p>
      <p className="quiet">Vous avez écrit le {dateLong(appeal.createdAt)}</p>
      <p className={styles.words}>{appeal.text}</p>
      {appeal.answer ? (
        <>
          <p className="quiet">L’équipe vous répond</p>
          <p className={styles.words}>{appeal.answer}</p>
        </>
      ) : null}
    </div>
  )
}

/** A decision about the member, its reasons, and the way to contest it. */
export const DecisionCard = ({
  decision,
  level = 3,
  onChanged,
}: {
  decision: OwnDecision
  /** Level of its heading. */
  level?: 2 | 3
  onChanged: () => void
}) => {
  const Heading = `h${level}` as const
  const [writing, setWriting] = useState(
    () => storage.get(`appeal_draft:${decision.id}` satisfies Draft) !== undefined,
  )
  const { rule, undoneAt, appealUntil } = decision
  const about = aboutLabel(decision)
  const isWriting = appealUntil !== null && writing
  const card = useRef<HTMLElement>(null)
  const was = useRef(isWriting)
  // the form goes with what had the keyboard
  useEffect(() => {
    if (was.current && !isWriting)
      regainFocus(() => card.current?.querySelector<HTMLElement>('[data-appeal], button'))
    was.current = isWriting
  }, [isWriting])
  return (
    <article ref={card} className={styles.card}>
      <Heading className={styles.cardTitle}>{decisionTitle(decision)}</Heading>
      <p className="quiet">
        {dateLong(decision.madeAt)} · {ORIGIN_LABELS[decision.origin]}
      </p>
      {undoneAt ? (
        <p>
          <Pill tone="ok">Levée le {dateLong(undoneAt)}</Pill>
        </p>
      ) : null}
      {undoneAt && restoredPlaceText(decision) ? (
        <p className="quiet">{restoredPlaceText(decision)}</p>
      ) : null}
      {about ? (
        <p className={styles.about}>
          {decision.about?.picture ? (
            <img src={decision.about.picture} alt="" width={56} height={56} />
          ) : null}
          <span>
            {about}
            {decision.about?.text ? `«${NBSP}${decision.about.text}${NBSP}»` : null}
          </span>
        </p>
      ) : null}
      <p className={styles.words}>{decision.facts}</p>
      {rule ? (
        <blockquote className={styles.rule}>
          <b>{rule.title}</b>
          <p>{rule.text}</p>
        </blockquote>
      ) : null}
      {decision.appeal ? <Appeal appeal={decision.appeal} /> : null}
      {isWriting ? (
        <AppealForm id={decision.id} onSent={onChanged} onCancel={() => setWriting(false)} />
      ) : null}
      {appealUntil && !writing ? (
        <div className={styles.buttons}>
          <span className="quiet">
            Vous pouvez contester jusqu’au {dateLong(appealUntil)}. La justice vous reste ouverte
            dans tous les cas.
          </span>
          <Button onClick={() => setWriting(true)}>Contester</Button>
        </div>
      ) : null}
    </article>
  )
}
