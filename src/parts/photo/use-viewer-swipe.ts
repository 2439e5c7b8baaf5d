import { useRef, type PointerEvent } from 'react'

/** Movement of a finger, in px, from which its direction is known. */
const SLOP_PX = 12
/** Sideways movement, in px, that leads to the next photo. */
const SIDE_PX = 60
/** Share of the height, or speed in px/ms over a length in px, from which a pull down closes. */
const FAR = 0.2
const FAST = 0.5
const FAST_PX = 40
/** Share of the height over which the ground fades out. */
const FADE = 0.6

interface Finger {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly at: number
  way: 'unknown' | 'down' | 'side'
}

/** The stage follows through `--pull` (px) and `--faded` (0 to 1), without rendering. */
const pull = (stage: HTMLElement, px: number): void => {
  stage.dataset['pulled'] = ''
  stage.style.setProperty('--pull', `${px}px`)
  stage.style.setProperty('--faded', String(Math.min(1, px / (stage.clientHeight * FADE))))
}
const letGo = (stage: HTMLElement): void => {
  delete stage.dataset['pulled']
  stage.style.removeProperty('--pull')
  stage.style.removeProperty('--faded')
}

/**
 * Handlers for one finger on a picture that is not zoomed (`active`): sideways it leads to another
 * photo, down it pulls the picture away. A second finger ends it: that is a pinch.
 */
export const useViewerSwipe = (
  active: boolean,
  onSide: (by: 1 | -1) => void,
  onPulledAway: () => void,
) => {
  const finger = useRef<Finger | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    letGo(event.currentTarget)
    finger.current =
      active && event.pointerType !== 'mouse' && event.isPrimary
        ? {
            id: event.pointerId,
            x: event.clientX,
            y: event.clientY,
            at: event.timeStamp,
            way: 'unknown',
          }
        : null
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const from = finger.current
    if (!from || from.id !== event.pointerId) return
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    if (from.way === 'unknown' && Math.hypot(dx, dy) > SLOP_PX)
      from.way = dy > Math.abs(dx) * 1.5 ? 'down' : 'side'
    if (from.way === 'down') pull(event.currentTarget, Math.max(0, dy))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    const from = finger.current
    if (!from || from.id !== event.pointerId) return
    finger.current = null
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    if (from.way !== 'down') {
      if (Math.abs(dx) > SIDE_PX && Math.abs(dx) > 2 * Math.abs(dy)) onSide(dx < 0 ? 1 : -1)
      return
    }
    const fast = dy > FAST_PX && dy / (event.timeStamp - from.at) > FAST
    // closing goes on from where the finger left it
    if (fast || dy > event.currentTarget.clientHeight * FAR) onPulledAway()
    else letGo(event.currentTarget)
  }
  const onPointerCancel = (event: PointerEvent<HTMLElement>): void => {
    finger.current = null
    letGo(event.currentTarget)
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}
