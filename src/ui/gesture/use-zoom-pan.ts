import { useCallback, useEffect, useState } from 'react'
import { listenToZoom } from './zoom-gestures'
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

  useEffect(() => (frame ? listenToZoom(frame, act) : undefined), [frame, act])

  return {
    state,
    bind,
    transform: `translate(${state.x}px, ${state.y}px) scale(${state.scale})`,
    zoomIn: () => act({ kind: 'by', factor: BUTTON_FACTOR, x: 0, y: 0 }),
    zoomOut: () => act({ kind: 'by', factor: 1 / BUTTON_FACTOR, x: 0, y: 0 }),
    reset: () => act({ kind: 'reset' }),
  }
}
