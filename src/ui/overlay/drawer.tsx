import { useId, useRef, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { IconButton } from '../forms/icon-button'
import { IconClose } from '../icons/base'
import { IconBack } from '../icons/nav'
import { Modal } from './modal'
import { useSwipeClose } from '../gesture/use-swipe-close'
import styles from './drawer.module.css'

/** sm 480 px, md 640 px, lg and xl the window less the 240 px of the navigation; the whole width of a phone. */
export type DrawerSize = 'sm' | 'md' | 'lg' | 'xl'

type DrawerProps = {
  open: boolean
  /** Close button, Escape, swipe to the right, click beside, platform back gesture. */
  onClose: () => void
  /** Shown in the header; the accessible name in any case. */
  title: string
  subtitle?: ReactNode
  size?: DrawerSize | undefined
  /** Rank in the stack of panels, 0 first: z-index 5001 + level. */
  level?: number | undefined
  /** Covers the screen at any width. */
  full?: boolean | undefined
  /** No header: the children bring their own, with their own way out. */
  headless?: boolean | undefined
  /** On the right of the header. */
  actions?: ReactNode
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode
  side?: 'right' | 'left' | undefined
  /** Content up to the edges. */
  flush?: boolean | undefined
  children: ReactNode
}

/** A side panel over the dimmed page. It slides 300 ms in and out; its children stay mounted while it leaves. */
export function Drawer({
  open,
  onClose,
  title,
  subtitle,
  size = 'sm',
  level,
  full,
  headless,
  actions,
  footer,
  side = 'right',
  flush,
  children,
}: DrawerProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={id}
      describedBy={subtitle && !headless ? `${id}-sub` : undefined}
      level={level}
      element={element}
      className={cx(
        styles.drawer,
        styles[size],
        full && styles.full,
        side === 'left' && styles.left,
      )}
    >
      <Swipe element={element} active={open && side === 'right'} onClose={onClose} />
      {headless ? (
        <h2 id={id} className="visually-hidden">
          {title}
        </h2>
      ) : (
        <header className={styles.header}>
          <IconButton
            label="Fermer"
            icon={
              <>
                <IconBack />
                <IconClose />
              </>
            }
            className={styles.close}
            onClick={onClose}
          />
          <div className={styles.titles}>
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
            {subtitle ? (
              <p id={`${id}-sub`} className={styles.subtitle}>
                {subtitle}
              </p>
            ) : null}
          </div>
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </header>
      )}
      <div className={cx(styles.body, (flush || headless) && styles.flush)}>{children}</div>
      {footer ? (
        <footer className={styles.footer} data-foot="">
          {footer}
        </footer>
      ) : null}
    </Modal>
  )
}

/** Inside the modal, so that the gesture is bound after the dialog has been mounted. */
function Swipe(props: {
  element: React.RefObject<HTMLDialogElement | null>
  active: boolean
  onClose: () => void
}) {
  useSwipeClose(props.element, props.active, props.onClose)
  return null
}
