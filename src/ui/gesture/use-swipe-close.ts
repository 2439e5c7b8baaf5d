import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Share of the width, or speed in px/ms, from which a swipe closes. */
const FAR = 0.35
const FAST = 0.5
/** Movement in px before a touch is taken for a swipe. */
const SLOP = 12

/** Things that use sideways movement themselves. */
function takesSideways(target: EventTarget | null, root: HTMLElement): boolean {
  let node = target instanceof Element ? target : null
  for (; node && node !== root; node = node.parentElement) {
    if (node.matches('input, textarea, [data-no-swipe], [role="slider"]')) return true
    if (
      node.scrollWidth > node.clientWidth + 1 &&
      /auto|scroll/.test(getComputedStyle(node).overflowX)
    )
      return true
  }
  return false
}

/**
 * Closes a surface pushed to the right by a finger. The element follows through `--drag` (px); with touch only,
 * and only for a movement clearly sideways, so that scrolling stays scrolling.
 */
export function useSwipeClose(
  element: RefObject<HTMLElement | null>,
  active: boolean,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const root = element.current
    if (!root || !active) return
    let start: { x: number; y: number; at: number } | null = null
    let dragging = false
    const drag = (px: number | null): void => {
      if (px === null) root.style.removeProperty('--drag')
      else root.style.setProperty('--drag', `${px}px`)
    }
    drag(null) // opened again while it was leaving
    const onStart = (event: TouchEvent): void => {
      const touch = event.touches[0]
      start =
        event.touches.length === 1 && touch && !takesSideways(event.target, root)
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
          : null
      dragging = false
    }
    const onMove = (event: TouchEvent): void => {
      const touch = event.touches[0]
      if (!start || !touch) return
      const dx = touch.clientX - start.x
      const dy = Math.abs(touch.clientY - start.y)
      if (!dragging && dy > SLOP) start = null
      else if (!dragging && dx > SLOP && dx > dy * 1.5) dragging = true
      if (dragging) drag(Math.max(0, dx))
    }
    const onEnd = (event: TouchEvent): void => {
      const touch = event.changedTouches[0]
      if (start && dragging && touch) {
        const dx = touch.clientX - start.x
        const away =
          event.type === 'touchend' &&
          (dx > root.clientWidth * FAR || (dx > 40 && dx / (event.timeStamp - start.at) > FAST))
        if (away) close() // the exit animation goes on from where the finger left
        else drag(null)
      }
      start = null
      dragging = false
    }
    root.addEventListener('touchstart', onStart, { passive: true })
    root.addEventListener('touchmove', onMove, { passive: true })
    root.addEventListener('touchend', onEnd)
    root.addEventListener('touchcancel', onEnd)
    return () => {
      root.removeEventListener('touchstart', onStart)
      root.removeEventListener('touchmove', onMove)
      root.removeEventListener('touchend', onEnd)
      root.removeEventListener('touchcancel', onEnd)
    }
  }, [element, active])
}
