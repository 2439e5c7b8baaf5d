import { useId, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import styles from './segmented.module.css'

type SegmentedProps<Value extends string> = {
  /** What is chosen, for screen readers: «Affichage». */
  label: string
  /** It is seen too: in a form. */
  labelShown?: boolean | undefined
  options: readonly { value: Value; label: string; icon?: ReactNode; count?: number | undefined }[]
  value: Value
  onChange: (value: Value) => void
  /** Full width, equal parts. */
  block?: boolean | undefined
}

/** Two or three views of the same thing: «Messages · Photos», «Reçues · Envoyées». Native radios: arrows choose. */
export function Segmented<Value extends string>({
  label,
  labelShown,
  options,
  value,
  onChange,
  block,
}: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className={cx(styles.set, block && styles.block)}>
      <legend className={labelShown ? styles.title : 'visually-hidden'}>{label}</legend>
      <div className={styles.group}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            <span>{option.label}</span>
            {option.count === undefined ? null : (
              <span className={styles.count}>{option.count}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
