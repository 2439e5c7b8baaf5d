import { useEffect, useRef, type RefObject } from 'react'
import { isFocusLost } from '../../ui/overlay/focus-after'

/**
 * What unfolds in its place takes the keyboard at its `data-autofocus`, and gives it back when it folds: to what opened it,
 * or where that came anew, to its `data-opens`. `shown`: what is unfolded now, null when nothing is.
 */
export const useFold = (shown: string | null): RefObject<HTMLDivElement | null> => {
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
    // the keyboard has gone on by itself
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
