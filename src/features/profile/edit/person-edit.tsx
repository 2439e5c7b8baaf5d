import { PROFILE_DESCRIPTION_MAX } from '#contract/limits'
import {
  ORIENTATIONS,
  ORIGINE,
  PRACTICES,
  SILHOUETTE,
  SMOKER,
  type Person,
} from '#contract/profile/data'
import { NBSP } from '../../../lib/text'
import type { Gender } from '#contract/common'
import { SelectField } from '../../../ui/forms/select-field'
import { TextArea } from '../../../ui/forms/text-area'
import { TextField } from '../../../ui/forms/text-field'
import { BirthField } from './birth-field'
import { heightError, heightText } from './height'
import {
  ORIENTATION_LABEL,
  ORIGINE_LABEL,
  practiceLabels,
  SILHOUETTE_LABEL,
  SMOKER_LABEL,
  TASTE_WORDS,
} from '../../../parts/member/trait-labels'
import { genderedTrait } from '../state/labels'
import { RatingsEdit } from './ratings-edit'
import styles from '../profile.module.css'

const options = <K extends string>(
  keys: readonly K[],
  labels: Readonly<Record<K, string>>,
  gender: Gender,
): { value: K; label: string }[] =>
  keys.map((value) => ({ value, label: genderedTrait(labels[value], gender) }))

interface Props {
  readonly person: Person
  readonly onChange: (change: Partial<Person>) => void
}

const NameAndHeight = ({ person, handle, onChange }: Props & { handle: string }) => {
  const wrong = heightError(person.taille)
  const seen = heightText(person.taille)
  return (
    <div className={styles.two}>
      <TextField
        label="Prénom"
        value={person.firstName ?? ''}
        onChange={(firstName) => onChange({ firstName: firstName || null })}
        maxLength={40}
        autoComplete="off"
        hint={`Les autres lisent${NBSP}: ${handle}`}
      />
      <TextField
        label="Taille"
        value={person.taille ?? ''}
        onChange={(taille) => onChange({ taille: taille || null })}
        maxLength={8}
        inputMode="decimal"
        autoComplete="off"
        placeholder="1,70"
        error={wrong}
        hint={seen && !wrong ? seen : 'En mètres ou en centimètres.'}
      />
    </div>
  )
}

const Traits = ({ person, onChange, gender }: Props & { gender: Gender }) => (
  <div className={styles.three}>
    <SelectField
      label="Silhouette"
      placeholder="Non précisée"
      value={person.silhouette ?? ''}
      options={options(SILHOUETTE, SILHOUETTE_LABEL, gender)}
      onChange={(v) => onChange({ silhouette: SILHOUETTE.find((k) => k === v) ?? null })}
    />
    <SelectField
      label="Origine"
      placeholder="Non précisée"
      value={person.origine ?? ''}
      options={options(ORIGINE, ORIGINE_LABEL, gender)}
      onChange={(v) => onChange({ origine: ORIGINE.find((k) => k === v) ?? null })}
    />
    <SelectField
      label="Tabac"
      placeholder="Non précisé"
      value={person.smoker ?? ''}
      options={options(SMOKER, SMOKER_LABEL, gender)}
      onChange={(v) => onChange({ smoker: SMOKER.find((k) => k === v) ?? null })}
    />
  </div>
)

/** Fields of one person. `handle`: the name that others see. */
export const PersonEdit = ({
  person,
  handle,
  gender,
  couple,
  onChange,
}: Props & { handle: string; gender: Gender; couple: boolean }) => {
  const comment = (key: keyof Person['comments'], text: string): void =>
    onChange({ comments: { ...person.comments, [key]: text } })
  return (
    <div className={styles.form}>
      <NameAndHeight person={person} handle={handle} onChange={onChange} />
      <BirthField value={person.birthDate} onChange={(birthDate) => onChange({ birthDate })} />
      <Traits person={person} gender={gender} onChange={onChange} />
      <TextArea
        label="Quelques mots"
        value={person.description ?? ''}
        onChange={(description) => onChange({ description: description || null })}
        maxLength={PROFILE_DESCRIPTION_MAX}
        counter
      />
      <h3 className={styles.minor}>Attirances</h3>
      <RatingsEdit
        keys={ORIENTATIONS}
        labels={ORIENTATION_LABEL}
        values={person}
        comments={person.comments}
        words={TASTE_WORDS}
        onValue={(k, v) => onChange({ [k]: v })}
        onComment={comment}
      />
      <h3 className={styles.minor}>Pratiques</h3>
      <RatingsEdit
        keys={PRACTICES}
        labels={practiceLabels(couple)}
        words={TASTE_WORDS}
        values={person.practices}
        comments={person.comments}
        onValue={(k, v) => onChange({ practices: { ...person.practices, [k]: v } })}
        onComment={comment}
      />
    </div>
  )
}
