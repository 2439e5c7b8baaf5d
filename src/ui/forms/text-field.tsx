import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { Field, type FieldShell } from './field'
import styles from './field.module.css'

export type TextFieldProps = FieldShell &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
    value: string
    onChange: (value: string) => void
    /** Inside the box: an icon before, a unit or button after. */
    leading?: ReactNode
    trailing?: ReactNode
    ref?: Ref<HTMLInputElement> | undefined
  }

/**
 * One line of text. Give `autoComplete` (and `inputMode`) wherever the browser can help.
 * `required={false}` writes «(pas obligatoire)», which suits a noun of either gender.
 */
export function TextField({
  label,
  hint,
  error,
  onEdit,
  labelHidden,
  value,
  onChange,
  leading,
  trailing,
  ref,
  required,
  ...rest
}: TextFieldProps) {
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
          {leading}
          <input
            {...rest}
            {...control}
            ref={ref}
            required={required}
            className={styles.input}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {trailing}
        </div>
      )}
    </Field>
  )
}
