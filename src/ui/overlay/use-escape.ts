import { useEffect, useEffectEvent } from 'react'

/** Escape runs `onEscape` while `isActive`, except in a dialog or menu, which it closes. */
export const useEscape = (isActive: boolean, onEscape: () => void): void => {
  const run = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isActive) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== 'Escape' ||
        event.defaultPrevented ||
        document.querySelector('dialog[open], [popover]:popover-open [role^="menuitem"]')
      )
        return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isActive])
}
