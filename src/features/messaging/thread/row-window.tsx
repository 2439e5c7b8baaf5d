import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import { flushSync } from 'react-dom'
import { firstPaint } from '../../../data/start/phases'
import { ROW_PX, RowSpan, type Placed, type RowBox } from './row-span'
import styles from './thread.module.css'

export interface RowWindowHandle {
  /** Top of a row, in px from the top of the list. */
  offset(index: number): number
}
interface Props<Row> {
  rows: readonly Row[]
  /** Renders a row; must return the same element for the same row. */
  draw(row: Row): ReactNode
  /**
   * Index of a row that stays rendered outside the window, so that it keeps the focus; −1: none.
   */
  kept: number
  onScroll(): void
  ref?: Ref<RowWindowHandle>
}

/** Smaller differences are rounding, in px. */
const ROUNDING_PX = 0.1
/** Most overscan rows rendered per frame. */
const MOST_ROWS = 4
/** The list counts as still this long after the last scroll event, ms. */
const STILL_MS = 150

interface Drawn {
  readonly rows: readonly unknown[]
  readonly element: ReactElement
}
/**
 * Caches the element of each box while its rows do not change: most scroll frames render the list,
 * and React then skips the box.
 */
const keepBoxes = <Row extends Placed>(
  draw: (row: Row) => ReactNode,
): ((boxes: readonly RowBox[], rows: readonly Row[]) => ReactElement[]) => {
  let drawn: ReadonlyMap<number, Drawn> = new Map()
  const box = (id: number, own: readonly Row[]): Drawn => {
    const before = drawn.get(id)
    if (
      before &&
      before.rows.length === own.length &&
      own.every((row, i) => row === before.rows[i])
    )
      return before
    return {
      rows: own,
      element: (
        <div key={id} className={styles.box}>
          {own.map(draw)}
        </div>
      ),
    }
  }
  return (boxes, rows) => {
    drawn = new Map(boxes.map(({ id, from, to }) => [id, box(id, rows.slice(from, to))]))
    return [...drawn.values()].map(({ element }) => element)
  }
}

/**
 * A virtual list anchored at its end: renders the visible rows and an overscan, in boxes positioned
 * by their lower edge. A frame of scrolling up renders and measures the new rows once and moves no
 * other row. Must be a direct child of its scroll container.
 */
export const RowWindow = <Row extends Placed>({ rows, draw, kept, onScroll, ref }: Props<Row>) => {
  const [span] = useState(() => new RowSpan<Row>())
  const [, again] = useReducer((n: number) => n + 1, 0)
  const list = useRef<HTMLDivElement>(null)
  const scrolled = useRef(onScroll)
  const due = useRef(0)
  /** Pending frame that extends the overscan; 0: none. */
  const next = useRef(0)
  /** From the end of the list to the lower edge of the viewport at the last update, in px. */
  const seen = useRef(0)
  /** Watches row heights; null during scrolling, when new rows are measured as they render. */
  const watch = useRef<ResizeObserver>(null)
  const drawnOf = useMemo(() => keepBoxes(draw), [draw])
  const painted = useRef(false)

  if (span.rows !== rows) {
    const fresh = span.rows.length === 0
    due.current += span.take(rows)
    // overscan is added after the first paint
    if (fresh) span.cover(0, innerHeight, 0)
  }
  span.draw(kept)

  /** From the end of the list to the lower and the upper edge of the viewport, in px. */
  const view = (): readonly [number, number] => {
    const node = list.current?.parentElement
    if (!node) return [0, innerHeight]
    const low = span.height - (node.scrollTop + node.clientHeight)
    return [low, low + node.clientHeight]
  }
  /** Inside a hidden tab panel: keeps what is rendered until it is visible. */
  const hidden = (): boolean =>
    list.current?.offsetParent === null || list.current?.parentElement?.clientHeight === 0
  const write = (): void => {
    const node = list.current
    if (!node) return
    const height = `${span.height}px`
    if (node.style.height !== height) node.style.height = height
    span.boxes.forEach(({ to }, i) => {
      const bottom = `${span.distance(to - 1)}px`
      const box = node.children[i]
      if (box instanceof HTMLElement && box.style.bottom !== bottom) box.style.bottom = bottom
    })
    if (due.current !== 0 && node.parentElement) node.parentElement.scrollTop += due.current
    due.current = 0
  }
  const heightOf = (index: number): number => {
    const at = span.boxes.findIndex(({ from, to }) => from <= index && index < to)
    return (
      list.current?.children[at]?.children[
        index - (span.boxes[at]?.from ?? 0)
      ]?.getBoundingClientRect().height ?? 0
    )
  }
  const measure = (all: boolean): void => {
    if (!list.current || hidden()) return
    const [, high] = view()
    span.measure(heightOf, all, high)
    // at the top, the list must neither end early nor scroll past its first row
    const top = list.current.parentElement?.scrollTop ?? 0
    if (
      Math.abs(span.slack) > ROUNDING_PX &&
      (span.from === 0 || (span.slack < 0 && top + due.current < -span.slack))
    )
      due.current += span.even()
  }
  const update = (): void => {
    if (hidden()) return
    const [low, high] = view()
    // render as many rows as were scrolled past, so that a fast scroll does not outrun the window
    const went = Math.round(Math.abs(low - seen.current) / ROW_PX)
    seen.current = low
    const { changed, bare, more } = span.cover(
      low,
      high,
      undefined,
      Math.max(1, Math.min(MOST_ROWS, went)),
    )
    if (more && next.current === 0) {
      next.current = requestAnimationFrame(() => {
        next.current = 0
        update()
      })
    }
    if (!changed) return
    // visible rows render in this frame, overscan rows soon after
    if (bare) flushSync(again)
    else if (painted.current) again()
    else
      void firstPaint().then(() => {
        painted.current = true
        again()
      })
  }

  useImperativeHandle(ref, () => ({ offset: (index) => span.offset(index) }), [span])
  useLayoutEffect(() => {
    scrolled.current = onScroll
  })
  // measuring in a layout effect avoids a second layout in this frame
  useLayoutEffect(() => {
    write()
    measure(false)
    write()
    for (const box of list.current?.children ?? []) watch.current?.observe(box)
  })
  useEffect(() => {
    const node = list.current?.parentElement
    if (!node) return undefined
    const onSize = (): void => {
      measure(true)
      write()
      update()
    }
    const observer = new ResizeObserver(onSize)
    observer.observe(node)
    const begin = (): void => {
      watch.current = new ResizeObserver(onSize)
      for (const box of list.current?.children ?? []) watch.current.observe(box)
    }
    const end = (): void => {
      watch.current?.disconnect()
      watch.current = null
    }
    begin()
    let still: ReturnType<typeof setTimeout> | undefined
    const onMove = (): void => {
      scrolled.current()
      update()
      if (still === undefined) end()
      else clearTimeout(still)
      still = setTimeout(() => {
        still = undefined
        begin()
      }, STILL_MS)
    }
    node.addEventListener('scroll', onMove, { passive: true })
    return () => {
      clearTimeout(still)
      cancelAnimationFrame(next.current)
      next.current = 0
      observer.disconnect()
      end()
      node.removeEventListener('scroll', onMove)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what they use is in refs and in the span
  }, [span])

  return (
    <div ref={list} className={styles.rows}>
      {drawnOf(span.boxes, rows)}
    </div>
  )
}
