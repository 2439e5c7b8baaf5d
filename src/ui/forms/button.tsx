import type {
  AnchorHTMLAttributes,
  ButtonHTMLAttributes,
  MouseEventHandler,
  ReactNode,
  Ref,
} from 'react'
import { cx } from '../../lib/cx'
import { Spinner } from '../feedback/spinner'
import { PageLink } from '../layout/page-link'
import styles from './button.module.css'

type Attributes = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'> &
  Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'target' | 'rel' | 'download'>
type ButtonProps = Attributes & {
  /** primary: the one action of a screen; quiet: the others; ghost: text only; danger: deletes or leaves. */
  variant?: 'primary' | 'quiet' | 'ghost' | 'danger' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  icon?: ReactNode
  /** At work: a spinner, no second click; the label stays (or `busyLabel`), and so does the focus. */
  busy?: boolean | undefined
  busyLabel?: string | undefined
  /** Full width. */
  block?: boolean | undefined
  /** Makes it a link; a page of the app opens without a load, unless `target` is given. */
  href?: string | undefined
  onClick?: MouseEventHandler<HTMLElement> | undefined
  ref?: Ref<HTMLButtonElement & HTMLAnchorElement> | undefined
}

/** A button, or a link that looks like one. */
export function Button({
  variant = 'quiet',
  size = 'md',
  icon,
  busy,
  busyLabel,
  block,
  href,
  onClick,
  className,
  children,
  disabled,
  type = 'button',
  ref,
  ...rest
}: ButtonProps) {
  const names = cx(styles.button, styles[variant], styles[size], block && styles.block, className)
  const inside = (
    <>
      {busy ? <Spinner size={18} /> : icon}
      <span className={styles.label}>{busy ? (busyLabel ?? children) : children}</span>
    </>
  )
  if (href !== undefined && !disabled) {
    const attributes = rest as AnchorHTMLAttributes<HTMLAnchorElement>
    return (
      <PageLink {...attributes} ref={ref} href={href} className={names} onClick={onClick}>
        {inside}
      </PageLink>
    )
  }
  return (
    // a busy button is not `disabled`: that would throw the focus back to the page
    <button
      {...rest}
      ref={ref}
      type={type}
      className={names}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {inside}
    </button>
  )
}
