import { useCallback, useEffect, useState } from 'react'
import { listenToZoom } from './zoom-gestures'
import { ZOOM_START, zoomPanReducer, type Sizes, type ZoomAction, type ZoomPan } from './zoom-pan'

export type ZoomPanView = {
  state: ZoomPan
  /**
   * Ref of the frame: the element that hears wheel, pinch, drag, double tap and double click. Its
   * first child is the picture.
   */
  bind: (frame: HTMLElement | null) => void
  /** For the CSS `transform` of the picture inside the frame. */
  transform: string
  zoomIn: () => void
  zoomOut: () => void
  reset: () => void
}

const BUTTON_FACTOR = 1.5

const NO_SIZE = { width: 0, height: 0 }
const sizesOf = (frame: HTMLElement | null): Sizes => {
  const picture = frame?.firstElementChild
  return {
    frame: frame ? { width: frame.clientWidth, height: frame.clientHeight } : NO_SIZE,
    // without the transform, unlike its bounding box
    picture:
      picture instanceof HTMLElement
        ? { width: picture.offsetWidth, height: picture.offsetHeight }
        : NO_SIZE,
  }
}

/**
 * Zoom and pan of a photo: wheel, pinch, drag when zoomed, double tap and double click (rules in
 * zoom-pan.ts). `taps`: false where a tap means something else.
 */
export function useZoomPan({ taps = true } = {}): ZoomPanView {
  const [state, setState] = useState(ZOOM_START)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const bind = useCallback((element: HTMLElement | null) => {
    if (element) element.style.touchAction = 'none' // every gesture is ours
    setFrame(element)
  }, [])
  const act = useCallback(
    (action: ZoomAction) => {
      if (!taps && (action.kind === 'tap' || action.kind === 'double')) return
      const sizes = sizesOf(frame)
      setState((before) => zoomPanReducer(before, action, sizes))
    },
    [frame, taps],
  )

  useEffect(() => {
    // a window of another size has other bounds
    const again = (): void => act({ kind: 'pan', dx: 0, dy: 0 })
    addEventListener('resize', again)
    return () => removeEventListener('resize', again)
  }, [act])
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
