import type { ReactNode } from 'react'
import type { Tone } from '../feedback/tone'
import styles from './pill.module.css'

/** A status with its word: «Confirmé», «Organisateur : clara_et_tom». */
export function Pill({
  tone = 'accent',
  icon,
  children,
}: {
  tone?: Tone | undefined
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
