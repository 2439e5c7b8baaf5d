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
import { ESTIMATED_ROW_PX, ListWindow, type KeyedRow, type RowBox } from './list-window'
import styles from './thread.module.css'

export interface AnchoredListHandle {
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
  ref?: Ref<AnchoredListHandle>
}

/** Smaller differences are rounding, in px. */
const ROUNDING_PX = 0.1
/** Most overscan rows rendered per frame. */
const MOST_ROWS = 4
/** The list counts as still this long after the last scroll event, ms. */
const STILL_MS = 150

interface CachedBox {
  readonly rows: readonly unknown[]
  readonly element: ReactElement
}
/**
 * Caches the element of each box while its rows do not change: most scroll frames render the list,
 * and React then skips the box.
 */
const cacheBoxes = <Row extends KeyedRow>(
  draw: (row: Row) => ReactNode,
): ((boxes: readonly RowBox[], rows: readonly Row[]) => ReactElement[]) => {
  let drawn: ReadonlyMap<number, CachedBox> = new Map()
  const box = (id: number, own: readonly Row[]): CachedBox => {
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
export const AnchoredList = <Row extends KeyedRow>({
  rows,
  draw,
  kept,
  onScroll,
  ref,
}: Props<Row>) => {
  const [listWindow] = useState(() => new ListWindow<Row>())
  const [, rerender] = useReducer((n: number) => n + 1, 0)
  const list = useRef<HTMLDivElement>(null)
  const onScrollRef = useRef(onScroll)
  const scrollCorrection = useRef(0)
  /** Pending frame that extends the overscan; 0: none. */
  const pendingFrame = useRef(0)
  /** From the end of the list to the lower edge of the viewport at the last update, in px. */
  const lastLow = useRef(0)
  /** Watches row heights; null during scrolling, when new rows are measured as they render. */
  const heightObserver = useRef<ResizeObserver>(null)
  const renderBoxes = useMemo(() => cacheBoxes(draw), [draw])
  const painted = useRef(false)

  if (listWindow.rows !== rows) {
    const fresh = listWindow.rows.length === 0
    scrollCorrection.current += listWindow.setRows(rows)
    // overscan is added after the first paint
    if (fresh) listWindow.computeRange(0, innerHeight, 0)
  }
  listWindow.commitRange(kept)

  /** From the end of the list to the lower and the upper edge of the viewport, in px. */
  const viewport = (): readonly [number, number] => {
    const node = list.current?.parentElement
    if (!node) return [0, innerHeight]
    const low = listWindow.height - (node.scrollTop + node.clientHeight)
    return [low, low + node.clientHeight]
  }
  /** Inside a hidden tab panel: keeps what is rendered until it is visible. */
  const hidden = (): boolean =>
    list.current?.offsetParent === null || list.current?.parentElement?.clientHeight === 0
  const writeLayout = (): void => {
    const node = list.current
    if (!node) return
    const height = `${listWindow.height}px`
    if (node.style.height !== height) node.style.height = height
    listWindow.boxes.forEach(({ to }, i) => {
      const bottom = `${listWindow.distance(to - 1)}px`
      const box = node.children[i]
      if (box instanceof HTMLElement && box.style.bottom !== bottom) box.style.bottom = bottom
    })
    if (scrollCorrection.current !== 0 && node.parentElement)
      node.parentElement.scrollTop += scrollCorrection.current
    scrollCorrection.current = 0
  }
  const heightOf = (index: number): number => {
    const at = listWindow.boxes.findIndex(({ from, to }) => from <= index && index < to)
    return (
      list.current?.children[at]?.children[
        index - (listWindow.boxes[at]?.from ?? 0)
      ]?.getBoundingClientRect().height ?? 0
    )
  }
  const measure = (all: boolean): void => {
    if (!list.current || hidden()) return
    const [, high] = viewport()
    listWindow.measure(heightOf, all, high)
    // at the top, the list must neither end early nor scroll past its first row
    const top = list.current.parentElement?.scrollTop ?? 0
    if (
      Math.abs(listWindow.slack) > ROUNDING_PX &&
      (listWindow.from === 0 ||
        (listWindow.slack < 0 && top + scrollCorrection.current < -listWindow.slack))
    )
      scrollCorrection.current += listWindow.removeSlack()
  }
  const update = (): void => {
    if (hidden()) return
    const [low, high] = viewport()
    // render as many rows as were scrolled past, so that a fast scroll does not outrun the window
    const went = Math.round(Math.abs(low - lastLow.current) / ESTIMATED_ROW_PX)
    lastLow.current = low
    const { changed, bare, more } = listWindow.computeRange(
      low,
      high,
      undefined,
      Math.max(1, Math.min(MOST_ROWS, went)),
    )
    if (more && pendingFrame.current === 0) {
      pendingFrame.current = requestAnimationFrame(() => {
        pendingFrame.current = 0
        update()
      })
    }
    if (!changed) return
    // visible rows render in this frame, overscan rows soon after
    if (bare) flushSync(rerender)
    else if (painted.current) rerender()
    else
      void firstPaint().then(() => {
        painted.current = true
        rerender()
      })
  }

  useImperativeHandle(ref, () => ({ offset: (index) => listWindow.offset(index) }), [listWindow])
  useLayoutEffect(() => {
    onScrollRef.current = onScroll
  })
  // measuring in a layout effect avoids a second layout in this frame
  useLayoutEffect(() => {
    writeLayout()
    measure(false)
    writeLayout()
    for (const box of list.current?.children ?? []) heightObserver.current?.observe(box)
  })
  useEffect(() => {
    const node = list.current?.parentElement
    if (!node) return undefined
    const onSize = (): void => {
      measure(true)
      writeLayout()
      update()
    }
    const observer = new ResizeObserver(onSize)
    observer.observe(node)
    const begin = (): void => {
      heightObserver.current = new ResizeObserver(onSize)
      for (const box of list.current?.children ?? []) heightObserver.current.observe(box)
    }
    const end = (): void => {
      heightObserver.current?.disconnect()
      heightObserver.current = null
    }
    begin()
    let still: ReturnType<typeof setTimeout> | undefined
    const onMove = (): void => {
      onScrollRef.current()
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
      cancelAnimationFrame(pendingFrame.current)
      pendingFrame.current = 0
      observer.disconnect()
      end()
      node.removeEventListener('scroll', onMove)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what they use is in refs and in the listWindow
  }, [listWindow])

  return (
    <div ref={list} className={styles.rows}>
      {renderBoxes(listWindow.boxes, rows)}
    </div>
  )
}
