import type { ReactNode } from 'react'
import type { Tone } from '../feedback/tone'
import styles from './tag.module.css'

/** The kind of a thing in a list: «Direct», «Groupe», «Événement» (brass). */
export function Tag({
  tone = 'neutral',
  children,
}: {
  tone?: Tone | undefined
  children: ReactNode
}) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  )
}
