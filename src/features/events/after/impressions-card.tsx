import { useState } from 'react'
import type { Impressions } from '#contract/events/after'
import type { Event } from '#contract/events/events'
import { NBSP } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { Segmented } from '../../../ui/forms/segmented'
import { Card } from '../../../ui/layout/card'
import { Help } from './help'
import { QUESTIONS } from './questions'
import styles from './after.module.css'

const ANSWERS = [
  { value: '1', label: 'Non' },
  { value: '2', label: 'Plutôt' },
  { value: '3', label: 'Oui' },
] as const
type Answer = '' | '1' | '2' | '3'
type Draft = Readonly<Record<keyof Impressions, Answer>>
const EMPTY: Draft = { welcome: '', respect: '', again: '' }

const Questions = ({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) =>
  QUESTIONS.map(({ name, text }) => (
    <Segmented<Answer>
      key={name}
      label={text}
      labelShown
      block
      options={ANSWERS}
      value={draft[name]}
      onChange={(value) => onChange({ ...draft, [name]: value })}
    />
  ))

/** A guest whose limits were not respected: no one contacts them, and help is one tap away. */
const Hurt = ({ event }: { event: Event }) => {
  const [helps, setHelps] = useState(false)
  if (helps) return <Help event={event} onClose={() => setHelps(false)} />
  return (
    <div className={styles.hurt}>
      <p>
        Personne ne vient vers vous pour une réponse donnée ici. Si vous voulez en parler, c’est
        possible, à qui vous voulez.
      </p>
      <Button size="sm" onClick={() => setHelps(true)}>
        J’ai besoin de parler
      </Button>
    </div>
  )
}

/** Three questions about the evening, for guests; organizers read them together, without names. */
export const ImpressionsCard = ({
  event,
  said,
  busy,
  onSay,
}: {
  event: Event
  said: Impressions | null
  busy: boolean
  onSay: (said: Impressions | null) => void
}) => {
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const takeBack = (): void => {
    setDraft(EMPTY)
    onSay(null)
  }
  const send = (): void =>
    onSay({
      welcome: Number(draft.welcome),
      respect: Number(draft.respect),
      again: Number(draft.again),
    })
  return (
    <Card as="section" title={`Comment était la soirée${NBSP}?`}>
      {said ? (
        <>
          <p className={styles.text} role="status">
            Merci, c’est noté. Vos réponses comptent avec celles des autres, sans votre nom.
          </p>
          <Button size="sm" busy={busy} onClick={takeBack}>
            Retirer mes réponses
          </Button>
        </>
      ) : (
        <>
          <p className={styles.text}>
            Trois questions, si le cœur vous en dit. Les organisateurs n’en lisent que la tendance,
            à partir de trois invités, et jamais qui a répondu.
          </p>
          <div className={styles.questions}>
            <Questions draft={draft} onChange={setDraft} />
            <Button
              variant="primary"
              busy={busy}
              disabled={Object.values(draft).includes('')}
              onClick={send}
            >
              Envoyer
            </Button>
          </div>
        </>
      )}
      {(said ? said.respect === 1 : draft.respect === '1') ? <Hurt event={event} /> : null}
    </Card>
  )
}
