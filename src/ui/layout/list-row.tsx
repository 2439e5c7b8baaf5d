import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { cx } from '../../lib/cx'
import { PageLink } from './page-link'
import styles from './list-row.module.css'

type ListRowProps = {
  /** An avatar, an icon. */
  leading?: ReactNode
  title: ReactNode
  /** Beside the title: a `Tag`. */
  tag?: ReactNode
  /** One line, cut with an ellipsis. */
  subtitle?: ReactNode
  /** The subtitle takes as many lines as it needs: it is no excerpt. */
  whole?: boolean | undefined
  /** At the end, above the badge: a time. */
  aside?: ReactNode
  badge?: ReactNode
  /** Stronger words: something new. */
  unread?: boolean | undefined
  /** The one shown beside the list (`aria-current`). */
  active?: boolean | undefined
  /** A link (works under wouter's `<Link asChild>`); else a button when there is `onClick`; else plain. */
  href?: string | undefined
  onClick?: MouseEventHandler<HTMLElement> | undefined
  disabled?: boolean | undefined
  ref?: Ref<HTMLElement> | undefined
}

/** A row of a list: who, what, when, how many. */
export function ListRow({
  leading,
  title,
  tag,
  subtitle,
  whole,
  aside,
  badge,
  unread,
  active,
  href,
  onClick,
  disabled,
  ref,
}: ListRowProps) {
  const names = cx(
    styles.row,
    unread && styles.unread,
    active && styles.active,
    !leading && styles.bare,
    whole && styles.whole,
  )
  const inside = (
    <>
      <span className={styles.main}>
        <span className={styles.head}>
          <span className={styles.title}>{title}</span>
          {tag}
        </span>
        {subtitle === undefined || subtitle === null ? null : (
          <span className={styles.subtitle}>{subtitle}</span>
        )}
      </span>
      {/* what a face says is read after the name */}
      {leading ? <span className={styles.leading}>{leading}</span> : null}
      {aside || badge ? (
        <span className={styles.end}>
          {aside ? <span className={styles.aside}>{aside}</span> : null}
          {badge}
        </span>
      ) : null}
    </>
  )
  if (href !== undefined) {
    return (
      <PageLink
        ref={ref as Ref<HTMLAnchorElement>}
        className={names}
        href={href}
        aria-current={active ? 'true' : undefined}
        onClick={onClick}
      >
        {inside}
      </PageLink>
    )
  }
  if (!onClick)
    return (
      <div ref={ref as Ref<HTMLDivElement>} className={names}>
        {inside}
      </div>
    )
  return (
    <button
      ref={ref as Ref<HTMLButtonElement>}
      type="button"
      className={names}
      disabled={disabled}
      aria-current={active ? 'true' : undefined}
      onClick={onClick}
    >
      {inside}
    </button>
  )
}
