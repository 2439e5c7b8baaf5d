import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { IconCheck, IconFailure } from '../icons/base'
import styles from './toggle.module.css'

type CheckboxProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'checked' | 'onChange'
> & {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
  error?: string | undefined
}

/** The box alone, in a label that says what it ticks. */
export const Tick = ({
  checked,
  onChange,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'checked' | 'onChange'> &
  Pick<CheckboxProps, 'checked' | 'onChange'>) => (
  <span className={styles.check}>
    <input
      {...rest}
      type="checkbox"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <IconCheck size={16} />
  </span>
)

/** A box to tick; the whole line is its target. */
export function Checkbox({ label, checked, onChange, hint, error, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={styles.item}>
      <label className={styles.line}>
        <Tick
          {...rest}
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={cx(Boolean(hint) && `${id}-hint`, error && `${id}-error`) || undefined}
          onChange={onChange}
        />
        <span className={styles.label}>{label}</span>
      </label>
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      <div aria-live="polite">
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
