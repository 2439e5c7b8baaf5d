import { useEffect, useRef, type MouseEvent, type PointerEvent, type TouchEvent } from 'react'

type LongPressOptions = {
  /** How long to hold, in ms; 600 when not given. */
  ms?: number | undefined
  /** Movement in px that makes it a scroll or a drag; 10 when not given. */
  slop?: number | undefined
  disabled?: boolean | undefined
}

/** To spread on the element that is held. */
export type LongPressHandlers = {
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: () => void
  onPointerCancel: () => void
  onTouchEnd: (event: TouchEvent) => void
  onContextMenu: (event: MouseEvent) => void
  onClickCapture: (event: MouseEvent) => void
}

/**
 * Calls `act` with the place of the finger when it has been held still. Touch and pen only; the
 * click that follows is swallowed.
 */
export function useLongPress(
  act: (point: { x: number; y: number }) => void,
  { ms = 600, slop = 10, disabled = false }: LongPressOptions = {},
): LongPressHandlers {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  const acted = useRef(false)
  const end = (): void => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  useEffect(() => end, [])
  return {
    onPointerDown: (event) => {
      end()
      acted.current = false
      if (disabled || event.pointerType === 'mouse' || !event.isPrimary) return
      const point = { x: event.clientX, y: event.clientY }
      const timer = setTimeout(() => {
        press.current = null
        acted.current = true
        act(point)
      }, ms)
      press.current = { ...point, timer }
    },
    onPointerMove: (event) => {
      const at = press.current
      if (at && Math.hypot(event.clientX - at.x, event.clientY - at.y) >= slop) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onTouchEnd: (event) => {
      // the mouse events made from this touch would take the focus away from what has just opened
      if (acted.current && event.cancelable) event.preventDefault()
    },
    onContextMenu: (event) => {
      if (press.current || acted.current) event.preventDefault() // Android's own menu on a held finger
    },
    onClickCapture: (event) => {
      if (!acted.current) return
      acted.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
