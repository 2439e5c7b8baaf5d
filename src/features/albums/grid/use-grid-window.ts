import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { useDesktop } from '../../../ui/layout/use-media-query'
import { columnsOf, GRID_GAP_PX } from '../state/model'

/** Columns, side of a tile in px, and the rendered photos: `from` up to `to`. */
export interface GridWindow {
  readonly columns: number
  readonly size: number
  readonly from: number
  readonly to: number
}
type Range = Pick<GridWindow, 'from' | 'to'>
/**
 * Minimum margin rendered beyond the screen, and size of the step by which it is extended: rarely,
 * and long before it is seen.
 */
const AHEAD_PX = 300
const BLOCK_PX = 1_200
/** Smaller scrolls are ignored: measuring in each frame would cost a part of each frame. */
const MEASURE_PX = 60
const NOTHING: GridWindow = { columns: 0, size: 0, from: 0, to: 0 }

const holds = (range: Range, inner: Range): boolean =>
  inner.from >= inner.to || (range.from <= inner.from && range.to >= inner.to)
/**
 * Range to render: unchanged while it contains the near range; after a jump, the near range alone.
 */
export const nextRange = (now: Range, near: Range, wide: Range): Range =>
  holds(now, near) ? now : now.to <= near.from || now.from >= near.to ? near : wide

/** A small grid that is fully rendered stays so wherever it is scrolled to. */
export const staysFullyRendered = (
  { columns, size, from, to }: GridWindow,
  count: number,
): boolean =>
  columns > 0 &&
  from === 0 &&
  to === count &&
  Math.ceil(count / columns) * (size + GRID_GAP_PX) <= BLOCK_PX

export const scrollerOf = (element: Element): HTMLElement => {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/(auto|scroll)/.test(getComputedStyle(at).overflowY)) return at
  return document.documentElement
}

/** Calls `measure` when the grid may have moved or changed its size, until the returned function is called. */
const watchGrid = (
  grid: HTMLElement,
  measure: () => void,
  ignoresScrolls: () => boolean,
): (() => void) => {
  let asked = 0
  const soon = (): void => {
    asked ||= requestAnimationFrame(() => {
      asked = 0
      measure()
    })
  }
  const scroller = scrollerOf(grid)
  let measuredAt = -Infinity
  const scrolled = ({ target }: Event): void => {
    if (!(target instanceof Node) || !target.contains(grid) || ignoresScrolls()) return
    // an outer scroller moves the grid without a scroll event of its own scroller
    const own =
      target === scroller || (target === document && scroller === document.documentElement)
    const at = scroller.scrollTop
    if (own && Math.abs(at - measuredAt) < MEASURE_PX) return
    measuredAt = at
    measure()
  }
  const sizes = new ResizeObserver(soon)
  // content above may grow or shrink without scrolling
  for (const element of [grid, document.body, scroller.firstElementChild])
    if (element) sizes.observe(element)
  document.addEventListener('scroll', scrolled, { capture: true, passive: true })
  addEventListener('resize', soon)
  return () => {
    cancelAnimationFrame(asked)
    sizes.disconnect()
    document.removeEventListener('scroll', scrolled, { capture: true })
    removeEventListener('resize', soon)
  }
}

/**
 * The part of a grid of equal squares to render, computed from its position on the screen, whatever
 * scrolls (the page, a panel). Equal squares need no measuring, unlike rows of a general virtual list.
 */
export const useGridWindow = (
  count: number,
): { ref: RefObject<HTMLDivElement | null>; window: GridWindow; measure: () => void } => {
  const ref = useRef<HTMLDivElement>(null)
  const desktop = useDesktop()
  const [shown, setShown] = useState(NOTHING)
  const latest = useRef(NOTHING)
  const drawn = useRef(NOTHING)
  const top = useRef(0)
  useLayoutEffect(() => {
    drawn.current = shown
  }, [shown])
  const measure = useCallback(() => {
    const box = ref.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const columns = columnsOf(box.width, desktop)
    const size = (box.width - GRID_GAP_PX * (columns - 1)) / columns
    const row = size + GRID_GAP_PX
    const rows = Math.ceil(count / columns)
    const reach = (above: number, below: number): Range => {
      const first = Math.min(rows, Math.max(0, Math.floor((-box.top - above) / row)))
      return {
        from: first * columns,
        to: Math.min(
          count,
          Math.max(first, Math.min(rows, Math.ceil((innerHeight - box.top + below) / row))) *
            columns,
        ),
      }
    }
    const now = latest.current
    const near = reach(AHEAD_PX, AHEAD_PX)
    const wide =
      box.top > top.current
        ? reach(AHEAD_PX + BLOCK_PX, AHEAD_PX)
        : reach(AHEAD_PX, AHEAD_PX + BLOCK_PX)
    top.current = box.top
    const next = now.columns === columns && now.size === size ? nextRange(now, near, wide) : near
    const missed = !holds(drawn.current, reach(0, 0))
    if (next !== now) latest.current = { columns, size, ...next }
    // the visible part is rendered at once, the rest between frames
    if (missed) setShown(latest.current)
    else if (next !== now) startTransition(() => setShown(latest.current))
  }, [count, desktop])
  useLayoutEffect(measure, [measure])
  useEffect(() => {
    const grid = ref.current
    if (!grid) return undefined
    return watchGrid(grid, measure, () => staysFullyRendered(latest.current, count))
  }, [count, measure])
  return { ref, window: shown, measure }
}
