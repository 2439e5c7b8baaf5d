import { useState } from 'react'
import { ADULT_YEARS } from '#contract/limits'
import { ageOn } from '#contract/profile/age'
import { MONTHS, parisDay } from '../../../lib/dates'
import { SelectField } from '../../../ui/forms/select-field'
import {
  birthYears,
  clampDay,
  birthDateOf,
  daysInMonth,
  birthPartsOf,
  type BirthParts,
} from './birth'
import styles from '../profile.module.css'

const option = (
  value: number | string,
  label = String(value),
): { value: string; label: string } => ({ value: String(value), label })

/** Day, month and year; the day is kept within its month. `onChange`: a date once all three are chosen, else null. */
export const BirthField = ({
  value,
  onChange,
}: {
  value: string | null
  onChange: (date: string | null) => void
}) => {
  const [parts, setParts] = useState(() => birthPartsOf(value))
  const [today] = useState(() => parisDay(Date.now()))
  const set = (part: Partial<BirthParts>): void => {
    const next = clampDay({ ...parts, ...part })
    setParts(next)
    onChange(birthDateOf(next))
  }
  const date = birthDateOf(parts)
  const some = parts.day !== '' || parts.month !== '' || parts.year !== ''
  const error =
    date && ageOn(date, today) < ADULT_YEARS
      ? `Il faut avoir au moins ${ADULT_YEARS} ans.`
      : undefined
  return (
    <fieldset className={styles.birth}>
      <legend>Date de naissance</legend>
      <div className={styles.three}>
        <SelectField
          label="Jour"
          labelHidden
          placeholder="Jour"
          value={parts.day}
          onChange={(day) => set({ day })}
          options={Array.from(
            { length: daysInMonth(Number(parts.month), parts.year ? Number(parts.year) : null) },
            (_, i) => option(i + 1),
          )}
        />
        <SelectField
          label="Mois"
          labelHidden
          placeholder="Mois"
          value={parts.month}
          onChange={(month) => set({ month })}
          options={MONTHS.map((name, i) => option(i + 1, name))}
        />
        <SelectField
          label="Année"
          labelHidden
          placeholder="Année"
          value={parts.year}
          onChange={(year) => set({ year })}
          options={birthYears(Number(today.slice(0, 4))).map((y) => option(y))}
        />
      </div>
      <p className={error ? styles.wrong : 'quiet'} role={error ? 'alert' : undefined}>
        {error ??
          (some && !date
            ? 'Choisissez le jour, le mois et l’année.'
            : 'Les autres ne voient que votre âge.')}
      </p>
    </fieldset>
  )
}
