import type { ZoomAction } from './zoom-pan'

type Act = (action: ZoomAction) => void
type Place = { x: number; y: number }
/** From the centre of the frame, px. */
type PlaceOf = (event: { clientX: number; clientY: number }) => Place

/** A press that moves less, in px, and lasts less, in ms, is a tap. */
const TAP_PX = 10
const TAP_MS = 250

/** Presses on the frame: one drags, two pinch, a short one that does not move is a tap. */
const trackPresses = (frame: HTMLElement, placeOf: PlaceOf, act: Act) => {
  const fingers = new Map<number, Place>()
  let press = { x: 0, y: 0, at: 0, alone: true }
  const spread = (): number => {
    const [a, b] = [...fingers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
  const down = (event: PointerEvent): void => {
    if (
      event.button !== 0 ||
      (event.target instanceof Element && event.target.closest('button, a'))
    )
      return
    frame.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, placeOf(event))
    press = { ...placeOf(event), at: event.timeStamp, alone: fingers.size === 1 }
  }
  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const now = placeOf(event)
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
  const up = (event: PointerEvent): void => {
    if (
      !fingers.delete(event.pointerId) ||
      event.type === 'pointercancel' ||
      event.pointerType === 'mouse'
    )
      return
    const at = placeOf(event)
    const still =
      Math.hypot(at.x - press.x, at.y - press.y) < TAP_PX && event.timeStamp - press.at < TAP_MS
    if (press.alone && still) act({ kind: 'tap', at: press.at, ...at })
  }
  return { down, move, up }
}

/**
 * Turns wheel, pinch, drag, double tap and double click on the frame into actions, until the
 * returned function is called.
 */
export const listenToZoom = (frame: HTMLElement, act: Act): (() => void) => {
  const placeOf: PlaceOf = (event) => {
    const box = frame.getBoundingClientRect()
    return {
      x: event.clientX - box.left - box.width / 2,
      y: event.clientY - box.top - box.height / 2,
    }
  }
  const presses = trackPresses(frame, placeOf, act)
  let mouse = true
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault()
    act({ kind: 'wheel', up: event.deltaY < 0, ...placeOf(event) })
  }
  const onDown = (event: PointerEvent): void => {
    mouse = event.pointerType === 'mouse'
    presses.down(event)
  }
  const onDouble = (event: MouseEvent): void => {
    if (mouse) act({ kind: 'double', ...placeOf(event) }) // fingers have their own double tap above
  }
  const stop = new AbortController()
  const { signal } = stop
  frame.addEventListener('wheel', onWheel, { passive: false, signal })
  frame.addEventListener('pointerdown', onDown, { signal })
  frame.addEventListener('pointermove', presses.move, { signal })
  frame.addEventListener('pointerup', presses.up, { signal })
  frame.addEventListener('pointercancel', presses.up, { signal })
  frame.addEventListener('dblclick', onDouble, { signal })
  return () => stop.abort()
}
