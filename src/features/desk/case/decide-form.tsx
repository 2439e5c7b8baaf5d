import { useEffect, useRef } from 'react'
import type { CaseDetail } from '#contract/staff/cases'
import {
  FACTS_MAX,
  REASONED_MEASURES,
  TIMED_MEASURES,
  type Measure,
} from '#contract/staff/measures'
import { NBSP, plural } from '../../../lib/text'
import { cx } from '../../../lib/cx'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/forms/button'
import { Checkbox } from '../../../ui/forms/checkbox'
import { SelectField } from '../../../ui/forms/select-field'
import { TextArea } from '../../../ui/forms/text-area'
import { MEASURE_KEYS, MEASURE_LABELS } from '../labels'
import { PHOTO_REFUSALS, photoRefusal } from '../templates'
import { Concerned, Days, Scopes } from './restrict-fields'
import { offeredMeasures, type Decide } from './use-decide'
import styles from './case.module.css'

/** The persons whose faces are on both the photo and the profile. */
const Persons = ({ detail, decide: { draft, set } }: { detail: CaseDetail; decide: Decide }) => (
  <fieldset>
    <legend className={styles.legend}>Visages reconnus</legend>
    {detail.persons.map(({ id, handle }) => (
      <Checkbox
        key={id}
        label={handle}
        checked={draft.persons.includes(id)}
        onChange={(on) =>
          set({
            persons: on ? [...draft.persons, id] : draft.persons.filter((one) => one !== id),
          })
        }
      />
    ))}
  </fieldset>
)

/** Measures without a text. */
const WORDLESS: readonly Measure[] = ['admit', 'verify']
const factsLabel = (measure: Measure): string => {
  if (measure === 'dismiss') return 'Note pour l’équipe'
  return measure === 'refuse' ? 'Ce que la personne lira' : 'Ce que le membre lira'
}

const PhotoRefusal = ({
  facts,
  onChange,
}: {
  facts: string
  onChange: (facts: string) => void
}) => {
  const known = PHOTO_REFUSALS.find((one) => photoRefusal(one) === facts)
  return (
    <SelectField
      label="Motif"
      value={known ?? ''}
      options={[
        ...(known ? [] : [{ value: '', label: 'En vos mots' }]),
        ...PHOTO_REFUSALS.map((one) => ({ value: one, label: one })),
      ]}
      onChange={(one) => (one ? onChange(photoRefusal(one)) : undefined)}
    />
  )
}

const Details = ({
  decide,
  measure,
  detail: {
    line: { subjectKind: subject },
    persons,
  },
}: {
  decide: Decide
  measure: Measure
  detail: CaseDetail
}) => {
  const { draft, rule, rules, set } = decide
  return (
    <div className={styles.details}>
      {REASONED_MEASURES.includes(measure) ? (
        <SelectField
          label="Règle concernée"
          value={rule}
          options={rules.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(value) => set({ rule: value })}
        />
      ) : null}
      {TIMED_MEASURES.includes(measure) ? (
        <Days days={draft.days} onChange={(days) => set({ days })} />
      ) : null}
      {measure === 'restrict' ? (
        <>
          <Scopes scopes={draft.scopes} onChange={(scopes) => set({ scopes })} />
          <Concerned
            persons={persons}
            identity={draft.identity}
            onChange={(identity) => set({ identity })}
          />
        </>
      ) : null}
      {measure === 'refuse' && subject === 'verification' ? (
        <PhotoRefusal facts={draft.facts} onChange={(facts) => set({ facts })} />
      ) : null}
      <TextArea
        label={factsLabel(measure)}
        required={measure !== 'dismiss' && (measure !== 'refuse' || subject === 'verification')}
        value={draft.facts}
        onChange={(facts) => set({ facts })}
        maxLength={FACTS_MAX}
        counter
        maxHeight={320}
      />
    </div>
  )
}

const labelOf = (measure: Measure, { proposal, line }: CaseDetail): string => {
  if (measure === 'refuse' && line.subjectKind === 'verification') return 'La photo ne suffit pas'
  if (measure === 'remove' && line.subjectKind === 'profile') return 'Retirer les textes'
  if (proposal?.measure !== measure) return MEASURE_LABELS[measure]
  return measure === 'exclude' ? 'Confirmer l’exclusion' : 'Confirmer\u00a0: c’est cette personne'
}

/** What «Décider» will do: on a phone its details are below it. */
const summaryOf = (measure: Measure, detail: CaseDetail, { draft, rule, rules }: Decide): string =>
  [
    labelOf(measure, detail),
    TIMED_MEASURES.includes(measure) ? plural(draft.days, 'jour') : null,
    measure === 'restrict' ? detail.persons.find((one) => one.id === draft.identity)?.handle : null,
    REASONED_MEASURES.includes(measure) ? rules.find((one) => one.key === rule)?.title : null,
  ]
    .filter(Boolean)
    .join(' · ')

/** Of the decision's section: there is one case on the screen. */
export const DECIDE_ID = 'decider'

/** Measures as big buttons, what the chosen one needs, and «Décider». */
export const DecideForm = ({ detail, decide }: { detail: CaseDetail; decide: Decide }) => {
  const { measure } = decide.draft
  const measures = offeredMeasures(detail)
  const button = useRef<HTMLButtonElement & HTMLAnchorElement>(null)
  const first = useRef(true)
  // Enter decides at once with the defaults
  useEffect(() => {
    if (!first.current && measure) button.current?.focus({ preventScroll: true })
    first.current = false
  }, [measure])
  if (detail.line.state === 'decided') return null
  if (measures.length === 0)
    return <p className={styles.quiet}>Quelqu’un d’autre de l’équipe doit en décider.</p>
  return (
    <section id={DECIDE_ID} className={styles.decide} aria-label="Décision">
      <h2 className={styles.sectionTitle}>Décision</h2>
      {detail.appeal?.own || detail.contested?.own ? (
        <p className={styles.quiet}>
          Vous avez pris cette décision, et personne d’autre ne peut la relire{NBSP}: le membre le
          lira sous votre réponse.
        </p>
      ) : null}
      <div className={styles.measures}>
        {measures.map((one) => (
          <button
            key={one}
            type="button"
            className={cx(styles.measure, one === measure && styles.chosen)}
            aria-pressed={one === measure}
            data-grave={one === 'exclude' ? '' : undefined}
            onClick={() => decide.choose(one)}
          >
            <kbd aria-hidden="true">{MEASURE_KEYS[one]}</kbd>
            {labelOf(one, detail)}
          </button>
        ))}
      </div>
      {measure === 'verify' && detail.persons.length > 1 ? (
        <Persons detail={detail} decide={decide} />
      ) : null}
      {measure && !WORDLESS.includes(measure) ? (
        <Details decide={decide} measure={measure} detail={detail} />
      ) : null}
      {measure ? (
        <div className={styles.foot}>
          <Alert>{decide.error}</Alert>
          <Button
            ref={button}
            variant="primary"
            size="lg"
            block
            busy={decide.busy}
            onClick={() => void decide.decide()}
          >
            Décider
          </Button>
          <p className={styles.quiet}>{summaryOf(measure, detail, decide)}</p>
        </div>
      ) : null}
    </section>
  )
}
