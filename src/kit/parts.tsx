import type { ReactNode } from 'react'
import styles from './kit.module.css'

/** One family of pieces under its name. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  )
}
export function Flow({ children }: { children: ReactNode }) {
  return <div className={styles.flow}>{children}</div>
}
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
