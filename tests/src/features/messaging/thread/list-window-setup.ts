import { ListWindow, type KeyedRow } from '../../../../../src/features/messaging/thread/list-window'

export const VIEW = 700

/**
 * A thread as a browser would lay it out: each row has a true height, known once it is rendered.
 */
export const drawnBy = (heights: Map<string, number>, seed = 1) => {
  const listWindow = new ListWindow<KeyedRow>()
  let scrollTop = 0
  let kept = -1
  let state = seed
  const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  const rows = (from: number, to: number): KeyedRow[] =>
    Array.from({ length: to - from }, (_, i) => ({ key: `r${from + i}` }))
  const trueHeight = (index: number): number => heights.get(listWindow.rows[index]?.key ?? '') ?? 0
  const draw = (again = false): void => {
    listWindow.commitRange(kept)
    const high = listWindow.height - scrollTop
    listWindow.measure(trueHeight, again, high)
    if (
      listWindow.slack !== 0 &&
      (listWindow.from === 0 || (listWindow.slack < 0 && scrollTop < -listWindow.slack))
    )
      scrollTop += listWindow.removeSlack()
  }
  /** Until no more rows are added, as after a few frames. */
  const look = (): void => {
    for (
      let i = 0;
      i < 20 &&
      listWindow.computeRange(listWindow.height - scrollTop - VIEW, listWindow.height - scrollTop)
        .changed;
      i += 1
    )
      draw()
  }
  return {
    listWindow,
    random,
    rows,
    look,
    draw,
    keep: (index: number): void => {
      kept = index
    },
    take: (list: readonly KeyedRow[]): void => {
      scrollTop += listWindow.setRows(list)
      draw()
    },
    scroll: (by: number): void => {
      scrollTop = Math.max(0, Math.min(Math.max(0, listWindow.height - VIEW), scrollTop + by))
    },
    toEnd: (): void => {
      scrollTop = Math.max(0, listWindow.height - VIEW)
    },
    get scrollTop() {
      return scrollTop
    },
    /** Top of each rendered row on the screen, by key. */
    seen: (): Map<string, number> => {
      const places = new Map<string, number>()
      let bottom = listWindow.height - listWindow.below
      for (let i = listWindow.to - 1; i >= listWindow.from; i -= 1) {
        bottom -= trueHeight(i)
        if (bottom + trueHeight(i) > scrollTop && bottom < scrollTop + VIEW)
          places.set(listWindow.rows[i]?.key ?? '', bottom - scrollTop)
      }
      return places
    },
  }
}

export const heightsOf = (n: number, from = 0): Map<string, number> =>
  new Map(
    Array.from({ length: n }, (_, i) => [`r${from + i}`, 30 + ((i * 7919) % 97) + (i % 3) / 4]),
  )
