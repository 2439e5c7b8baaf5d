import { proxy, ref } from 'valtio'
import { toastDuration } from '../../lib/toast-duration'

export type ToastKind = 'success' | 'info' | 'error'
export interface ToastAction {
  label: string
  onClick: () => void
}
/** `duration` in ms, already clamped; the stack on the screen counts it (it stands still under the pointer). */
export interface Toast {
  id: string
  text: string
  kind: ToastKind
  duration: number
  action?: ToastAction
}

/** Toasts that are shown, oldest first. */
export const toasts = proxy<Toast[]>([])
let count = 0

export const dismissToast = (id: string | number): void => {
  const at = toasts.findIndex((t) => t.id === id)
  if (at >= 0) toasts.splice(at, 1)
}

/** Shows a short text for 2500 ms unless asked otherwise, always within 1 to 10 s. The same text is not stacked twice: its time starts again. */
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
