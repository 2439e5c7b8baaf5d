import { useId, type ReactNode } from 'react'
import { Spinner } from '../feedback/spinner'
import styles from './toggle.module.css'

type SwitchProps = {
  label: ReactNode
  checked: boolean
  /** Takes effect at once (a box to confirm later is a `Checkbox`). */
  onChange: (checked: boolean) => void
  hint?: ReactNode
  /** Being saved. */
  busy?: boolean | undefined
  disabled?: boolean | undefined
}

/** On or off; the whole line is its target. */
export function Switch({ label, checked, onChange, hint, busy, disabled }: SwitchProps) {
  const id = useId()
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        <span id={id}>{label}</span>
        {hint ? (
          <span id={`${id}-hint`} className={styles.note}>
            {hint}
          </span>
        ) : null}
      </span>
      {busy ? <Spinner size={18} /> : null}
      <span className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-busy={busy || undefined}
          aria-labelledby={id}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => {
            if (!busy) onChange(event.target.checked)
          }}
        />
        <i />
      </span>
    </label>
  )
}
