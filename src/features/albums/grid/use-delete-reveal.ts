import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react'
import { useLongPress, type LongPressHandlers } from '../../../ui/gesture/use-long-press'

const HOLD_MS = 500
const BUZZ_MS = 50

/**
 * The photo whose delete button a long press has shown; a press elsewhere hides it. `hold`: handlers
 * of the grid, one set for all tiles, so that mounting a tile adds none.
 */
export const useDeleteReveal = (disabled: boolean) => {
  const [revealed, setRevealed] = useState<number | null>(null)
  const pressed = useRef<number | null>(null)
  const press = useLongPress(
    () => {
      setRevealed(pressed.current)
      navigator.vibrate?.(BUZZ_MS)
    },
    { ms: HOLD_MS, disabled },
  )
  useEffect(() => {
    if (revealed === null) return undefined
    const away = (event: PointerEvent): void => {
      if (!(event.target instanceof Element && event.target.closest(`[data-index="${revealed}"]`)))
        setRevealed(null)
    }
    addEventListener('pointerdown', away)
    return () => removeEventListener('pointerdown', away)
  }, [revealed])
  const hold: LongPressHandlers = {
    ...press,
    onPointerDown: (event: ReactPointerEvent) => {
      const tile = (event.target as Element).closest<HTMLElement>('[data-index]')
      pressed.current = tile ? Number(tile.dataset['index']) : null
      if (tile) press.onPointerDown(event)
    },
  }
  return { revealed, setRevealed, hold }
}
