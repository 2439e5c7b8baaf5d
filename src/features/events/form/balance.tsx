import { useState } from 'react'
import { PLACE_KINDS, QUESTION_MAX, QUESTIONS_MAX, RULES_TEXT_MAX } from '#contract/events/balance'
import { NBSP } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { IconPlus } from '../../../ui/icons/actions'
import { Card } from '../../../ui/layout/card'
import { TextArea } from '../../../ui/forms/text-area'
import { TextField } from '../../../ui/forms/text-field'
import { PLACE_KIND_LABELS } from '../state/balance'
import { DraftError, type FormSectionProps } from './draft-field'
import { hasQuotas } from './form'
import styles from './form.module.css'

const Places = ({ draft, errors, set }: FormSectionProps) => (
  <div className={styles.fields} data-field="places">
    <p className="quiet">
      {`Un nombre pour chaque genre de places, qui ouvre une liste d’attente pour chacun. Laissez vide ce qui n’a pas de limite${NBSP}; 0${NBSP}: aucune place. Un couple prend une place de couple.`}
    </p>
    <div className={styles.two}>
      {PLACE_KINDS.map((kind) => (
        <TextField
          key={kind}
          label={PLACE_KIND_LABELS[kind]}
          value={draft.places[kind]}
          onChange={(value) => {
            const places = { ...draft.places, [kind]: value }
            // the switch is in another card, and a kind without a list would refuse the next of its kind
            const isFirst = !hasQuotas(draft) && hasQuotas({ ...draft, places })
            set({ places, ...(isFirst ? { waitlist: true } : {}) })
          }}
          inputMode="numeric"
          autoComplete="off"
          placeholder="Sans limite"
        />
      ))}
    </div>
    <DraftError text={errors.places} />
  </div>
)

const Questions = ({ draft, errors, set }: FormSectionProps) => {
  const { questions } = draft
  return (
    <div className={styles.fields} data-field="questions">
      {questions.map((text, i) => (
        <TextField
          // a question has no other identity while it is typed
          key={i}
          label={`Question ${i + 1}`}
          value={text}
          onChange={(value) => set({ questions: questions.with(i, value) })}
          maxLength={QUESTION_MAX}
          autoComplete="off"
          placeholder={`Un régime, une allergie${NBSP}?`}
        />
      ))}
      <DraftError text={errors.questions} />
      <div className={styles.row}>
        {questions.length < QUESTIONS_MAX ? (
          <Button
            size="sm"
            icon={<IconPlus size={18} />}
            onClick={() => set({ questions: [...questions, ''] })}
          >
            Ajouter une question
          </Button>
        ) : null}
      </div>
      <p className="quiet">
        Posées avec «{NBSP}Je participe{NBSP}». Les organisateurs seuls lisent les réponses,
        effacées une semaine après la sortie.
      </p>
    </div>
  )
}

/** Places by kind, house rules and questions: folded until there are some. */
export const BalanceFields = (section: FormSectionProps) => {
  const { draft, errors, set } = section
  const [wasSet] = useState(hasQuotas(draft) || draft.rules !== '' || draft.questions.length > 0)
  const isWrong = Boolean(errors.places || errors.rules || errors.questions)
  return (
    <Card as="section" label="Équilibre et règles">
      <details className={styles.fold} open={wasSet || isWrong || undefined}>
        <summary>
          <b>Équilibre et règles</b>
          <small>Places par genre, règles de la maison, questions aux invités</small>
        </summary>
        <div className={styles.fields}>
          <Places {...section} />
          <div data-field="rules">
            <TextArea
              label="Règles de la maison"
              required={false}
              value={draft.rules}
              error={errors.rules}
              onChange={(rules) => set({ rules })}
              maxLength={RULES_TEXT_MAX}
              counter
              hint="Chaque personne les accepte en s’inscrivant, puis à nouveau si vous les changez, avant de lire l’adresse."
            />
          </div>
          <Questions {...section} />
        </div>
      </details>
    </Card>
  )
}
