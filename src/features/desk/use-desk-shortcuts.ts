import { useEffect, useEffectEvent } from 'react'
import { desk } from './state/desk'

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])'))

/** «Ctrl+Enter» for either modifier, else the plain key; null for every other combination. */
const nameOf = (event: KeyboardEvent): string | null => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return 'Ctrl+Enter'
  return event.ctrlKey || event.metaKey || event.altKey ? null : event.key
}

/**
 * Runs `onKey` for keys of the desk while `active`; it returns whether it used the key. Plain keys
 * are left to text fields and to open dialogs.
 */
export const useDeskShortcuts = (
  active: boolean,
  onKey: (key: string, event: KeyboardEvent) => boolean,
): void => {
  const run = useEffectEvent(onKey)
  useEffect(() => {
    if (!active) return undefined
    const listen = (event: KeyboardEvent): void => {
      const key = nameOf(event)
      if (key === null || event.defaultPrevented || desk.phase !== 'open') return
      if (document.querySelector('dialog[open]')) return
      const always = key === 'Ctrl+Enter' || key === 'Escape'
      if (!always && (!desk.keys || isEditable(event.target))) return
      if (run(key, event)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [active])
}
