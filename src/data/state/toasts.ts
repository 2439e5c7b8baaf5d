import { proxy, ref } from 'valtio'
import { toastDuration } from '../../lib/toast-duration'
import { serverMessageOf } from '../http/api-error'
import { onForget } from '../session/state'

type ToastKind = 'success' | 'info' | 'error'
interface ToastAction {
  label: string
  onClick: () => void
}
/**
 * `duration` in ms, already clamped; the toast stack counts it down and pauses under the pointer.
 */
export interface Toast {
  id: string
  text: string
  kind: ToastKind
  duration: number
  action?: ToastAction
}

/** Visible toasts, oldest first. */
export const toasts = proxy<Toast[]>([])
// the next account must not read them or run their actions
onForget(() => void toasts.splice(0))
let count = 0

export const dismissToast = (id: string): void => {
  const at = toasts.findIndex((t) => t.id === id)
  if (at >= 0) toasts.splice(at, 1)
}

/**
 * Shows a text for 2500 ms by default, clamped to 1 to 10 s. The same text is not stacked twice:
 * its time restarts.
 */
export const toast = (
  text: string,
  options: { kind?: ToastKind; durationMs?: number; action?: ToastAction } = {},
): string => {
  const { kind = 'info', durationMs, action } = options
  const twin = toasts.find((t) => t.text === text && t.kind === kind)
  if (twin) dismissToast(twin.id)
  const id = `toast-${(count += 1)}`
  toasts.push({
    id,
    text,
    kind,
    duration: toastDuration(durationMs),
    ...(action ? { action: ref(action) } : {}),
  })
  return id
}

/** Says why something was refused, for as long as it takes to read: the server's sentence, else ours. */
export const toastRefusal = (error: unknown, otherwise: string): void =>
  void toast(serverMessageOf(error) ?? otherwise, { kind: 'error', durationMs: 6_000 })
