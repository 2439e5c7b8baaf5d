/** Anchor of a floating surface: an element, or a point of the window in px. */
export type Anchor = Element | { x: number; y: number }

const GAP = 6
const MARGIN = 8

/**
 * Puts a fixed element beside its anchor: under it, above where there is more room, never out of the window.
 * Sets left, top, max-height (px) and `data-above` for the direction of its animation.
 */
export function positionAtAnchor(
  element: HTMLElement,
  anchor: Anchor,
  align: 'start' | 'end',
): void {
  const box =
    anchor instanceof Element
      ? anchor.getBoundingClientRect()
      : new DOMRect(anchor.x, anchor.y, 0, 0)
  const { clientWidth: width, clientHeight: height } = document.documentElement
  element.style.maxHeight = ''
  const own = { width: element.offsetWidth, height: element.offsetHeight }
  const below = height - box.bottom - GAP - MARGIN
  const above = box.top - GAP - MARGIN
  const up = own.height > below && above > below
  const tall = Math.min(own.height, Math.max(120, up ? above : below))
  const left = align === 'end' ? box.right - own.width : box.left
  element.style.maxHeight = `${tall}px`
  element.style.left = `${Math.max(MARGIN, Math.min(left, width - own.width - MARGIN))}px`
  element.style.top = `${Math.max(MARGIN, up ? box.top - GAP - tall : Math.min(box.bottom + GAP, height - tall - MARGIN))}px`
  element.toggleAttribute('data-above', up)
}
