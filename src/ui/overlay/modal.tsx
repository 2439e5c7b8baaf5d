import {
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { closeTopLayer, useBackHandler } from './back'
import { addLayer } from './layers'
import { useExitPhase, type Phase } from './use-exit-phase'

type ModalProps = {
  open: boolean
  /** Escape, the back gesture of the platform, a click beside: asks to close; the owner sets `open`. */
  onClose: () => void
  /** Id of the title inside, and of the text that explains. */
  labelledBy: string
  describedBy?: string | undefined
  /** False: only the buttons inside close it. */
  dismissable?: boolean | undefined
  /** Rank in the stack of panels: z-index 5001 + level. */
  level?: number | undefined
  alert?: boolean | undefined
  className?: string | undefined
  style?: CSSProperties | undefined
  /** The dialog element, for gestures. */
  element?: RefObject<HTMLDialogElement | null> | undefined
  children: ReactNode
}

const BASE = 5001

/**
 * The base of drawers and dialogs: a native modal `<dialog>`. The rest is inert, focus comes back,
 * only the top one hears Escape.
 */
export function Modal({ element, ...props }: ModalProps) {
  const own = useRef<HTMLDialogElement>(null)
  const ref = element ?? own
  const phase = useExitPhase(props.open, ref)
  return phase === 'closed' ? null : <Surface {...props} element={ref} phase={phase} />
}

interface Closing {
  element: RefObject<HTMLDialogElement | null>
  phase: Phase
  dismissable: boolean
  onClose: () => void
}

/**
 * Everything that can close a modal, as handlers of its `<dialog>`: Escape, Back, a click beside,
 * the platform.
 */
function useClosing({ element, phase, dismissable, onClose }: Closing) {
  const down = useRef(false)
  const ask = (): void => {
    if (dismissable && phase === 'open') onClose()
  }
  useBackHandler(phase === 'open', ask)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation() // a surface rendered inside another one in React must not close both
    ask()
  }
  const onCancel = (event: SyntheticEvent): void => {
    if (event.target !== event.currentTarget) return // a file picker's cancel bubbles up to here
    event.preventDefault()
    if (phase === 'open') closeTopLayer()
  }
  const onNativeClose = (event: SyntheticEvent): void => {
    const dialog = element.current
    // the platform may insist on closing (second Escape in a row): follow, or open again
    if (
      event.target !== dialog ||
      !dialog ||
      dialog.open ||
      !dialog.isConnected ||
      phase !== 'open'
    )
      return
    if (dismissable) onClose()
    else dialog.showModal()
  }
  const beside = (event: MouseEvent): boolean => {
    const box = element.current?.getBoundingClientRect()
    if (!box || event.target !== element.current) return false
    return (
      event.clientX < box.left ||
      event.clientX > box.right ||
      event.clientY < box.top ||
      event.clientY > box.bottom
    )
  }
  return {
    onKeyDown,
    onCancel,
    onClose: onNativeClose,
    onMouseDown: (event: MouseEvent) => {
      down.current = beside(event)
    },
    onClick: (event: MouseEvent) => {
      if (down.current && beside(event)) ask()
    },
  }
}

function Surface({
  onClose,
  labelledBy,
  describedBy,
  dismissable = true,
  level = 0,
  alert,
  className,
  style,
  element,
  phase,
  children,
}: Omit<ModalProps, 'element' | 'open'> & {
  element: RefObject<HTMLDialogElement | null>
  phase: Phase
}) {
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    dialog.showModal()
    const target = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog
    target.focus({ preventScroll: true })
    const leave = addLayer(dialog)
    return () => {
      leave()
      dialog.close() // gives the focus back to where it was
    }
  }, [element])

  const handlers = useClosing({ element, phase, dismissable, onClose })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and clicks beside belong to the dialog itself
    <dialog
      ref={element}
      className={className}
      style={{ ...style, zIndex: BASE + level }}
      data-phase={phase}
      tabIndex={-1}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      {...handlers}
    >
      {children}
    </dialog>
  )
}
