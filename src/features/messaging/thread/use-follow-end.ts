import { useEffect, useRef, type RefObject } from 'react'
import { SCROLL_BOTTOM_PX } from '#contract/limits'

/** Scrolling within this long after wheel, touch or key input counts as the member's, ms. */
const GESTURE_MS = 300
const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

interface FollowEnd {
  /** The thread is at the bottom and stays there. */
  readonly follows: RefObject<boolean>
  /** Called after each scroll: decides whether the thread still follows its end. */
  track(node: HTMLElement, hasNewer: boolean): void
}

/**
 * Keeps a thread that is at its end there: when the composer grows or rows are higher than
 * estimated. `scrollingTo`: a scroll to a message is running; `epoch`: number of the window.
 */
export const useFollowEnd = (
  scroller: RefObject<HTMLDivElement | null>,
  scrollingTo: RefObject<(() => void) | null>,
  hasRows: boolean,
  epoch: number,
): FollowEnd => {
  const follows = useRef(true)
  const lastTop = useRef(0)
  const lastHeight = useRef(0)
  const gestureAt = useRef(-Infinity)
  useEffect(() => {
    const node = scroller.current
    if (!hasRows || !node) return undefined
    const observer = new ResizeObserver(() => {
      if (!follows.current || scrollingTo.current) return
      node.scrollTop = node.scrollHeight
      lastTop.current = node.scrollTop
      lastHeight.current = node.scrollHeight
    })
    observer.observe(node)
    if (node.lastElementChild) observer.observe(node.lastElementChild)
    const gesture = (): void => {
      gestureAt.current = performance.now()
    }
    for (const kind of GESTURES) node.addEventListener(kind, gesture, { passive: true })
    return () => {
      observer.disconnect()
      for (const kind of GESTURES) node.removeEventListener(kind, gesture)
    }
  }, [scroller, scrollingTo, hasRows, epoch])

  const track = (node: HTMLElement, hasNewer: boolean): void => {
    const left = node.scrollHeight - node.clientHeight - node.scrollTop
    // only scrolling up by the member leaves the bottom, not content growing below nor measured
    // heights that shift the position (a dragged scroll bar, find-in-page and screen readers scroll
    // without a gesture, but further)
    const grown = Math.abs(node.scrollHeight - lastHeight.current)
    const withoutGesture =
      grown > 0 &&
      lastTop.current - node.scrollTop <= grown + 1 &&
      performance.now() - gestureAt.current > GESTURE_MS
    if (left <= SCROLL_BOTTOM_PX && !hasNewer) follows.current = true
    else if (hasNewer || (node.scrollTop < lastTop.current && !withoutGesture))
      follows.current = false
    else if (follows.current && withoutGesture) node.scrollTop = node.scrollHeight
    lastTop.current = node.scrollTop
    lastHeight.current = node.scrollHeight
  }
  return { follows, track }
}
