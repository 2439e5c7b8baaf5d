import { useState } from 'react'
import { Button } from '../../../ui/forms/button'
import { Checkbox } from '../../../ui/forms/checkbox'
import { Dialog } from '../../../ui/overlay/dialog'
import { Segmented } from '../../../ui/forms/segmented'
import { SelectField } from '../../../ui/forms/select-field'
import { NO_FILTERS, STATUS_FILTERS, type YesNoFilter, type Filters, type WhoFilter } from './model'
import styles from './participants.module.css'

const CHOICES = [
  { value: 'any', label: 'Tous' },
  { value: 'yes', label: 'Oui' },
  { value: 'no', label: 'Non' },
] as const satisfies readonly { value: YesNoFilter; label: string }[]
const WHO: readonly { value: WhoFilter; label: string }[] = [
  { value: 'any', label: 'Toutes' },
  { value: 'couple', label: 'Couples' },
  { value: 'woman', label: 'Femmes' },
  { value: 'man', label: 'Hommes' },
  { value: 'other', label: 'Autres' },
]
const NOTES = [
  ['paid', 'A payé'],
  ['present', 'Présent'],
  ['vip', 'VIP'],
  ['again', 'A redit oui'],
] as const

interface Props {
  readonly filters: Filters
  readonly isOrganizer: boolean
  /** The event asks its guests «Toujours partants ?». */
  readonly isAsked: boolean
  readonly onApply: (filters: Filters) => void
  readonly onClose: () => void
}

/**
 * Filters of the list, applied on confirmation. Members who are not organizers can filter by
 * identity only.
 */
export const FilterDialog = ({ filters, isOrganizer, isAsked, onApply, onClose }: Props) => {
  const [draft, setDraft] = useState(filters)
  const apply = (next: Filters): void => {
    onApply(next)
    onClose()
  }
  const tick = (status: Filters['statuses'][number], on: boolean): void =>
    setDraft({
      ...draft,
      statuses: on ? [...draft.statuses, status] : draft.statuses.filter((s) => s !== status),
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Filtrer les participants"
      size="sm"
      level={700}
      footer={
        <>
          <Button onClick={() => apply(NO_FILTERS)}>Tout afficher</Button>
          <Button variant="primary" onClick={() => apply(draft)}>
            Filtrer
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {isOrganizer ? (
          <>
            <fieldset className={styles.group}>
              <legend>Statut</legend>
              {STATUS_FILTERS.map(({ value, label }) => (
                <Checkbox
                  key={value}
                  label={label}
                  checked={draft.statuses.includes(value)}
                  onChange={(on) => tick(value, on)}
                />
              ))}
            </fieldset>
            {NOTES.filter(([name]) => name !== 'again' || isAsked).map(([name, label]) => (
              <div key={name} className={styles.line}>
                <span aria-hidden="true">{label}</span>
                <Segmented
                  label={label}
                  options={CHOICES}
                  value={draft[name]}
                  onChange={(v) => setDraft({ ...draft, [name]: v })}
                />
              </div>
            ))}
          </>
        ) : null}
        <SelectField
          label="Identités"
          value={draft.who}
          onChange={(v) => setDraft({ ...draft, who: v as WhoFilter })}
          options={WHO}
        />
      </div>
    </Dialog>
  )
}
