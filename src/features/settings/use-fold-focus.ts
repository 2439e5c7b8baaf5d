import { useEffect, useRef, type RefObject } from 'react'
import { isFocusLost } from '../../ui/overlay/focus-after'

/**
 * A part that unfolds moves the focus to its `data-autofocus`, and returns it on folding: to the
 * button that opened it or, where that was rendered again, to its `data-fold`.
 */
export const useFoldFocus = (shown: string | null): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const was = useRef(shown)
  useEffect(() => {
    if (was.current === shown) return
    const before = was.current
    was.current = shown
    if (before === null) opener.current = document.activeElement
    if (shown !== null)
      return place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    // the focus has moved on
    if (!isFocusLost()) return
    const own = opener.current
    const back =
      own instanceof HTMLElement && place.current?.contains(own)
        ? own
        : place.current?.querySelector<HTMLElement>('[data-opens]')
    back?.focus()
  }, [shown])
  return place
}
