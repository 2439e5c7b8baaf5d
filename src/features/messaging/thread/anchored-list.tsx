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
import { waitForFirstPaint } from '../../../data/start/phases'
import { ListLayout } from './list-layout'
import { ESTIMATED_ROW_PX, type KeyedRow, type RowBox } from './list-window'
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

/** Returns a function that renders the rows of the current viewport and, frame by frame, the overscan. */
const useRangeUpdates = <Row extends KeyedRow>(layout: ListLayout<Row>): (() => void) => {
  const [, rerender] = useReducer((n: number) => n + 1, 0)
  /** Pending frame that extends the overscan; 0: none. */
  const pendingFrame = useRef(0)
  /** From the end of the list to the lower edge of the viewport at the last update, in px. */
  const lastLow = useRef(0)
  const painted = useRef(false)
  const update = (): void => {
    if (layout.isHidden()) return
    const [low, high] = layout.viewport()
    // render as many rows as were scrolled past, so that a fast scroll does not outrun the window
    const went = Math.round(Math.abs(low - lastLow.current) / ESTIMATED_ROW_PX)
    lastLow.current = low
    const { changed, bare, more } = layout.window.computeRange(
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
      void waitForFirstPaint().then(() => {
        painted.current = true
        rerender()
      })
  }
  useEffect(
    () => () => {
      cancelAnimationFrame(pendingFrame.current)
      pendingFrame.current = 0
    },
    [],
  )
  return update
}

/** Measures rows after each render, and updates the list when it scrolls or a size changes. */
const useLayoutUpdates = <Row extends KeyedRow>(
  layout: ListLayout<Row>,
  update: () => void,
  onScroll: () => void,
): void => {
  const onScrollRef = useRef(onScroll)
  /** Watches row heights; null during scrolling, when new rows are measured as they render. */
  const heightObserver = useRef<ResizeObserver>(null)
  useLayoutEffect(() => {
    onScrollRef.current = onScroll
  })
  // measuring in a layout effect avoids a second layout in this frame
  useLayoutEffect(() => {
    layout.write()
    layout.measure(false)
    layout.write()
    for (const box of layout.boxElements) heightObserver.current?.observe(box)
  })
  useEffect(() => {
    const node = layout.scroller
    if (!node) return undefined
    const onSize = (): void => {
      layout.measure(true)
      layout.write()
      update()
    }
    const observer = new ResizeObserver(onSize)
    observer.observe(node)
    const begin = (): void => {
      heightObserver.current = new ResizeObserver(onSize)
      for (const box of layout.boxElements) heightObserver.current.observe(box)
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
      observer.disconnect()
      end()
      node.removeEventListener('scroll', onMove)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `update` reads refs and the layout only
  }, [layout])
}

/**
 * A virtual list anchored at its end: renders the visible rows and an overscan, in boxes positioned
 * by their lower edge. A frame of scrolling up renders and measures the new rows once and moves no
 * other row. Must be a direct child of its scroll container. It stays because virtua takes 1.14 to
 * 1.33 times its p95 per frame when a script scrolls and TanStack Virtual 1.43 to 1.75 times
 * (docs/decisions/046-own-row-window.md).
 */
export const AnchoredList = <Row extends KeyedRow>({
  rows,
  draw,
  kept,
  onScroll,
  ref,
}: Props<Row>) => {
  const [layout] = useState(() => new ListLayout<Row>())
  const renderBoxes = useMemo(() => cacheBoxes(draw), [draw])
  layout.setRows(rows)
  layout.window.commitRange(kept)

  useImperativeHandle(ref, () => ({ offset: (index) => layout.window.offset(index) }), [layout])
  useLayoutUpdates(layout, useRangeUpdates(layout), onScroll)

  return (
    <div ref={layout.attach} className={styles.rows}>
      {renderBoxes(layout.window.boxes, rows)}
    </div>
  )
}
