import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toastDuration } from '../../lib/toast-duration'
import { IconButton } from '../forms/icon-button'
import { IconClose, IconFailure, IconInfo, IconSuccess } from '../icons/base'
import { LiveRegion } from './live-region'
import { TopHost } from '../overlay/top-host'
import type { Tone } from './tone'
import styles from './toast-stack.module.css'

export type Toast = {
  id: string
  kind: 'success' | 'info' | 'error'
  text: string
  /** In ms; 2500 when not given, within 1000 to 10 000. */
  duration?: number | undefined
  /** Never the only way to do it. */
  action?: { label: string; onClick: () => void } | undefined
}

type ToastStackProps = {
  /** Oldest first. */
  toasts: readonly Toast[]
  /** Called when its time has expired or it was closed. */
  onDismiss: (id: Toast['id']) => void
}

const KINDS = {
  success: { tone: 'ok', icon: <IconSuccess /> },
  info: { tone: 'info', icon: <IconInfo /> },
  error: { tone: 'bad', icon: <IconFailure /> },
} as const satisfies Record<Toast['kind'], { tone: Tone; icon: React.ReactNode }>

/**
 * Space of the window, px, that bars with buttons (`data-foot`) take at its lower edge. A dialog in
 * the middle of the window ends higher than such bars.
 */
const footHeight = (): number => {
  const { innerHeight } = globalThis
  let top = innerHeight
  // those behind a layer too: it may be closing
  for (const bar of document.querySelectorAll('[data-foot]')) {
    const box = bar.getBoundingClientRect()
    if (box.height > 0 && box.bottom > innerHeight - 80) top = Math.min(top, box.top)
  }
  return innerHeight - top
}

/** Lower edge of the head of a conversation, px, whose newest messages are at its foot. */
const headEnd = (): number | undefined =>
  document.querySelector('dialog[open]')
    ? undefined
    : document.querySelector('[data-head]')?.getBoundingClientRect().bottom

/**
 * Short messages above any dialog: at the top centre, on a phone or tablet above the bars at its
 * foot, where they cover neither the title nor a button, or below the head of a conversation. Their
 * time pauses under the pointer, with the focus inside, and in a hidden tab.
 */
export function ToastStack({ toasts, onDismiss }: ToastStackProps) {
  const [held, setHeld] = useState(false)
  const hidden = useHiddenTab()
  const newest = toasts.at(-1)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    // a task of its own: it lays the page out, which the toast has just changed
    const timer = setTimeout(() => {
      const host = region.current?.parentElement?.style
      const top = headEnd()
      host?.setProperty('--top', top === undefined ? 'auto' : `${top + 12}px`)
      host?.setProperty('--bottom', top === undefined ? `${footHeight() + 12}px` : 'auto')
    })
    return () => clearTimeout(timer)
  }, [newest])
  return (
    <TopHost>
      <LiveRegion text={newest?.text ?? ''} />
      {/* a landmark: keyboard users who move between landmarks skip anything outside of them */}
      <section ref={region} className={styles.region} aria-label="Messages de l’application">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pausing the time, not an action */}
        <ul
          className={styles.stack}
          aria-label="Notifications"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          {toasts.map((toast) => (
            <Item key={toast.id} toast={toast} still={held || hidden} onDismiss={onDismiss} />
          ))}
        </ul>
      </section>
    </TopHost>
  )
}

function Item({
  toast,
  still,
  onDismiss,
}: {
  toast: Toast
  still: boolean
  onDismiss: ToastStackProps['onDismiss']
}) {
  const duration = toastDuration(toast.duration)
  const [left] = useState(() => ({ ms: duration }))
  const end = useEffectEvent(() => onDismiss(toast.id))
  useEffect(() => {
    if (still) return
    const from = Date.now()
    const timer = setTimeout(() => end(), left.ms)
    return () => {
      clearTimeout(timer)
      left.ms = Math.max(500, left.ms - (Date.now() - from)) // the time it has left when it goes on
    }
  }, [still, left])
  const { tone, icon } = KINDS[toast.kind]
  const { action } = toast
  return (
    <li className={styles.toast} data-tone={tone}>
      {icon}
      <span className={styles.text}>{toast.text}</span>
      {action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onClick()
            onDismiss(toast.id)
          }}
        >
          {action.label}
        </button>
      ) : null}
      <IconButton
        label="Fermer la notification"
        icon={<IconClose size={18} />}
        size="sm"
        onClick={() => onDismiss(toast.id)}
      />
    </li>
  )
}

function useHiddenTab(): boolean {
  const [hidden, setHidden] = useState(() => document.hidden)
  useEffect(() => {
    const update = (): void => setHidden(document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return hidden
}
