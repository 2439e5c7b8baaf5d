import { SANCTION_DAYS_MAX, type Restriction } from '#contract/staff/measures'
import type { CaseDetail } from '#contract/staff/cases'
import { NBSP } from '../../../lib/text'
import { Checkbox } from '../../../ui/forms/checkbox'
import { Segmented } from '../../../ui/forms/segmented'
import { SelectField } from '../../../ui/forms/select-field'
import { TextField } from '../../../ui/forms/text-field'
import { SCOPE_LABELS } from '../labels'
import { RESTRICTION_DAYS } from '../templates'
import styles from './case.module.css'

export const Days = ({ days, onChange }: { days: number; onChange: (days: number) => void }) => {
  const known = (RESTRICTION_DAYS as readonly number[]).includes(days)
  return (
    <div className={styles.days}>
      <Segmented
        label="Durée"
        labelShown
        block
        options={[
          ...RESTRICTION_DAYS.map((n) => ({ value: String(n), label: `${n}${NBSP}jours` })),
          { value: 'other', label: 'Autre' },
        ]}
        value={known ? String(days) : 'other'}
        onChange={(value) => onChange(value === 'other' ? 3 : Number(value))}
      />
      {known ? null : (
        <TextField
          label="Nombre de jours"
          type="number"
          inputMode="numeric"
          min={1}
          max={SANCTION_DAYS_MAX}
          value={days ? String(days) : ''}
          onChange={(value) => onChange(Number(value))}
        />
      )}
    </div>
  )
}

export const Scopes = ({
  scopes,
  onChange,
}: {
  scopes: readonly Restriction[]
  onChange: (scopes: readonly Restriction[]) => void
}) => (
  <fieldset className={styles.scopes}>
    <legend className={styles.legend}>Actions fermées</legend>
    {(Object.keys(SCOPE_LABELS) as Restriction[]).map((one) => (
      <Checkbox
        key={one}
        label={SCOPE_LABELS[one]}
        checked={scopes.includes(one)}
        onChange={(on) => onChange(on ? [...scopes, one] : scopes.filter((s) => s !== one))}
      />
    ))}
  </fieldset>
)

/** Of a couple: what one person did need not close anything to the other. */
export const Concerned = ({
  persons,
  identity,
  onChange,
}: {
  persons: CaseDetail['persons']
  identity: string | null
  onChange: (identity: string | null) => void
}) =>
  persons.length < 2 ? null : (
    <SelectField
      label="Pour qui"
      value={identity ?? ''}
      options={[
        { value: '', label: 'Tout le compte' },
        ...persons.map(({ id, handle }) => ({ value: id, label: `L’identité ${handle} seule` })),
      ]}
      onChange={(value) => onChange(value || null)}
      hint={
        identity === null
          ? undefined
          : 'Fermé aussi aux deux ensemble. L’autre personne, seule, garde tout.'
      }
    />
  )
