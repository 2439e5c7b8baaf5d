import { useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { useBackHandler } from './back'
import { positionAtAnchor, type Anchor } from '../layout/anchor'
import { useExitPhase, type Phase } from './use-exit-phase'
import styles from './popover.module.css'

type PopoverProps = {
  open: boolean
  /** The anchor: an element, or a point in the window. */
  anchor: Anchor | null
  /** Escape, a press outside, Tab out of it, scrolling behind it, the platform's back gesture. */
  onClose: () => void
  label: string
  /** Which edge of the anchor it follows. */
  align?: 'start' | 'end' | undefined
  role?: 'dialog' | 'menu' | undefined
  className?: string | undefined
  children: ReactNode
}

/**
 * Free content beside an anchor, above everything, modal dialogs included. The focus goes in, and
 * back when it closes.
 */
export function Popover({ open, ...props }: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null)
  const phase = useExitPhase(open, ref)
  return phase === 'closed' ? null : <Content {...props} element={ref} phase={phase} />
}

/** Returns the focus to where it was, unless it has moved elsewhere. */
function giveBack(root: HTMLElement, before: Element | null): void {
  const { activeElement } = document
  if (
    before instanceof HTMLElement &&
    (root.contains(activeElement) || activeElement === document.body)
  )
    before.focus({ preventScroll: true })
}

/**
 * Calls `close` on everything that closes a popover beside the buttons in it, and keeps it at its
 * anchor, until the returned function is called.
 */
function watchOutside(
  root: HTMLElement,
  anchor: Anchor,
  align: 'start' | 'end',
  close: () => void,
): () => void {
  const start = anchor instanceof Element ? anchor.getBoundingClientRect() : null
  const since = performance.now()
  const inside = (target: EventTarget | null): boolean =>
    target instanceof Node && root.contains(target)
  // its own button closes it by its own click
  const away = (target: EventTarget | null): boolean =>
    !inside(target) &&
    !(anchor instanceof Element && target instanceof Node && anchor.contains(target))
  const onDown = (event: Event): void => {
    if (away(event.target)) close()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  const onScroll = (event: Event): void => {
    // the anchor has moved (a scroll that ends while it opens does not count)
    const now = anchor instanceof Element ? anchor.getBoundingClientRect() : null
    const moved =
      now && start
        ? Math.hypot(now.x - start.x, now.y - start.y) > 4
        : performance.now() - since > 150
    if (moved && !inside(event.target)) close()
  }
  const onOut = (event: FocusEvent): void => {
    if (event.relatedTarget && away(event.relatedTarget) && root.matches(':popover-open')) close()
  }
  const onResize = (): void => positionAtAnchor(root, anchor, align)
  document.addEventListener('pointerdown', onDown, true)
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('scroll', onScroll, true)
  root.addEventListener('focusout', onOut)
  globalThis.addEventListener('resize', onResize)
  return () => {
    document.removeEventListener('pointerdown', onDown, true)
    document.removeEventListener('keydown', onKey, true)
    document.removeEventListener('scroll', onScroll, true)
    root.removeEventListener('focusout', onOut)
    globalThis.removeEventListener('resize', onResize)
  }
}

function Content({
  anchor,
  onClose,
  label,
  align = 'start',
  role = 'dialog',
  className,
  children,
  element,
  phase,
}: Omit<PopoverProps, 'open'> & { element: React.RefObject<HTMLDivElement | null>; phase: Phase }) {
  const close = useEffectEvent(onClose)
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const root = element.current
    if (!root || !anchor) return
    // `manual`: the light dismissal of `auto` would close a menu opened by a long press when the finger lifts
    root.showPopover()
    positionAtAnchor(root, anchor, align)
    return () => {
      if (root.isConnected) root.hidePopover()
      giveBack(root, before.current)
    }
  }, [element, anchor, align])

  const open = phase === 'open'
  useBackHandler(open, onClose)
  useLayoutEffect(() => {
    const root = element.current
    if (!root || !anchor) return
    // At once, not after the exit animation: what opens next must find it there. And not in a cleanup, where
    // React would put the focus back into what is closing.
    if (!open) return giveBack(root, before.current)
    before.current = document.activeElement
    ;(root.querySelector<HTMLElement>('[data-autofocus]') ?? root).focus({ preventScroll: true })
    return watchOutside(root, anchor, align, () => close())
  }, [element, anchor, align, open])
  return (
    <div
      ref={element}
      popover="manual"
      className={cx(styles.popover, className)}
      role={role}
      aria-label={label}
      tabIndex={-1}
      data-phase={phase}
    >
      {children}
    </div>
  )
}
