import { useRef, type PointerEvent } from 'react'

/** Swipe distance that triggers a reply, and the longest possible one, in px. */
const SWIPE_PX = 60
const MOST_PX = 84
const START_PX = 12

interface Swipe {
  readonly x: number
  readonly y: number
  readonly line: HTMLElement
  readonly messageId: string
  moving: boolean
}
export interface SwipeHandlers {
  onPointerDown(event: PointerEvent): void
  onPointerMove(event: PointerEvent): void
  onPointerUp(): void
  onPointerCancel(): void
}

/**
 * Swiping a bubble to the right replies to it. A vertical start is a scroll; releasing before 60 px
 * does nothing. `sign` is the arrow behind the bubble, which fades in. `canReply`: whether this message
 * can be replied to.
 */
export const useSwipeReply = (
  sign: () => HTMLElement | null,
  canReply: (messageId: string) => boolean,
  reply: (messageId: string) => void,
): SwipeHandlers => {
  const swipe = useRef<Swipe | null>(null)
  const distance = useRef(0)
  const move = (px: number): void => {
    const now = swipe.current
    if (!now) return
    const full = distance.current >= SWIPE_PX
    distance.current = px
    now.line.style.transform = px > 0 ? `translateX(${px}px)` : ''
    const mark = sign()
    if (!mark) return
    mark.style.opacity = String(Math.min(1, px / SWIPE_PX))
    mark.toggleAttribute('data-full', px >= SWIPE_PX)
    if (px >= SWIPE_PX && !full) navigator.vibrate?.(8)
  }
  const end = (act: boolean): void => {
    const now = swipe.current
    if (!now) return
    const far = distance.current >= SWIPE_PX
    if (now.moving) {
      now.line.style.transition = 'transform 200ms cubic-bezier(0.2, 0.8, 0.2, 1)'
      const { line } = now
      setTimeout(() => {
        line.style.transition = ''
      }, 220)
      move(0)
    }
    swipe.current = null
    if (act && far && now.moving) reply(now.messageId)
  }
  return {
    onPointerDown: (event) => {
      end(false)
      if (event.pointerType === 'mouse' || !event.isPrimary || !(event.target instanceof Element))
        return
      const line = event.target.closest<HTMLElement>('[data-message]')
      const messageId = line?.dataset['message']
      if (!line || !messageId || !canReply(messageId)) return
      distance.current = 0
      swipe.current = { x: event.clientX, y: event.clientY, line, messageId, moving: false }
    },
    onPointerMove: (event) => {
      const now = swipe.current
      if (!now || !event.isPrimary) return
      const dx = event.clientX - now.x
      const dy = event.clientY - now.y
      if (!now.moving) {
        if (Math.abs(dy) > START_PX || dx < -START_PX) {
          swipe.current = null
          return
        }
        if (dx < START_PX || dx < Math.abs(dy) * 1.5) return
        now.moving = true
        const mark = sign()
        const box = now.line.getBoundingClientRect()
        if (mark)
          mark.style.top = `${box.top + box.height / 2 - (mark.offsetParent?.getBoundingClientRect().top ?? 0) - 18}px`
      }
      move(Math.min(MOST_PX, Math.max(0, dx - START_PX)))
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  }
}
