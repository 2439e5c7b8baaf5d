import { useId, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { IconButton } from '../forms/icon-button'
import { IconClose } from '../icons/base'
import { Modal } from './modal'
import styles from './dialog.module.css'

export type DialogProps = {
  open: boolean
  onClose: () => void
  /** At work: it stays open. */
  busy?: boolean | undefined
  title: string
  titleHidden?: boolean | undefined
  description?: ReactNode
  /** 400, 560, 820 px, or the whole screen (photo viewer, blur editor). */
  size?: 'sm' | 'md' | 'lg' | 'full' | undefined
  /** Buttons, the main one last. */
  footer?: ReactNode
  /** False: no cross, no Escape, no click beside; the footer must lead out. */
  dismissable?: boolean | undefined
  level?: number | undefined
  /** A question that must be answered (`role="alertdialog"`). */
  alert?: boolean | undefined
  children?: ReactNode
}

/** A modal in the middle of the screen. */
export function Dialog({
  open,
  onClose: onAsked,
  busy,
  title,
  titleHidden,
  description,
  size = 'md',
  footer,
  dismissable = true,
  level,
  alert,
  children,
}: DialogProps) {
  const id = useId()
  const onClose = busy ? () => undefined : onAsked
  const bare = size === 'full' && titleHidden
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={id}
      describedBy={description ? `${id}-text` : undefined}
      dismissable={dismissable}
      level={level}
      alert={alert}
      className={cx(styles.dialog, styles[size])}
    >
      <header className={cx(styles.header, bare && 'visually-hidden')}>
        <h2 id={id} className={titleHidden ? 'visually-hidden' : styles.title}>
          {title}
        </h2>
        {dismissable && !alert && !bare ? (
          <IconButton
            label="Fermer"
            icon={<IconClose />}
            className={styles.close}
            onClick={onClose}
          />
        ) : null}
      </header>
      {description ? (
        <p id={`${id}-text`} className={styles.description}>
          {description}
        </p>
      ) : null}
      {children === undefined || children === null ? null : (
        <div className={bare ? styles.bare : styles.body}>{children}</div>
      )}
      {footer ? (
        <footer className={styles.footer} data-foot="">
          {footer}
        </footer>
      ) : null}
    </Modal>
  )
}
