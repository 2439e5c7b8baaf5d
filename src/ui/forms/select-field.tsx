import type { SelectHTMLAttributes } from 'react'
import { cx } from '../../lib/cx'
import { Field, type FieldShell } from './field'
import { IconDown } from '../icons/nav'
import styles from './field.module.css'

type SelectFieldProps = FieldShell &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'children'> & {
    value: string
    onChange: (value: string) => void
    options: readonly { value: string; label: string; disabled?: boolean | undefined }[]
    /** A first choice without value: «Non précisé». */
    placeholder?: string | undefined
  }

/** The platform's own select: its list is the one people know on each device. */
export function SelectField({
  label,
  hint,
  error,
  onEdit,
  labelHidden,
  value,
  onChange,
  options,
  placeholder,
  required,
  ...rest
}: SelectFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      onEdit={onEdit}
      labelHidden={labelHidden}
      required={required}
    >
      {(control) => (
        <div className={styles.box}>
          <select
            {...rest}
            {...control}
            required={required}
            className={cx(styles.input, styles.select)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={styles.chevron}>
            <IconDown size={18} />
          </span>
        </div>
      )}
    </Field>
  )
}
