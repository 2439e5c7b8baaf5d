import type { ReactNode } from 'react'
import { cx } from '../../lib/cx'
import styles from './empty-state.module.css'
import { Unbroken } from '../layout/unbroken'

type EmptyStateProps = {
  /** One of the drawings in `art/`. */
  art?: ReactNode
  title: string
  /** One sentence. */
  text?: ReactNode
  /** One button. */
  action?: ReactNode
  /** Level of the heading, 2 when not given. */
  level?: 1 | 2 | 3 | undefined
}

/** Nothing here yet: a drawing, a sentence, an action. */
export function EmptyState({ art, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={cx(styles.empty, level < 3 && styles.whole)}>
      {art}
      <Heading className={styles.title}>
        <Unbroken text={title} />
      </Heading>
      {text ? (
        <p className={styles.text}>{typeof text === 'string' ? <Unbroken text={text} /> : text}</p>
      ) : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}
