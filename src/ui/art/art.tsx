import type { ReactNode } from 'react'
import styles from './art.module.css'

/**
 * The frame of the drawings: 200 by 140 units, lines in the palette (`data-a` raspberry, `data-b`
 * brass, `data-s` a soft surface).
 */
export function Art({ children }: { children: ReactNode }) {
  return (
    <svg
      className={styles.art}
      viewBox="0 0 200 140"
      width={200}
      height={140}
      aria-hidden="true"
      focusable="false"
    >
      <ellipse data-glow="" cx="100" cy="76" rx="92" ry="58" />
      {children}
    </svg>
  )
}
