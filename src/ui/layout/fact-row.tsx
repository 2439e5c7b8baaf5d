import type { ReactNode } from 'react'
import styles from './fact-row.module.css'

/** A fact with its icon on a tile: «Samedi 5 décembre», «20 h 30 – 3 h». */
export function FactRow({
  icon,
  title,
  note,
}: {
  icon: ReactNode
  title: ReactNode
  note?: ReactNode
}) {
  return (
    <div className={styles.fact}>
      <span className={styles.tile}>{icon}</span>
      <div className={styles.words}>
        <div>{title}</div>
        {note ? <div className={styles.note}>{note}</div> : null}
      </div>
    </div>
  )
}
