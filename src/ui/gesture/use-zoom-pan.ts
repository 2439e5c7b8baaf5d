import { useCallback, useEffect, useState } from 'react'
import { ZOOM_START, zoomPan, type Frame, type ZoomAction, type ZoomPan } from './zoom-pan'

export type ZoomPanView = {
  state: ZoomPan
  /** Ref of the frame: the element that hears wheel, pinch, drag, double tap and double click. */
  bind: (frame: HTMLElement | null) => void
  /** For the CSS `transform` of the picture inside the frame. */
  transform: string
  zoomIn: () => void
  zoomOut: () => void
  reset: () => void
}

const BUTTON_FACTOR = 1.5
/** A press that moves less, in px, and lasts less, in ms, is a tap. */
const TAP_PX = 10
const TAP_MS = 250

/** Zoom and pan of a photo: wheel, pinch, drag when zoomed, double tap and double click (rules in zoom-pan.ts). */
export function useZoomPan(): ZoomPanView {
  const [state, setState] = useState(ZOOM_START)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const bind = useCallback((element: HTMLElement | null) => {
    if (element) element.style.touchAction = 'none' // every gesture is ours
    setFrame(element)
  }, [])
  const act = useCallback(
    (action: ZoomAction) => {
      const size: Frame = { width: frame?.clientWidth ?? 0, height: frame?.clientHeight ?? 0 }
      setState((before) => zoomPan(before, action, size))
    },
    [frame],
  )

  useEffect(() => {
    if (!frame) return
    const fingers = new Map<number, { x: number; y: number }>()
    let press = { x: 0, y: 0, at: 0, alone: true }
    const point = (event: { clientX: number; clientY: number }): { x: number; y: number } => {
      const box = frame.getBoundingClientRect()
      return {
        x: event.clientX - box.left - box.width / 2,
        y: event.clientY - box.top - box.height / 2,
      }
    }
    const spread = (): number => {
      const [a, b] = [...fingers.values()]
      return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
    }
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      act({ kind: 'wheel', up: event.deltaY < 0, ...point(event) })
    }
    let mouse = true
    const onDown = (event: PointerEvent): void => {
      mouse = event.pointerType === 'mouse'
      if (
        event.button !== 0 ||
        (event.target instanceof Element && event.target.closest('button, a'))
      )
        return
      frame.setPointerCapture(event.pointerId)
      fingers.set(event.pointerId, point(event))
      press = { ...point(event), at: event.timeStamp, alone: fingers.size === 1 }
    }
    const onMove = (event: PointerEvent): void => {
      const before = fingers.get(event.pointerId)
      if (!before) return
      const now = point(event)
      const wide = spread()
      fingers.set(event.pointerId, now)
      if (fingers.size === 2 && wide > 0) {
        const [a, b] = [...fingers.values()]
        if (a && b)
          act({ kind: 'by', factor: spread() / wide, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
      }
      act({
        kind: 'pan',
        dx: (now.x - before.x) / fingers.size,
        dy: (now.y - before.y) / fingers.size,
      })
    }
    const onUp = (event: PointerEvent): void => {
      if (
        !fingers.delete(event.pointerId) ||
        event.type === 'pointercancel' ||
        event.pointerType === 'mouse'
      )
        return
      const at = point(event)
      const still =
        Math.hypot(at.x - press.x, at.y - press.y) < TAP_PX && event.timeStamp - press.at < TAP_MS
      if (press.alone && still) act({ kind: 'tap', at: press.at, ...at })
    }
    const onDouble = (event: MouseEvent): void => {
      if (mouse) act({ kind: 'double', ...point(event) }) // fingers have their own double tap above
    }
    frame.addEventListener('wheel', onWheel, { passive: false })
    frame.addEventListener('pointerdown', onDown)
    frame.addEventListener('pointermove', onMove)
    frame.addEventListener('pointerup', onUp)
    frame.addEventListener('pointercancel', onUp)
    frame.addEventListener('dblclick', onDouble)
    return () => {
      frame.removeEventListener('wheel', onWheel)
      frame.removeEventListener('pointerdown', onDown)
      frame.removeEventListener('pointermove', onMove)
      frame.removeEventListener('pointerup', onUp)
      frame.removeEventListener('pointercancel', onUp)
      frame.removeEventListener('dblclick', onDouble)
    }
  }, [frame, act])

  return {
    state,
    bind,
    transform: `translate(${state.x}px, ${state.y}px) scale(${state.scale})`,
    zoomIn: () => act({ kind: 'by', factor: BUTTON_FACTOR, x: 0, y: 0 }),
    zoomOut: () => act({ kind: 'by', factor: 1 / BUTTON_FACTOR, x: 0, y: 0 }),
    reset: () => act({ kind: 'reset' }),
  }
}
