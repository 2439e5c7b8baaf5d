import { useId, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { IconFailure } from '../icons/base'
import styles from './field.module.css'

/** To spread on the control that the field names and describes. */
type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  /** A label that is not seen is shown when the pointer rests on the control. */
  title: string | undefined
}

export type FieldShell = {
  label: string
  /** One quiet line under the control. */
  hint?: ReactNode
  /** What is wrong, in words; linked to the control and announced when it appears. */
  error?: string | undefined
  /** The member changed the value: the error of the previous one is cleared. */
  onEdit?: (() => void) | undefined
  /** The label is read but not seen. */
  labelHidden?: boolean | undefined
}

type FieldProps = FieldShell & {
  required?: boolean | undefined
  /** Beside the hint: a counter. */
  note?: ReactNode
  children: (control: FieldControl) => ReactNode
}

/** Label, control, hint or error: the frame of every form control. */
export function Field({
  label,
  hint,
  error,
  onEdit,
  labelHidden,
  required,
  note,
  children,
}: FieldProps) {
  const id = useId()
  const describedBy = cx(Boolean(hint) && `${id}-hint`, error && `${id}-error`) || undefined
  return (
    <div className={styles.field} onChange={onEdit}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
        {required === false ? <span className={styles.optional}> (pas obligatoire)</span> : null}
      </label>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
        title: labelHidden ? label : undefined,
      })}
      {hint || note ? (
        <div className={styles.foot}>
          <span id={`${id}-hint`}>{hint}</span>
          {note}
        </div>
      ) : null}
      <div className={styles.alert} aria-live="polite">
        {error ? (
          <p id={`${id}-error`} className={styles.error}>
            <IconFailure size={16} />
            {error}
          </p>
        ) : null}
      </div>
    </div>
  )
}
