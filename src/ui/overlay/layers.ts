/** The open modal surfaces, bottom first. While there is one, the page behind does not scroll. */
let stack: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function set(next: readonly HTMLElement[]): void {
  const locked = stack.length > 0
  stack = next
  if (locked !== next.length > 0) lockScroll(next.length > 0)
  for (const listener of listeners) listener()
}

/** Locks or releases the scrolling of the page; the width of the lost scroll bar is kept so that nothing jumps. */
function lockScroll(lock: boolean): void {
  const { style } = document.body
  // measured for the lock alone: a release would lay out the page that has just changed
  const bar = lock ? globalThis.innerWidth - document.documentElement.clientWidth : 0
  style.overflow = lock ? 'hidden' : ''
  style.paddingRight = bar > 0 ? `${bar}px` : ''
}

/** Puts a surface on top. Call the result when it closes. */
export function addLayer(element: HTMLElement): () => void {
  set([...stack.filter((other) => other !== element), element])
  return () => set(stack.filter((other) => other !== element))
}

/** The surface on top, or null when the page itself is. Everything outside it is inert. */
export function topLayer(): HTMLElement | null {
  return stack.at(-1) ?? null
}

/** Calls `listener` at once, synchronously, each time the surface on top changes. */
export function onTopLayerChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
