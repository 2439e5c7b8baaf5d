import type { ReactNode } from 'react'
import type { Tone } from './tone'
import styles from './progress.module.css'

type ProgressRingProps = {
  /** 0 to 1. */
  value: number
  label: string
  /** Diameter in px; 44 when not given. */
  size?: number | undefined
  tone?: Tone | undefined
  /** Content of the centre; the percentage by default. */
  children?: ReactNode
}

/** A completion in brass: «82 %». */
export function ProgressRing({
  value,
  label,
  size = 44,
  tone = 'brass',
  children,
}: ProgressRingProps) {
  const share = Math.min(1, Math.max(0, value))
  const percent = Math.round(share * 100)
  return (
    <div
      className={styles.ring}
      data-tone={tone}
      style={{ width: size, height: size, fontSize: size * (percent === 100 ? 0.22 : 0.265) }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a ring cannot be drawn with <progress>
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="20" />
        {share > 0 ? (
          <circle cx="22" cy="22" r="20" pathLength={100} strokeDasharray={`${share * 100} 100`} />
        ) : null}
      </svg>
      <span>{children ?? `${percent}\u00a0%`}</span>
    </div>
  )
}
