import {
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
} from 'react'
import { clampCrop, CROP_START, zoomCrop, type CropWindow, type Size } from './crop'

export const ZOOM_STEP = 1.15
const KEY_STEP = 0.04
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The wheel zooms the picture in the returned frame. */
const useWheel = (
  size: Size | undefined,
  setCrop: Dispatch<SetStateAction<CropWindow>>,
): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element || !size) return undefined
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      setCrop((c) => zoomCrop(c, c.scale * (event.deltaY < 0 ? 1.1 : 0.9), size))
    }
    // React listens passively: the page would scroll
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [size, setCrop])
  return frame
}

/** One finger moves, two also zoom. */
const useFingers = (move: (x: number, y: number) => void, zoom: (factor: number) => void) => {
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const spread = (): number => {
    const [a, b] = [...fingers.current.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
  const lift = (event: PointerEvent): void => void fingers.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent): void => {
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent): void => {
      const before = fingers.current.get(event.pointerId)
      if (!before) return
      const side = event.currentTarget.clientWidth
      const wide = spread()
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (fingers.current.size === 2 && wide > 0) zoom(spread() / wide)
      const share = fingers.current.size * side
      move((event.clientX - before.x) / share, (event.clientY - before.y) / share)
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

/** The chosen square of a picture, and what changes it; nothing does while the size is unknown. */
export const useCrop = (size: Size | undefined) => {
  const [crop, setCrop] = useState(CROP_START)
  const move = (x: number, y: number): void => {
    if (size) setCrop((c) => clampCrop({ ...c, x: c.x + x, y: c.y + y }, size))
  }
  const zoom = (factor: number): void => {
    if (size) setCrop((c) => zoomCrop(c, c.scale * factor, size))
  }
  const scaleTo = (scale: number): void => {
    if (size) setCrop((c) => zoomCrop(c, scale, size))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = MOVES[event.key]
    if (by) move(by[0] * KEY_STEP, by[1] * KEY_STEP)
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP)
    else if (event.key === '-') zoom(1 / ZOOM_STEP)
    else return
    event.preventDefault()
  }
  const frame = useWheel(size, setCrop)
  const fingers = useFingers(move, zoom)
  return { crop, zoom, scaleTo, frame, gestures: { ...fingers, onKeyDown } }
}
