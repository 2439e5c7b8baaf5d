import { useId, useState } from 'react'
import { cx } from '../lib/cx'
import { Announcer } from '../ui/feedback/announcer'
import { ConfirmHost } from '../ui/overlay/confirm'
import { ToastStack, type Toast } from '../ui/feedback/toast-stack'
import { Controls } from './controls'
import { Foundations } from './foundations'
import { Showing } from './showing'
import { Surfaces } from './surfaces'
import styles from './kit.module.css'

type Side = 'dark' | 'light'

/**
 * Every piece in every state, dark and light beside each other (`?theme=dark` or `light` shows
 * one). Not in production.
 */
export function KitScreen({ hosts = false }: { hosts?: boolean | undefined }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const only = new URLSearchParams(location.search).get('theme')
  const sides =
    only === 'dark' || only === 'light' ? ([only] as const) : (['dark', 'light'] as const)
  const add = (toast: Omit<Toast, 'id'>) =>
    setToasts((before) => [...before, { ...toast, id: crypto.randomUUID() }])
  return (
    <div className={styles.page}>
      {sides.map((side) => (
        <Pieces key={side} side={side} alone={sides.length === 1} onToast={add} />
      ))}
      <ToastStack
        toasts={toasts}
        onDismiss={(id) => setToasts((before) => before.filter((toast) => toast.id !== id))}
      />
      {hosts ? (
        <>
          <ConfirmHost />
          <Announcer />
        </>
      ) : null}
    </div>
  )
}

function Pieces({
  side,
  alone,
  onToast,
}: {
  side: Side
  alone: boolean
  onToast: (toast: Omit<Toast, 'id'>) => void
}) {
  const base = useId()
  return (
    <div className={cx(styles.side, alone && styles.only)} data-theme={side}>
      <Foundations />
      <Controls base={base} />
      <Surfaces onToast={onToast} />
      <Showing />
    </div>
  )
}
