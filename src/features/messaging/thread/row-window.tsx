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
  /** Where a row begins, in px from the top of the list. */ offset(index: number): number
}
interface Props<Row> {
  rows: readonly Row[]
  /** Draws a row; the same row gives the same element. */
  draw(row: Row): ReactNode
  /** A row that stays drawn wherever the window is, for the sake of the focus; −1: none. */
  kept: number
  onScroll(): void
  ref?: Ref<RowWindowHandle>
}

/** Differences below this are rounding, in px. */
const ROUNDING_PX = 0.1
/** So many rows beyond what is near are drawn in one frame at most. */
const MOST_ROWS = 4
/** So long after the last movement the list counts as still, in ms. */
const STILL_MS = 150

interface Drawn {
  readonly rows: readonly unknown[]
  readonly element: ReactElement
}
/** A box whose rows are the same as before keeps its element: a list that renders in most frames of a scroll passes over it. */
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
 * The rows of a thread that are seen and a few beyond, in boxes that are held at their lower end: a frame of reading upwards
 * draws the rows that come, lays out and measures them once, and moves nothing that stands. Lies directly in its scroller.
 */
export const RowWindow = <Row extends Placed>({ rows, draw, kept, onScroll, ref }: Props<Row>) => {
  const [span] = useState(() => new RowSpan<Row>())
  const [, again] = useReducer((n: number) => n + 1, 0)
  const list = useRef<HTMLDivElement>(null)
  const scrolled = useRef(onScroll)
  const due = useRef(0)
  /** The frame in which further rows are looked for; 0: none. */
  const next = useRef(0)
  /** From the end of the list to the lower edge of what was seen when it was last looked at, in px. */
  const seen = useRef(0)
  /** Tells of rows that become another height; null while the list is scrolled: what comes is measured as it comes. */
  const watch = useRef<ResizeObserver>(null)
  const drawnOf = useMemo(() => keepBoxes(draw), [draw])
  const painted = useRef(false)

  if (span.rows !== rows) {
    const fresh = span.rows.length === 0
    due.current += span.take(rows)
    // the rows beyond what is seen come once that is painted
    if (fresh) span.cover(0, innerHeight, 0)
  }
  span.draw(kept)

  /** From the end of the list to the lower and the upper edge of what is seen, in px. */
  const view = (): readonly [number, number] => {
    const node = list.current?.parentElement
    if (!node) return [0, innerHeight]
    const low = span.height - (node.scrollTop + node.clientHeight)
    return [low, low + node.clientHeight]
  }
  /** Behind another tab of the page: what is drawn stays as it is until it is seen again. */
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
    // the top has to be reached, and not to be passed
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
    // as many as went out of sight: who goes fast does not come to the end of what is drawn
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
    // what is seen is drawn in this frame, what may be seen soon after it
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
  // what is measured here needs no second layout in this frame
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
