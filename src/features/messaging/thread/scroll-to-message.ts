/** Space above a row that is aligned to the top, in px. */
const TOP_PX = 48
const FRAMES_MAX = 60
/** Consecutive frames without a correction after which the scroll position counts as stable. */
const STABLE_FRAMES = 4

/**
 * Scrolls the virtual list to a row and keeps it in place while the rows around it render and are
 * measured for the first time. Ends when the position is stable, when the member scrolls, or when
 * the row no longer exists (null).
 * @param offset top of the row while it is not rendered, in px from the start of the list; null: no
 * such row
 * @returns a function that stops it
 */
export const scrollToMessage = (
  node: HTMLElement,
  messageId: string,
  align: 'start' | 'center',
  offset: () => number | null,
  end: (row: HTMLElement | null) => void,
): (() => void) => {
  let [frames, still, alive] = [0, 0, true]
  const find = (): HTMLElement | null =>
    node.querySelector<HTMLElement>(`[data-row="${CSS.escape(messageId)}"]`)
  const stop = (): void => {
    alive = false
    for (const name of ['wheel', 'touchmove', 'pointerdown'] as const)
      node.removeEventListener(name, finish)
  }
  const finish = (): void => {
    if (!alive) return
    stop()
    end(find())
  }
  const step = (): void => {
    if (!alive) return
    const row = find()
    const at = row ? null : offset()
    if (!row && at === null) return finish()
    if (row) {
      const own = row.getBoundingClientRect()
      const room = node.clientHeight
      const wanted = align === 'start' ? TOP_PX : Math.max(TOP_PX, (room - own.height) / 2)
      const delta = own.top - node.getBoundingClientRect().top - wanted
      const from = node.scrollTop
      if (Math.abs(delta) > 1) node.scrollTop = from + delta
      still = Math.abs(node.scrollTop - from) > 1 ? 0 : still + 1
    } else if (at !== null) node.scrollTop = Math.max(0, at - TOP_PX)
    frames += 1
    if (still >= STABLE_FRAMES || frames >= FRAMES_MAX) return finish()
    requestAnimationFrame(step)
  }
  for (const name of ['wheel', 'touchmove', 'pointerdown'] as const)
    node.addEventListener(name, finish, { passive: true })
  step()
  return stop
}
