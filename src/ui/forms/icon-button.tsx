import type {
  AnchorHTMLAttributes,
  ButtonHTMLAttributes,
  MouseEventHandler,
  ReactNode,
  Ref,
} from 'react'
import { cx } from '../../lib/cx'
import { Badge } from '../display/badge'
import { Spinner } from '../feedback/spinner'
import { VisuallyHidden } from '../layout/visually-hidden'
import { PageLink } from '../layout/page-link'
import styles from './icon-button.module.css'

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'children'> & {
  /** What it does: read aloud, and shown by the pointer (unless `title` says otherwise). */
  label: string
  icon: ReactNode
  /** soft: on a surface; accent: send; over: on a photo. */
  variant?: 'plain' | 'soft' | 'accent' | 'over' | undefined
  /** 36, 44 or 52 px; never under 44 where fingers point. */
  size?: 'sm' | 'md' | 'lg' | undefined
  busy?: boolean | undefined
  /** A toggle that is on or off. */
  pressed?: boolean | undefined
  /** A small count on the corner, said after the label: «Joindre une photo 3». */
  badge?: number | undefined
  href?: string | undefined
  target?: string | undefined
  onClick?: MouseEventHandler<HTMLElement> | undefined
  ref?: Ref<HTMLButtonElement & HTMLAnchorElement> | undefined
}

/** A round button with an icon. */
export function IconButton({
  label,
  icon,
  variant = 'plain',
  size = 'md',
  busy,
  pressed,
  badge,
  href,
  onClick,
  className,
  type = 'button',
  title = label,
  ref,
  ...rest
}: IconButtonProps) {
  const names = cx(styles.button, styles[variant], styles[size], className)
  const inside = (
    <>
      {busy ? <Spinner size={20} /> : icon}
      {badge ? (
        <>
          <VisuallyHidden>{label}</VisuallyHidden>
          <Badge count={badge} className={styles.badge} />
        </>
      ) : null}
    </>
  )
  if (href !== undefined) {
    const attributes = rest as AnchorHTMLAttributes<HTMLAnchorElement>
    return (
      <PageLink
        {...attributes}
        ref={ref}
        href={href}
        className={names}
        aria-label={badge ? undefined : label}
        title={title}
        onClick={onClick}
      >
        {inside}
      </PageLink>
    )
  }
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={names}
      aria-label={badge ? undefined : label}
      title={title}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {inside}
    </button>
  )
}
