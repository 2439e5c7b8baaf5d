import { useEffect, useImperativeHandle, useLayoutEffect, useReducer, useRef, useState, type CSSProperties, type ReactNode, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { firstPaint } from '../../data/first-paint'
import { RowSpan, type Placed } from './row-span'
import styles from './thread.module.css'

export interface RowWindowHandle { /** Where a row begins, in px from the top of the list. */ offset(index: number): number }
interface Props<Row> {
  rows: readonly Row[]
  /** Draws a row; `aside`: the row is out of the flow, kept for the sake of the focus. The same row gives the same element. */
  draw(row: Row, aside?: CSSProperties): ReactNode
  /** A row that stays drawn wherever the window is; −1: none. */
  kept: number
  onScroll(): void
  ref?: Ref<RowWindowHandle>
}

/** Differences below this are rounding, in px. */
const ROUNDING_PX = 0.1
/** So long after the last movement the list counts as still, in ms. */
const STILL_MS = 150

/**
 * The rows of a thread that are seen and a few beyond, in the normal flow, held at their lower end: a frame of reading upwards
 * draws the rows that come, lays out and measures them once, and moves nothing that stands. Lies directly in its scroller.
 */
export const RowWindow = <Row extends Placed>({ rows, draw, kept, onScroll, ref }: Props<Row>) => {
  const [span] = useState(() => new RowSpan<Row>())
  const [, again] = useReducer((n: number) => n + 1, 0)
  const box = useRef<HTMLDivElement>(null)
  const block = useRef<HTMLDivElement>(null)
  const scrolled = useRef(onScroll)
  const due = useRef(0)
  const painted = useRef(false)

  if (span.rows !== rows) {
    const fresh = span.rows.length === 0
    due.current += span.take(rows)
    // the rows beyond what is seen come once that is painted
    if (fresh) span.cover(0, innerHeight, 0)
  }
  span.draw()
  const shown: number[] = []
  for (let i = span.from; i < span.to; i += 1) shown.push(i)
  const aside = kept >= 0 && kept < rows.length && (kept < span.from || kept >= span.to) ? kept : -1

  /** From the end of the list to the lower and the upper edge of what is seen, in px. */
  const view = (): readonly [number, number] => {
    const node = box.current?.parentElement
    if (!node) return [0, innerHeight]
    const low = span.height - (node.scrollTop + node.clientHeight)
    return [low, low + node.clientHeight]
  }
  const write = (): void => {
    const [outer, inner] = [box.current, block.current]
    if (!outer || !inner) return
    const [height, bottom] = [`${span.height}px`, `${span.below}px`]
    if (outer.style.height !== height) outer.style.height = height
    if (inner.style.bottom !== bottom) inner.style.bottom = bottom
    if (due.current !== 0 && outer.parentElement) outer.parentElement.scrollTop += due.current
    due.current = 0
  }
  const measure = (all: boolean): void => {
    const inner = block.current
    if (!inner || inner.offsetParent === null || box.current?.parentElement?.clientHeight === 0) return
    const [, high] = view()
    // the row beside the flow is the first or the last child
    const skip = aside >= 0 && aside < span.from ? 1 : 0
    span.measure((i) => inner.children[i - span.from + skip]?.getBoundingClientRect().height ?? 0, all, high)
    // the top has to be reached, and not to be passed
    const top = box.current?.parentElement?.scrollTop ?? 0
    if (Math.abs(span.slack) > ROUNDING_PX && (span.from === 0 || (span.slack < 0 && top + due.current < -span.slack))) due.current += span.even()
  }
  const update = (): void => {
    // behind another tab of the page: what is drawn stays until it is seen again
    if (box.current?.parentElement?.clientHeight === 0) return
    const { changed, bare } = span.cover(...view())
    if (!changed) return
    // what is seen is drawn in this frame, what may be seen soon after it
    if (bare) flushSync(again)
    else if (painted.current) again()
    else void firstPaint().then(() => {
      painted.current = true
      again()
    })
  }

  useImperativeHandle(ref, () => ({ offset: (index) => span.offset(index) }), [span])
  useLayoutEffect(() => { scrolled.current = onScroll })
  // what is measured here needs no second layout in this frame
  useLayoutEffect(() => {
    write()
    measure(false)
    write()
  })
  useEffect(() => {
    const [node, inner] = [box.current?.parentElement, block.current]
    if (!node || !inner) return undefined
    const observer = new ResizeObserver(() => {
      measure(true)
      write()
      update()
    })
    observer.observe(node)
    observer.observe(inner)
    // while it is scrolled it grows in each frame, and what comes is measured as it comes
    let still: ReturnType<typeof setTimeout> | undefined
    const onMove = (): void => {
      scrolled.current()
      update()
      if (still === undefined) observer.unobserve(inner)
      else clearTimeout(still)
      still = setTimeout(() => {
        still = undefined
        observer.observe(inner)
      }, STILL_MS)
    }
    node.addEventListener('scroll', onMove, { passive: true })
    return () => {
      clearTimeout(still)
      observer.disconnect()
      node.removeEventListener('scroll', onMove)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what they use is in refs and in the span
  }, [span])

  const row = (index: number): ReactNode => draw(rows[index] as Row, index === aside ? { position: 'absolute', left: 0, right: 0, bottom: span.distance(index) - span.below } : undefined)
  const drawn = aside < 0 ? shown : aside < span.from ? [aside, ...shown] : [...shown, aside]
  return (
    <div ref={box} className={styles.rows}>
      <div ref={block} className={styles.block}>{drawn.map(row)}</div>
    </div>
  )
}
