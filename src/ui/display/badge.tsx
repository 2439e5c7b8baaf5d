import { cappedCount } from '../../lib/text'
import { VisuallyHidden } from '../layout/visually-hidden'
import type { Tone } from '../feedback/tone'
import styles from './badge.module.css'

type BadgeProps = {
  /** Nothing is shown at 0 or below, unless `zero`. */
  count: number
  zero?: boolean | undefined
  /** Highest number shown, 99 unless given: «99+» above it. */
  cap?: number | undefined
  /** What is read instead of the bare number: «12 messages non lus». */
  label?: string | undefined
  tone?: Extract<Tone, 'accent' | 'neutral'> | undefined
  className?: string | undefined
}

/** A raspberry count. */
export function Badge({ count, zero, cap = 99, label, tone = 'accent', className }: BadgeProps) {
  if (count <= 0 && !zero) return null
  return (
    <span className={`${styles.badge} ${className ?? ''}`} data-tone={tone}>
      <span aria-hidden={label ? true : undefined}>{cappedCount(count, cap)}</span>
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
    </span>
  )
}
