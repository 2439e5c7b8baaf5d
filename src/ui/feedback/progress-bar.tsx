import { cssVars } from '../layout/css-vars'
import type { Tone } from './tone'
import styles from './progress.module.css'

type ProgressBarProps = {
  /** 0 to 1; null while the end is not known. */
  value: number | null
  label: string
  labelHidden?: boolean | undefined
  tone?: Tone | undefined
}

/** How far an upload or a form is. */
export function ProgressBar({ value, label, labelHidden, tone = 'accent' }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div className={styles.progress} data-tone={tone}>
      {labelHidden ? null : (
        <div className={styles.legend} aria-hidden="true">
          <span>{label}</span>
          <span>{percent === undefined ? '' : `${percent}\u00a0%`}</span>
        </div>
      )}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <progress> has no transition and other parts in each engine
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-unknown={percent === undefined ? '' : undefined}
        style={cssVars({ '--value': (percent ?? 30) / 100 })}
      >
        <i />
      </div>
    </div>
  )
}
