import { useId, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import styles from './card.module.css'

type CardProps = {
  as?: 'div' | 'section' | 'article' | 'li' | undefined
  /** Shown at the top; names the card when it is a section or an article. */
  title?: string | undefined
  /** Names it where the title is shown elsewhere. */
  label?: string | undefined
  actions?: ReactNode
  /** False: the content reaches the edges (a banner, a map). */
  padded?: boolean | undefined
  className?: string | undefined
  children?: ReactNode
}

/** A surface with a hairline. */
export function Card({
  as: As = 'div',
  title,
  label,
  actions,
  padded = true,
  className,
  children,
}: CardProps) {
  const id = useId()
  const named = title && (As === 'section' || As === 'article') ? id : undefined
  return (
    <As
      className={cx(styles.card, padded && styles.padded, className)}
      aria-labelledby={named}
      aria-label={label}
    >
      {title || actions ? (
        <div className={styles.head}>
          {title ? (
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
          ) : null}
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </div>
      ) : null}
      {children}
    </As>
  )
}
